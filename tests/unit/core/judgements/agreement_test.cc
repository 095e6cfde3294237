// Agreement of raters, compared with the definitions followed literally.
#include "core/judgements/agreement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "core/judgements/rater_means.h"

namespace mtgauge {
namespace {

// Krippendorff's coincidence matrix, value by value.
double AlphaByCoincidences(const std::vector<Rating>& ratings, AlphaLevel level) {
  std::map<uint32_t, std::vector<double>> units;
  for (const Rating& rating : ratings) {
    if (!std::isnan(rating.value)) units[rating.unit].push_back(rating.value);
  }
  std::map<std::pair<double, double>, double> coincidences;
  std::map<double, double> counts;
  double n = 0;
  for (const auto& [unit, values] : units) {
    if (values.size() < 2) continue;
    for (size_t i = 0; i < values.size(); ++i) {
      ++counts[values[i]];
      ++n;
      for (size_t j = 0; j < values.size(); ++j) {
        if (i != j) coincidences[{values[i], values[j]}] += 1 / (values.size() - 1.0);
      }
    }
  }
  const auto distance = [&](double c, double k) {
    if (level == AlphaLevel::kNominal) return c == k ? 0.0 : 1.0;
    if (level == AlphaLevel::kInterval) return (c - k) * (c - k);
    double between = -(counts[c] + counts[k]) / 2;
    for (const auto& [value, count] : counts) {
      if (value >= std::min(c, k) && value <= std::max(c, k)) between += count;
    }
    return c == k ? 0.0 : between * between;
  };
  double observed = 0, expected = 0;
  for (const auto& [pair, weight] : coincidences) {
    observed += weight * distance(pair.first, pair.second);
  }
  for (const auto& [c, count_c] : counts) {
    for (const auto& [k, count_k] : counts) expected += count_c * count_k * distance(c, k);
  }
  return 1 - (n - 1) * observed / expected;
}

constexpr AlphaLevel kLevels[] = {AlphaLevel::kNominal, AlphaLevel::kOrdinal,
                                  AlphaLevel::kInterval};

TEST(Alpha, EqualsTheCoincidenceMatrix) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    const uint64_t units = 1 + random() % 20, values = 1 + random() % 6;
    std::vector<Rating> ratings;
    for (uint64_t k = random() % 60; k > 0; --k) {
      ratings.push_back({static_cast<uint32_t>(random() % units),
                         static_cast<double>(random() % values) / 4 + 70});
      if (random() % 10 == 0) ratings.back().value = NAN;
    }
    for (const AlphaLevel level : kLevels) {
      const double alpha = KrippendorffAlpha(ratings, level);
      const double want = AlphaByCoincidences(ratings, level);
      ASSERT_EQ(std::isnan(alpha), std::isnan(want));
      if (!std::isnan(want)) ASSERT_NEAR(alpha, want, 1e-12);
    }
  }
}

TEST(Alpha, Extremes) {
  for (const AlphaLevel level : kLevels) {
    EXPECT_TRUE(std::isnan(KrippendorffAlpha({}, level)));
    EXPECT_TRUE(std::isnan(KrippendorffAlpha(std::vector<Rating>{{0, 3}, {0, 3}, {1, 3}}, level)));
    EXPECT_TRUE(std::isnan(KrippendorffAlpha(std::vector<Rating>{{0, 1}, {1, 2}}, level)));
    EXPECT_EQ(KrippendorffAlpha(std::vector<Rating>{{0, 1}, {0, 1}, {1, 2}, {1, 2}}, level), 1);
  }
}

std::vector<RaterScore> RandomScores(std::mt19937_64& random, size_t count, uint32_t items,
                                     uint32_t systems, uint32_t raters) {
  std::vector<RaterScore> scores;
  for (size_t k = 0; k < count; ++k) {
    scores.push_back(
        {static_cast<uint32_t>(random() % systems), static_cast<uint32_t>(random() % items),
         static_cast<uint32_t>(random() % raters), static_cast<double>(random() % 12)});
  }
  return scores;
}

TEST(RaterMeans, JoinsRepeatedJudgements) {
  const std::vector<RaterScore> means =
      RaterMeans(std::vector<RaterScore>{{1, 0, 0, 5}, {0, 0, 2, 1}, {1, 0, 0, 8}, {0, 0, 1, 4}});
  ASSERT_EQ(means.size(), 3u);
  EXPECT_EQ(means[0].rater, 1u);
  EXPECT_EQ(means[1].rater, 2u);
  EXPECT_EQ(means[2].score, 6.5);
  EXPECT_TRUE(RaterMeans({}).empty());
}

TEST(CompareRaters, EqualsAllPairsOfOutputs) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 100; ++round) {
    const std::vector<RaterScore> scores = RandomScores(random, random() % 80, 4, 5, 3);
    const std::vector<RaterScore> means = RaterMeans(scores);
    std::map<std::pair<uint32_t, uint32_t>, PairCounts> want;
    for (const RaterScore& a : means) {
      for (const RaterScore& b : means) {
        if (a.item != b.item || a.rater != b.rater || a.system >= b.system) continue;
        for (const RaterScore& c : means) {
          for (const RaterScore& d : means) {
            if (c.item != a.item || d.item != a.item || c.rater != d.rater) continue;
            if (c.system != a.system || d.system != b.system || c.rater <= a.rater) continue;
            want[{a.rater, c.rater}] += CountPairs(std::vector<double>{a.score, b.score},
                                                   std::vector<double>{c.score, d.score});
          }
        }
      }
    }
    const std::vector<RaterPair> got = CompareRaters(scores);
    ASSERT_EQ(got.size(), want.size());
    for (const RaterPair& pair : got) {
      EXPECT_EQ(pair.counts, (want[{pair.first, pair.second}]));
      EXPECT_GE(pair.outputs, 2u);
    }
  }
}

TEST(CompareRaters, SharesOfAgreement) {
  PairCounts counts;
  EXPECT_TRUE(std::isnan(AgreementWithoutTies(counts)));
  counts.both_ties = 5;
  EXPECT_TRUE(std::isnan(AgreementWithoutTies(counts)));
  counts.concordant = 3;
  counts.discordant = 1;
  EXPECT_EQ(AgreementWithoutTies(counts), 0.75);
}

TEST(Agreement, AMillionJudgements) {
  std::mt19937_64 random(3);
  const std::vector<RaterScore> scores = RandomScores(random, 1000000, 20000, 25, 8);
  EXPECT_EQ(CompareRaters(scores).size(), 28u);
  std::vector<Rating> ratings;
  for (const RaterScore& score : scores) {
    ratings.push_back({score.item * 25 + score.system, score.score});
  }
  for (const AlphaLevel level : kLevels) {
    EXPECT_NEAR(KrippendorffAlpha(ratings, level), 0, 0.01);
  }
}

}  // namespace
}  // namespace mtgauge
