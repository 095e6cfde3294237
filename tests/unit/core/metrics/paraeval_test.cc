// ParaEval on cases worked out by hand, and compared with its definition on random texts and
// tables.
#include <gtest/gtest.h>

#include "core/contract/registry.h"
#include "tests/oracle/naive_paraeval.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using Row = std::vector<int64_t>;

std::string TableOf(const oracle::ParaphraseList& pairs) {
  const auto line = [](const oracle::Phrase& phrase) {
    std::string text;
    for (const std::string& word : phrase) text += (text.empty() ? "" : " ") + word;
    return text + "\n";
  };
  std::string table;
  for (const auto& [from, to] : pairs) table += "0.5\n" + line(from) + line(to);
  return table;
}

// Paraphrases for an explosion: each phrase can replace each other one.
oracle::ParaphraseList Blasts() {
  const std::vector<oracle::Phrase> phrases = {{"bombing"}, {"explosion"}, {"blown", "up"}};
  oracle::ParaphraseList pairs;
  for (const auto& from : phrases) {
    for (const auto& to : phrases) {
      if (from != to) pairs.emplace_back(from, to);
    }
  }
  return pairs;
}

Row RowOf(const std::string& table, const test::Lines& refs, const std::string& hyp,
          const std::string& more = "") {
  return test::ScorePair("paraeval:tok=none,para=" + table + more, refs, hyp).rows.at(0);
}

TEST(ParaEval, PhrasesOfOneKindAreClippedAsOne) {
  const OwnFolder folder;
  const std::string table = folder.Write("table", TableOf(Blasts()));
  // As in figure 4 of the paper: the class occurs twice in one reference, and "was" is a word.
  EXPECT_EQ(RowOf(table, {"the bombing was an explosion"}, "it was blown up bombing"),
            (Row{4, 5, 3, 5}));
  // Three phrases of the class, but no reference has more than two places for it.
  EXPECT_EQ(RowOf(table, {"bombing explosion", "an explosion"}, "bombing bombing bombing")[0], 2);
  // Only the free places of each reference: two in one, one in the other.
  EXPECT_EQ(RowOf(table, {"bombing explosion", "an explosion"}, "bombing bombing"),
            (Row{2, 2, 3, 4}));
}

TEST(ParaEval, LongPhrasesComeFirst) {
  const OwnFolder folder;
  const std::string table =
      folder.Write("table", TableOf({{{"in", "spite", "of"}, {"despite"}}, {{"in"}, {"within"}}}));
  EXPECT_EQ(RowOf(table, {"despite rain within"}, "in spite of in rain"), (Row{5, 5, 3, 3}));
  EXPECT_EQ(RowOf(table, {"within rain"}, "in spite of rain"), (Row{2, 4, 2, 2}));
  EXPECT_EQ(RowOf(table, {"within rain"}, "in spite of rain", ",shortest=2"), (Row{1, 4, 1, 2}));
}

TEST(ParaEval, WithoutATableIsModifiedUnigramPrecision) {
  const auto scored =
      test::ScorePair("paraeval", {"the cat is on the mat", "a cat"}, "the the the a cat");
  EXPECT_EQ(scored.rows.at(0), (Row{4, 5, 5, 8}));
  EXPECT_DOUBLE_EQ(scored.score, 80);
  EXPECT_DOUBLE_EQ(test::ScorePair("paraeval:stat=r", {"a b c d"}, "a c").score, 50);
  EXPECT_DOUBLE_EQ(test::ScorePair("paraeval:stat=f", {"a b c d"}, "a c").score, 200.0 / 3);
  EXPECT_EQ(test::ScorePair("paraeval", {""}, "").score, 0);
}

TEST(ParaEval, EqualsItsDefinition) {
  test::RandomText random(6);
  const OwnFolder folder;
  for (int round = 0; round < 400; ++round) {
    const uint32_t vocabulary = 1 + random.Below(6);
    const auto phrase = [&](uint32_t longest) {
      oracle::Phrase words;
      for (uint32_t n = longest; n > 0; --n) {
        words.push_back("w" + std::to_string(random.Below(vocabulary)));
      }
      return words;
    };
    oracle::ParaphraseList pairs;
    for (uint32_t n = 1 + random.Below(8); n > 0; --n) {
      pairs.emplace_back(phrase(1 + random.Below(3)), phrase(1 + random.Below(3)));
    }
    const oracle::Phrase hyp = phrase(random.Below(20));
    std::vector<oracle::Phrase> refs;
    test::Lines lines;
    const auto joined = [](const oracle::Phrase& words) {
      std::string text;
      for (const std::string& word : words) text += word + " ";
      return text;
    };
    for (uint32_t n = 1 + random.Below(3); n > 0; --n) {
      refs.push_back(phrase(random.Below(20)));
      lines.push_back(joined(refs.back()));
    }
    const uint32_t shortest = 1 + random.Below(2);
    const std::string table = folder.Write("table" + std::to_string(round), TableOf(pairs));
    const Row row = RowOf(table, lines, joined(hyp), ",shortest=" + std::to_string(shortest));
    const oracle::NaiveParaEval naive =
        oracle::NaiveParaEvalMatcher(hyp, refs, pairs, shortest).Counts();
    EXPECT_EQ(row[0], naive.hyp_matched);
    EXPECT_EQ(row[2], naive.ref_matched);
  }
}

TEST(ParaEval, LongRunsOfOneWord) {
  const OwnFolder folder;
  const std::string table = folder.Write("table", TableOf({{{"a"}, {"a", "a"}}, {{"a"}, {"b"}}}));
  std::string run;
  for (int i = 0; i < 700; ++i) run += "a ";
  // Each word counts for two until the reference is used up.
  EXPECT_EQ(RowOf(table, {run}, run), (Row{350, 700, 700, 700}));
}

}  // namespace
}  // namespace mtgauge
