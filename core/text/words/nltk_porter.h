// Porter's stemmer as in NLTK: nltk.stem.PorterStemmer in its default mode, NLTK_EXTENSIONS, which
// differs from Porter's original by a list of exceptions and several rules. Also Porter's stemmer
// as in ROUGE-1.5.5.
#pragma once

#include <string>
#include <string_view>

namespace mtgauge {

inline constexpr std::string_view kNltkStemmer = "nltk3.9.1";

// Returns PorterStemmer().stem() of a word in lower case. Never fails: each byte that is not UTF-8
// counts as a consonant. Takes linear time.
std::string NltkPorterStem(std::string_view word);

// Same as above for words of more than three bytes; others stay. This is the stemmer of Google's
// rouge_score, whose words are ASCII.
std::string RougeStem(std::string_view word);

// Returns the stem of option -m of ROUGE-1.5.5 without WordNet's exceptions, for words of a to z
// and 0 to 9; those of up to three bytes stay.
std::string Rouge155Stem(std::string_view word);

}  // namespace mtgauge
