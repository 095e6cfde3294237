// Texts without differences of case or punctuation, and kinds of characters, from tables of CPython
// 3.11 (Unicode 14.0; core/text/folding_tables.inc, made by core/text/make_folding_tables.py).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/text/batch.h"

namespace mtgauge {

inline constexpr std::string_view kFoldingUnicode = "14.0";

// Categories of Unicode: Mn, the other M, P and S.
enum class MarkKind : uint8_t { kNone, kNonspacing, kOtherMark, kPunctuation, kSymbol };
MarkKind MarkKindOf(uint32_t code_point);
// Returns true for Python's \w.
bool IsWordCharacter(uint32_t code_point);
// Returns the value of Python's \d, a decimal digit of any script; -1 for other characters.
int DigitValue(uint32_t code_point);

// Bits of what a text is compared without.
enum Ignored : uint8_t {
  kIgnoreCase = 1,         // full case folding, as Python's str.casefold()
  kIgnorePunctuation = 2,  // category P is deleted
};
// Appends `text` without what is ignored. Bytes that are not UTF-8 stay. Punctuation is looked up
// after folding.
void AppendWithout(std::string_view text, uint8_t ignored, std::string& out);

// A stream without what is ignored. Reused from batch to batch; not thread-safe.
class IgnoringText {
 public:
  // Returns a stream with text and asides only, valid until the next call.
  const Stream& Remove(const Stream& stream, uint8_t ignored);

 private:
  Stream result_;
  std::string text_;
};

}  // namespace mtgauge
