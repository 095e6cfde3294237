// The tokenizers of rouge-score-rs 0.2.1: text is brought to NFKC, case folded and brought to NFKC
// again. Then every word of Unicode's rules (UAX #29) that has a letter or a number is a token, or
// every grapheme cluster that has one.
#include <cstdint>
#include <string>
#include <vector>

#include "core/text/folding.h"
#include "core/text/normalization.h"
#include "core/text/segmentation.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// Memory of one thread.
struct UnicodeText {
  std::string normal, folded, text;
  std::vector<uint32_t> code_points, begins, ends;

  void Set(std::string_view segment) {
    normal.clear();
    folded.clear();
    text.clear();
    AppendNormalized(segment, NormalForm::kNfkc, normal);
    AppendWithout(normal, kIgnoreCase, folded);
    AppendNormalized(folded, NormalForm::kNfkc, text);
    code_points.clear();
    begins.clear();
    ends.clear();
    for (size_t at = 0; at < text.size();) {
      const CodePoint c = DecodeAt(text, at);
      begins.push_back(static_cast<uint32_t>(at));
      code_points.push_back(c.value);
      at += c.length;
    }
    begins.push_back(static_cast<uint32_t>(text.size()));
  }
};

class TokenizerUnicode final : public Tokenizer {
 public:
  explicit TokenizerUnicode(bool words) : words_(words) {}

  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    thread_local UnicodeText work;
    work.Set(segment);
    if (words_) {
      FindWordEnds(work.code_points, work.ends);
    } else {
      FindClusterEnds(work.code_points, work.ends);
    }
    view.BeginSegment(view.Keep(work.text));
    uint32_t begin = 0;
    for (const uint32_t end : work.ends) {
      bool holds = false;
      for (uint32_t i = begin; i < end && !holds; ++i)
        holds = IsLetterOrNumber(work.code_points[i]);
      if (holds) view.AddToken(work.begins[begin], work.begins[end]);
      begin = end;
    }
    view.EndSegment(index);
  }

 private:
  bool words_;  // words, not clusters
};

}  // namespace

extern const TokenizerRow kTokenizerUnicodeWords;
const TokenizerRow kTokenizerUnicodeWords = {
    "unicode-v1",
    "unicode-v1",
    kSegmentationUnicode,
    "as rouge-score-rs: Unicode's words, case folded, without those that have no letter or number",
    true,
    &OnlyOne<TokenizerUnicode, true>,
};

extern const TokenizerRow kTokenizerUnicodeCharacters;
const TokenizerRow kTokenizerUnicodeCharacters = {
    "character-v1",
    "character-v1",
    kSegmentationUnicode,
    "as rouge-score-rs: letters and numbers with their marks, case folded",
    true,
    &OnlyOne<TokenizerUnicode, false>,
};

}  // namespace mtgauge
