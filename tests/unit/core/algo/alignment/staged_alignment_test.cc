// The alignment of the first METEOR, compared with its slow twin and with brute force.
#include "core/algo/alignment/staged_alignment.h"

#include <gtest/gtest.h>

#include <random>

#include "core/contract/metric.h"
#include "tests/oracle/naive_staged.h"

namespace mtgauge {
namespace {

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;  // hypothesis, reference

struct Quality {
  size_t matches = 0;
  int crossings = 0, joins = 0;
  friend bool operator==(const Quality&, const Quality&) = default;
  bool BetterThan(const Quality& other) const {
    if (matches != other.matches) return matches > other.matches;
    if (crossings != other.crossings) return crossings < other.crossings;
    return joins > other.joins;
  }
};

Quality QualityOf(const Pairs& pairs) {
  Quality out;
  out.matches = pairs.size();
  for (size_t a = 0; a < pairs.size(); ++a) {
    for (size_t b = 0; b < pairs.size(); ++b) {
      if (pairs[a].first + 1 == pairs[b].first && pairs[a].second + 1 == pairs[b].second) {
        ++out.joins;
      }
      const bool crosses = (pairs[a].first < pairs[b].first) != (pairs[a].second < pairs[b].second);
      if (a < b && crosses) ++out.crossings;
    }
  }
  return out;
}

// Returns the best extension of `pairs` by pairs of `open`, by brute force.
Quality BestOf(const Pairs& open, size_t from, Pairs& pairs) {
  Quality best = QualityOf(pairs);
  for (size_t o = from; o < open.size(); ++o) {
    const bool is_free = std::none_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
      return pair.first == open[o].first || pair.second == open[o].second;
    });
    if (!is_free) continue;
    pairs.push_back(open[o]);
    const Quality with = BestOf(open, o + 1, pairs);
    pairs.pop_back();
    if (with.BetterThan(best)) best = with;
  }
  return best;
}

// Words of two sequences, which pair if their numbers differ at most in the last bits.
struct Words {
  std::vector<uint32_t> hypothesis, reference;

  static Words Random(std::mt19937& random, uint32_t longest, uint32_t alphabet) {
    Words out;
    out.hypothesis.resize(random() % (longest + 1));
    out.reference.resize(random() % (longest + 1));
    for (uint32_t& word : out.hypothesis) word = random() % alphabet;
    for (uint32_t& word : out.reference) word = random() % alphabet;
    return out;
  }
  uint32_t hyp_len() const { return static_cast<uint32_t>(hypothesis.size()); }
  uint32_t ref_len() const { return static_cast<uint32_t>(reference.size()); }
  bool AreKin(uint32_t i, uint32_t j, uint32_t kin) const {
    return hypothesis[i] / kin == reference[j] / kin;
  }
  bool AddStage(uint32_t kin, uint32_t beam, StagedAlignment& alignment) const {
    WordLists lists;
    lists.Clear(1000);
    for (uint32_t i = hyp_len(); i-- > 0;) lists.Add(hypothesis[i] / kin, i);
    std::vector<uint32_t> names;
    for (const uint32_t word : reference) names.push_back(word / kin);
    return alignment.AddStage(names, lists, beam, kMostSteps);
  }
};

TEST(StagedAlignment, IsTheBestThatThereIs) {
  std::mt19937 random(3);
  StagedAlignment alignment;
  for (int round = 0; round < 1500; ++round) {
    const Words words = Words::Random(random, 6, 1 + random() % 5);
    alignment.Begin(words.hyp_len(), words.ref_len());
    Pairs before;
    for (const uint32_t kin : {1u, 2u}) {  // equal words, then words of one class
      Pairs open;
      for (uint32_t j = 0; j < words.ref_len(); ++j) {
        for (uint32_t i = 0; i < words.hyp_len(); ++i) {
          if (words.AreKin(i, j, kin)) open.emplace_back(i, j);
        }
      }
      const Quality want = BestOf(open, 0, before);
      ASSERT_TRUE(words.AddStage(kin, StagedAlignment::kWidestBeam, alignment));
      EXPECT_TRUE(alignment.exact());
      before.clear();
      for (uint32_t j = 0; j < words.ref_len(); ++j) {
        if (alignment.pairs()[j] != StagedAlignment::kNone) {
          before.emplace_back(alignment.pairs()[j], j);
        }
      }
      ASSERT_EQ(QualityOf(before), want) << "round " << round;
      EXPECT_EQ(alignment.Chunks(), before.size() - static_cast<size_t>(want.joins));
    }
  }
}

void ExpectStagesAgree(const Words& words, uint32_t beam, StagedAlignment& alignment) {
  alignment.Begin(words.hyp_len(), words.ref_len());
  oracle::NaiveStages naive(words.hyp_len(), words.ref_len());
  for (const uint32_t kin : {1u, 2u, 5u}) {
    std::vector<std::vector<uint32_t>> options(words.ref_len());
    for (uint32_t j = 0; j < words.ref_len(); ++j) {
      for (uint32_t i = 0; i < words.hyp_len(); ++i) {
        if (words.AreKin(i, j, kin)) options[j].push_back(i);
      }
    }
    naive.AddStage(options, beam);
    ASSERT_TRUE(words.AddStage(kin, beam, alignment));
    ASSERT_TRUE(std::ranges::equal(alignment.pairs(), naive.pairs())) << "words alike by " << kin;
    ASSERT_EQ(alignment.exact(), naive.exact());
  }
}

TEST(StagedAlignment, EqualsItsTwin) {
  std::mt19937 random(4);
  StagedAlignment alignment;
  for (const uint32_t beam : {1u, 2u, 5u, 40u, 100u}) {
    for (int round = 0; round < 200; ++round) {
      ExpectStagesAgree(Words::Random(random, 20, 1 + random() % 25), beam, alignment);
    }
  }
}

TEST(StagedAlignment, EqualsItsTwinOnLongAndDegenerateText) {
  std::mt19937 random(5);
  StagedAlignment alignment;
  for (const uint32_t alphabet : {1u, 2u, 3u, 40u, 200u}) {
    for (const uint32_t longest : {70u, 140u}) {
      ExpectStagesAgree(Words::Random(random, longest, alphabet), 10, alignment);
    }
  }
  for (const auto& [hyp, ref] : {std::pair(600u, 3u), {3u, 600u}, {70u, 70u}}) {
    ExpectStagesAgree({std::vector<uint32_t>(hyp), std::vector<uint32_t>(ref)}, 5, alignment);
  }
}

TEST(StagedAlignment, SaysWhenItIsOnlyTheBeams) {
  StagedAlignment alignment;
  const Words words = {std::vector<uint32_t>(30), std::vector<uint32_t>(20)};
  alignment.Begin(words.hyp_len(), words.ref_len());
  ASSERT_TRUE(words.AddStage(1, 10, alignment));
  EXPECT_FALSE(alignment.exact());
  EXPECT_EQ(alignment.Chunks(), 1u);
}

TEST(StagedAlignment, TellsWhatWouldTakeTooLong) {
  StagedAlignment alignment;
  const Words words = {std::vector<uint32_t>(20000), std::vector<uint32_t>(20000)};
  alignment.Begin(words.hyp_len(), words.ref_len());
  EXPECT_FALSE(words.AddStage(1, 40, alignment));
  EXPECT_EQ(alignment.Chunks(), 0u);
}

}  // namespace
}  // namespace mtgauge
