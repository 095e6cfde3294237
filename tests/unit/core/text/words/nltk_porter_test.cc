// NLTK's Porter stemmer: its exceptions and its own rules, by hand. golden.WordToolsGolden has many
// words with NLTK's stems.
#include "core/text/words/nltk_porter.h"

#include <gtest/gtest.h>

#include "core/text/words/stemmer.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

TEST(NltkPorter, WhereItDiffersFromTheOriginal) {
  const std::pair<const char*, const char*> kStems[] = {
      {"dying", "die"},         {"skies", "sky"},      {"innings", "inning"}, {"news", "news"},
      {"dies", "die"},          {"flies", "fli"},      {"died", "die"},       {"spied", "spi"},
      {"enjoy", "enjoy"},       {"happy", "happi"},    {"spy", "spi"},        {"by", "by"},
      {"rationally", "ration"}, {"geology", "geolog"}, {"hopefully", "hope"}, {"as", "as"}};
  for (const auto& [word, stem] : kStems) EXPECT_EQ(NltkPorterStem(word), stem) << word;
}

TEST(NltkPorter, LettersAreCodePoints) {
  EXPECT_EQ(NltkPorterStem("aééing"), "aé");  // a double consonant
  EXPECT_EQ(NltkPorterStem("éé"), "éé");
  EXPECT_EQ(NltkPorterStem("a*ded"), "ad");  // "*d" as a suffix
}

TEST(NltkPorter, AnyBytesAndLongRuns) {
  test::RandomText random(5);
  for (int i = 0; i < 2'000; ++i) {
    const std::string word = random.Bytes(random.Below(12)) + (random.Below(2) == 0 ? "ing" : "s");
    EXPECT_LE(NltkPorterStem(word).size(), word.size() + 1) << word;
  }
  EXPECT_EQ(NltkPorterStem(std::string(100'000, 'y')).size(), 100'000u);
  EXPECT_EQ(NltkPorterStem("\xFF\xFEs"), "\xFF\xFE");
}

TEST(NltkPorter, RougeStemsWordsOfFourLetters) {
  EXPECT_EQ(RougeStem("ties"), "tie");
  EXPECT_EQ(RougeStem("was"), "was");
  EXPECT_EQ(NltkPorterStem("was"), "wa");
}

TEST(NltkPorter, ThroughTheStemmer) {
  Stemmer nltk(NltkStemmer(), DefaultHash().function),
      rouge(RougeStemmer(), DefaultHash().function);
  EXPECT_EQ(nltk.Stem("was"), "wa");
  EXPECT_EQ(rouge.Stem("was"), "was");
  EXPECT_EQ(nltk.Stem("relational"), "relat");
  EXPECT_EQ(StemmerSignature(NltkStemmer()), "porter-nltk3.9.1");
  EXPECT_EQ(FindStemmer("porter")->own, nullptr);
}

}  // namespace
}  // namespace mtgauge
