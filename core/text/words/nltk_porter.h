// Porter's stemmer as NLTK has it: nltk.stem.PorterStemmer in its default mode, NLTK_EXTENSIONS,
// which differs from Porter's original in a list of exceptions and in several rules.
#pragma once

#include <string>
#include <string_view>

namespace mtgauge {

inline constexpr std::string_view kNltkVersion = "3.9.1";

// What PorterStemmer().stem() makes of a word in lower case. Total: what is not UTF-8 is a
// consonant, byte by byte. Time is linear.
std::string NltkPorterStem(std::string_view word);

// The same for words of more than three bytes; others stay. Google's rouge_score, whose words are
// ASCII.
std::string RougeStem(std::string_view word);

}  // namespace mtgauge
