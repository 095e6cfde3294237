// Thresholds of kinds, and the kinds of words by their characters.
#include "core/explain/kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/core/explain/make_corpus.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;

TEST(Kinds, OfFrequenciesAreCompareMts) {
  EXPECT_THAT(FrequencyNames(),
              ElementsAre("0", "1", "2", "3", "4", "5-9", "10-99", "100-999", "1000+"));
  EXPECT_EQ(FrequencyKind(0), 0U);
  EXPECT_EQ(FrequencyKind(9), 5U);
  EXPECT_EQ(FrequencyKind(10), 6U);
  EXPECT_EQ(FrequencyKind(UINT32_MAX), 8U);
}

TEST(Kinds, OfSegments) {
  const Corpus corpus = MakeCorpus({"a b c d e f g h i j", "a", ""}, {{"", "a b c", "a"}});
  const Kinds lengths = SegmentsByLength(corpus);
  EXPECT_THAT(lengths.names,
              ElementsAre("<10", "10-19", "20-29", "30-39", "40-49", "50-59", "60+"));
  EXPECT_THAT(lengths.of, ElementsAre(1, 0, 0));
  const Kinds rarest = SegmentsByRarestWord(corpus, FrequenciesIn(corpus));
  EXPECT_THAT(rarest.of, ElementsAre(1, 2, 9));
  EXPECT_EQ(rarest.names[9], "no words");
  const Kinds differences = SegmentsByLengthDifference(corpus, 0);
  EXPECT_EQ(differences.names[differences.of[0]], "-10 to -6");
  EXPECT_EQ(differences.names[differences.of[1]], "2");
  EXPECT_EQ(differences.names.front(), "<-20");
  EXPECT_EQ(differences.names.back(), "21+");
}

TEST(Kinds, OfScoresAreTenths) {
  const double scores[] = {0, 9.999, 10, 89.9, 90, 100, -3, NAN};
  const Kinds kinds = SegmentsByScore(scores, 100);
  EXPECT_THAT(kinds.of, ElementsAre(0, 0, 1, 8, 9, 9, 0, 10));
  EXPECT_EQ(kinds.names[1], "10 to <20");
  EXPECT_EQ(SegmentsByScore(scores, 1).names.back(), "0.9+");
}

TEST(Kinds, OfCase) {
  Vocabulary vocabulary;
  for (const char* word : {"the", "NATO", "I", "Paris", "iPhone", "12", "McDonald", "Ärger",
                           "l'Eau", "\xff", "Jean-Luc", "жук", "ǅ", "ǅungla", "Aǅ"}) {
    vocabulary.Add(word);
  }
  enum { kLower, kUpper, kTitle, kOther };
  EXPECT_THAT(WordsByCase(vocabulary).of,
              ElementsAre(kLower, kUpper, kUpper, kTitle, kOther, kOther, kOther, kTitle, kOther,
                          kOther, kTitle, kLower, kTitle, kTitle, kOther));
}

TEST(Kinds, OfLook) {
  const Corpus corpus = MakeCorpus({"The house of Paris , the 12 3rd %"}, {{"House London"}});
  const Kinds kinds = WordsByLook(corpus);
  const auto kind_of = [&](const char* word) {
    for (uint32_t i = 0; i < corpus.vocabulary.size(); ++i) {
      if (corpus.vocabulary[i] == word) return kinds.names[kinds.of[i]];
    }
    return std::string();
  };
  EXPECT_EQ(kind_of("The"), "word");  // the references contain it in lower case
  EXPECT_EQ(kind_of("House"), "word");
  EXPECT_EQ(kind_of("Paris"), "name");
  EXPECT_EQ(kind_of("London"), "name");
  EXPECT_EQ(kind_of(","), "punctuation");
  EXPECT_EQ(kind_of("%"), "punctuation");
  EXPECT_EQ(kind_of("12"), "number");
  EXPECT_EQ(kind_of("3rd"), "word");
}

}  // namespace
}  // namespace mtgauge
