// Cuts as lepor and hLepor do.
#include "core/text/tokenizers/tok_lepor.h"

#include <algorithm>

#include "core/text/folding.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

class LeporWordTokenizer final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    constexpr std::string_view kAlone = ".,!?;";
    view.BeginSegment(segment.data());
    const auto size = static_cast<uint32_t>(segment.size());
    for (uint32_t at = 0, begin = 0; at < size;) {
      const CodePoint next = DecodeAt(segment, at);
      const uint32_t end = at + next.length;
      const bool inside = next.value == '\'' || IsWordCharacter(next.value);
      if (inside && end < size) {
        at = end;
        continue;
      }
      const uint32_t word_end = inside ? end : at;
      if (begin < word_end) view.AddToken(begin, word_end);
      if (kAlone.find(segment[at]) != std::string_view::npos) view.AddToken(at, end);
      begin = at = end;
    }
    view.EndSegment(index);
  }
};

class HLeporWordTokenizer final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    view.BeginSegment(segment.data());
    const std::string_view text = Trim(segment);
    const auto first = static_cast<uint32_t>(text.data() - segment.data());
    for (size_t begin = 0; !segment.empty() && begin <= text.size();) {
      const size_t end = std::min(text.find(' ', begin), text.size());
      view.AddToken(first + static_cast<uint32_t>(begin), first + static_cast<uint32_t>(end));
      begin = end + 1;
    }
    view.EndSegment(index);
  }
};

}  // namespace

const TokenizerRow& LeporWords() {
  static const TokenizerRow row = {
      "lepor", "lepor", kFoldingUnicode, "as lepor", false, []() -> const Tokenizer& {
        static const LeporWordTokenizer tokenizer;
        return tokenizer;
      }};
  return row;
}

const TokenizerRow& HLeporWords() {
  static const TokenizerRow row = {
      "hlepor", "hlepor", "", "as hlepor", false, []() -> const Tokenizer& {
        static const HLeporWordTokenizer tokenizer;
        return tokenizer;
      }};
  return row;
}

}  // namespace mtgauge
