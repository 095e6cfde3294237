// The stemmers of METEOR 1.5, whose jar has Snowball as it was before December 2009, in Java. Its
// stems of seven languages differ from those of today's libstemmer.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mtgauge {

// Stems a word with today's stemmer of the language. It takes any UTF-8.
using SnowballStem = std::function<std::string(std::string_view word)>;

// Return the jar's stem of a word, which must be UTF-8. Except for Finnish, they call today's
// stemmer and change only what differs. They take linear time.
std::string MeteorDanishStem(std::string_view word, const SnowballStem& today);
std::string MeteorDutchStem(std::string_view word, const SnowballStem& today);
std::string MeteorFinnishStem(std::string_view word, const SnowballStem& today);
std::string MeteorFrenchStem(std::string_view word, const SnowballStem& today);
std::string MeteorGermanStem(std::string_view word, const SnowballStem& today);
std::string MeteorHungarianStem(std::string_view word, const SnowballStem& today);
std::string MeteorPortugueseStem(std::string_view word, const SnowballStem& today);
std::string MeteorRussianStem(std::string_view word, const SnowballStem& today);

}  // namespace mtgauge
