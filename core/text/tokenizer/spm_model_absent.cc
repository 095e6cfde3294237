// Without SentencePiece (MTGAUGE_WITH_SENTENCEPIECE=OFF): the models that only it knows are
// refused.
#include <fmt/format.h>

#include "core/base/build_parts.h"
#include "core/text/tokenizer/spm_model.h"

namespace mtgauge {

std::unique_ptr<SpmModel> LoadSpmModel(const std::string&, std::string& error) {
  error = fmt::format("of unigrams or BPE; for other kinds, install {} and build with -D{}=ON",
                      kSentencePiece.package, kSentencePiece.option);
  return nullptr;
}

}  // namespace mtgauge
