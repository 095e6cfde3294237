// The tokenizer ja-mecab of a build without MeCab (MTGAUGE_WITH_MECAB=OFF): it is refused.
#include "core/base/build_parts.h"
#include "core/text/tokenizer/model_tokenizer.h"

namespace mtgauge {
namespace {

absl::StatusOr<OpenedTokenizer> OpenIpa(const std::string&) {
  return LacksPart({.option = "tokenize"}, "the tokenizer ja-mecab", kMecab);
}

}  // namespace

extern const ModelTokenizerRow kTokenizerJaMecab;
const ModelTokenizerRow kTokenizerJaMecab = {
    "ja-mecab", "FOLDER", "Japanese words by MeCab and the IPA dictionary; not in this build",
    &OpenIpa};

}  // namespace mtgauge
