// Words by kind: hand-made counts, and random texts compared with a plain definition.
#include "core/explain/word_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/unit/core/explain/make_corpus.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;

TEST(OccurrenceMatcher, MatchesTheKthOccurrenceWithTheKth) {
  Vocabulary vocabulary;
  const uint32_t a = vocabulary.Add("a"), b = vocabulary.Add("b"), c = vocabulary.Add("c");
  OccurrenceMatcher matcher(vocabulary);
  const std::vector<uint32_t> reference = {a, b, a}, hypothesis = {a, c, a, a, b};
  constexpr uint32_t kNone = OccurrenceMatcher::kNone;
  for (int again = 0; again < 2; ++again) {  // no state is left over
    EXPECT_THAT(matcher.Match(reference, hypothesis), ElementsAre(0, kNone, 2, kNone, 1));
    EXPECT_THAT(matcher.Match({}, hypothesis), ElementsAre(kNone, kNone, kNone, kNone, kNone));
  }
}

TEST(WordTables, CountWordsByFrequency) {
  const Corpus corpus = MakeCorpus({"a b a", "a c"}, {{"a a a", "c d"}});
  const WordFrequencies frequencies = FrequenciesIn(corpus);
  const Kinds kinds = WordsByFrequency(frequencies);
  const WordTable table = CountReferenceWords(corpus, kinds);
  ASSERT_EQ(table.kinds.size(), 9U);
  EXPECT_EQ(table.kinds[1].reference, 2U);  // b, c
  EXPECT_EQ(table.kinds[3].reference, 3U);  // a
  const std::vector<WordCounts> counts = CountSystemWords(corpus, kinds, 0);
  EXPECT_EQ(counts[0].hypothesis, 1U);  // d
  EXPECT_EQ(counts[1].matches, 1U);
  EXPECT_EQ(counts[3].hypothesis, 3U);
  EXPECT_EQ(counts[3].matches, 2U);
  EXPECT_DOUBLE_EQ(PrecisionOf(counts[3]), 2.0 / 3);
  EXPECT_DOUBLE_EQ(RecallOf(table.kinds[3], counts[3]), 2.0 / 3);
  EXPECT_EQ(F1Of(table.kinds[0], counts[0]), 0);
}

TEST(WordTables, LeaveSkippedSegmentsOut) {
  Corpus corpus = MakeCorpus({"a", "b"}, {{"a", "b"}});
  corpus.skipped[1] = 1;
  const Kinds kinds = WordsByFrequency(FrequenciesIn(corpus));
  EXPECT_EQ(CountReferenceWords(corpus, kinds).kinds[1].reference, 1U);
  EXPECT_EQ(CountSystemWords(corpus, kinds, 0)[1].matches, 1U);
}

TEST(WordTables, MatchesAreClippedCounts) {
  std::mt19937_64 random(7);
  const Corpus corpus = MakeCorpus(RandomTexts(200, 9, random), {RandomTexts(200, 9, random)});
  Kinds all{{"all"}, std::vector<uint32_t>(corpus.vocabulary.size())};
  uint64_t matches = 0;
  for (size_t i = 0; i < corpus.segments(); ++i) {
    std::map<uint32_t, int> left;
    for (const uint32_t word : corpus.reference.words[i]) ++left[word];
    for (const uint32_t word : corpus.systems[0].words[i]) matches += left[word]-- > 0 ? 1 : 0;
  }
  EXPECT_EQ(CountSystemWords(corpus, all, 0)[0].matches, matches);
}

TEST(WordTables, MatchedWordsHaveTheTagOfTheReference) {
  Corpus corpus = MakeCorpus({"run fast"}, {{"run run"}});
  AppendWords("NOUN ADV", corpus.vocabulary, corpus.reference.tags);
  AppendWords("VERB VERB", corpus.vocabulary, corpus.systems[0].tags);
  const WordTable table = CountReferenceTags(corpus);
  ASSERT_EQ(table.kinds.size(), 3U);
  EXPECT_EQ(table.kinds[0].name, "NOUN");
  const std::vector<WordCounts> counts = CountSystemTags(corpus, table, 0);
  EXPECT_EQ(counts[0].matches, 1U);
  EXPECT_EQ(counts[0].hypothesis, 1U);
  EXPECT_EQ(counts[2].hypothesis, 1U);  // VERB, the second one
}

}  // namespace
}  // namespace mtgauge
