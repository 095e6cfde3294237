// Cuts as lepor and hLepor do.
#include "core/text/tokenizers/tok_lepor.h"

#include <algorithm>

#include "core/text/folding.h"
#include "core/text/tokenizing/class_tables.h"
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/tokenizing/stream_cutter.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

constexpr ByteClasses LeporByteClasses() {
  ByteClasses classes{};
  for (uint32_t byte = 0; byte < 0x80; ++byte) {
    const uint32_t lower = byte | 0x20;
    const bool inside = (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9');
    classes[byte] = inside ? CharacterClass::kOther : CharacterClass::kWhite;
  }
  SetClass(classes, "_'", CharacterClass::kOther);
  SetClass(classes, ".,!?;", CharacterClass::kSingle);
  return DecodeBeyondAscii(classes);
}

// Words of word characters and apostrophes, and a few marks by themselves. Other characters
// separate.
struct RulesLepor {
  static constexpr ByteClasses kByteClasses = LeporByteClasses();
  static constexpr bool kSpaceAround = false;
  static CharacterClass Classify(uint32_t code_point) {
    return IsWordCharacter(code_point) ? CharacterClass::kOther : CharacterClass::kWhite;
  }
};

class LeporWordTokenizer final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    CutByRules<RulesLepor>(segment, index, view);
  }
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    StreamCutter::CutByClasses(*this, ClassTables<RulesLepor, false>(), text, bytes, segments,
                               asides, view);
  }
};

// Returns whether a line has what the kernels do not cut as hLepor does: control characters, a
// space at the beginning, or two in a row. Vectorised by the compiler.
bool IsUnusual(std::string_view line) {
  if (line.empty()) return false;
  uint8_t found = static_cast<uint8_t>(line.front()) <= ' ' ? 1 : 0;
  for (size_t i = 1; i < line.size(); ++i) {
    const auto before = static_cast<uint8_t>(line[i - 1]), here = static_cast<uint8_t>(line[i]);
    found |= static_cast<uint8_t>((here < ' ') | ((here == ' ') & (before == ' ')));
  }
  return found != 0;
}

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
  // The kernels leave lines with white space beyond ASCII to CutSegment().
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    StreamCutter::CutWhitespace(*this, text, bytes, segments, asides, view);
    for (uint32_t i = 0, begin = 0; i < segments; ++i) {
      const std::string_view line(text + begin, view.line_end()[i] - begin);
      if (IsUnusual(line)) CutSegment(line, i, view);
      begin = view.line_end()[i] + 1;
    }
  }
};

}  // namespace

const TokenizerRow& LeporWords() {
  static const TokenizerRow row = {"lepor",    "lepor", kFoldingUnicode,
                                   "as lepor", false,   &OnlyOne<LeporWordTokenizer>};
  return row;
}

const TokenizerRow& HLeporWords() {
  static const TokenizerRow row = {"hlepor",    "hlepor", "",
                                   "as hlepor", false,    &OnlyOne<HLeporWordTokenizer>};
  return row;
}

}  // namespace mtgauge
