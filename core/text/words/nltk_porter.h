// Porter's stemmer as in NLTK: nltk.stem.PorterStemmer in its default mode, NLTK_EXTENSIONS, which
// differs from Porter's original by a list of exceptions and several rules.
#pragma once

#include <string>
#include <string_view>

namespace mtgauge {

inline constexpr std::string_view kNltkVersion = "3.9.1";

// Returns PorterStemmer().stem() of a word in lower case. Never fails: each byte that is not UTF-8
// counts as a consonant. Takes linear time.
std::string NltkPorterStem(std::string_view word);

// Same as above for words of more than three bytes; others stay. This is the stemmer of Google's
// rouge_score, whose words are ASCII.
std::string RougeStem(std::string_view word);

}  // namespace mtgauge
