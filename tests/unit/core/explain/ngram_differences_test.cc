// N-grams, compared with a plain definition with maps of strings.
#include "core/explain/ngram_differences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "tests/unit/core/explain/make_corpus.h"

namespace mtgauge {
namespace {

using Counts = std::map<std::string, uint64_t>;

Counts NgramsOf(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  Counts counts;
  for (size_t at = 0; at < words.size(); ++at) {
    std::string ngram;
    for (size_t n = 0; n < kMostWords && at + n < words.size(); ++n) {
      ngram += (n == 0 ? "" : " ") + words[at + n];
      ++counts[ngram];
    }
  }
  return counts;
}

Counts MatchesOf(const Texts& reference, const Texts& system) {
  Counts matches;
  for (size_t i = 0; i < reference.size(); ++i) {
    Counts left = NgramsOf(reference[i]);
    for (const auto& [ngram, count] : NgramsOf(system[i])) {
      if (const uint64_t both = std::min(count, left[ngram]); both > 0) matches[ngram] += both;
    }
  }
  return matches;
}

struct Expected {
  std::string ngram;
  uint64_t better, worse;
};

// Returns those that `better` contains more often, in the order that the header defines.
std::vector<Expected> BestOf(const Counts& better, const Counts& worse) {
  std::vector<Expected> found;
  for (const auto& [ngram, count] : better) {
    const auto other = worse.find(ngram);
    const uint64_t less = other == worse.end() ? 0 : other->second;
    if (count > less) found.push_back({ngram, count, less});
  }
  std::sort(found.begin(), found.end(), [](const Expected& a, const Expected& b) {
    const double x = double(a.better + 1) / double(a.better + a.worse + 2);
    const double y = double(b.better + 1) / double(b.better + b.worse + 2);
    if (x != y) return x > y;
    return a.better != b.better ? a.better > b.better : a.ngram < b.ngram;
  });
  return found;
}

std::vector<NgramDifferences> Compare(const Corpus& corpus, size_t top) {
  std::vector<NgramMatches> parts;
  for (uint32_t part = 0; part < NgramMatches::kParts; ++part) parts.emplace_back(corpus, part);
  const std::pair<uint32_t, uint32_t> pairs[] = {{0, 1}, {0, 2}};
  // The last first, to show that the order does not matter.
  const auto backwards = [](size_t count, const std::function<void(size_t)>& call) {
    while (count > 0) call(--count);
  };
  return CompareNgrams(corpus, parts, pairs, top, backwards);
}

TEST(NgramsThatDiffer, AreThoseOfAPlainDefinition) {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    const uint32_t words = 3 + seed % 5;
    const Texts reference = RandomTexts(60, words, random);
    const std::vector<Texts> systems = {RandomTexts(60, words, random),
                                        RandomTexts(60, words, random), reference};
    const std::vector<NgramDifferences> tables = Compare(MakeCorpus(reference, systems), 25);
    ASSERT_EQ(tables.size(), 2U);
    for (const NgramDifferences& table : tables) {
      const Counts a = MatchesOf(reference, systems[table.a]),
                   b = MatchesOf(reference, systems[table.b]);
      const auto check = [&](const std::vector<NgramDifference>& found,
                             const std::vector<Expected>& expected, bool turned) {
        ASSERT_EQ(found.size(), std::min<size_t>(25, expected.size()));
        for (size_t i = 0; i < found.size(); ++i) {
          EXPECT_EQ(found[i].ngram, expected[i].ngram);
          EXPECT_EQ(turned ? found[i].b : found[i].a, expected[i].better);
          EXPECT_EQ(turned ? found[i].a : found[i].b, expected[i].worse);
        }
      };
      check(table.a_better, BestOf(a, b), false);
      check(table.b_better, BestOf(b, a), true);
    }
  }
}

TEST(NgramsThatDiffer, TellWhereTheyAre) {
  const Corpus corpus =
      MakeCorpus({"a b", "x", "a b a b", "y"},
                 {{"a b", "x", "a b a b", ""}, {"a", "x", "a b", "y"}, {"", "", "", ""}});
  const std::vector<NgramDifferences> tables = Compare(corpus, 10);
  const NgramDifference& first = tables[0].a_better.front();
  EXPECT_EQ(first.ngram, "a b");  // as good as "b a", with more matches
  EXPECT_EQ(first.a, 3U);
  EXPECT_EQ(first.b, 1U);
  EXPECT_EQ(first.reference, 3U);
  EXPECT_EQ(first.segments, (std::vector<uint64_t>{0, 2}));
  EXPECT_DOUBLE_EQ(first.score, 2.0 / 3);
  EXPECT_EQ(tables[0].b_better.front().ngram, "y");
  EXPECT_EQ(tables[0].b_better.front().segments, std::vector<uint64_t>{3});
}

TEST(NgramsThatDiffer, LeaveSkippedSegmentsOut) {
  Corpus corpus = MakeCorpus({"a"}, {{"a"}, {""}, {""}});
  corpus.skipped[0] = 1;
  EXPECT_TRUE(Compare(corpus, 10)[0].a_better.empty());
}

}  // namespace
}  // namespace mtgauge
