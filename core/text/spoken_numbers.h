// Written numbers as digits, by the rules of Whisper's English normalizer (core/text/whisper.h).
#pragma once

#include <string_view>
#include <vector>

namespace mtgauge {

// Returns true for words such as "five", "twenty", "zero" and "million".
bool IsSpokenNumber(std::u32string_view word);
// Appends the words with digits for numbers, signs and currencies: "two million dollars" is
// "$2000000". Returns false where the tool stops with an error.
[[nodiscard]] bool ReadSpokenNumbers(const std::vector<std::u32string>& words,
                                     std::vector<std::u32string>& out);

}  // namespace mtgauge
