// The case of a character, as Python's str.islower, isupper and istitle define it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mtgauge {

enum class LetterCase { kNone, kLower, kUpper, kTitle };
LetterCase CaseOfLetter(uint32_t code_point);

}  // namespace mtgauge
