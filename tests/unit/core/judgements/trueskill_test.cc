// TrueSkill's update, compared with numerical integration, and the bootstrap of its ranks.
#include "core/judgements/trueskill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/stats/normal.h"

namespace mtgauge {
namespace {

// Bayes' rule on a grid of the two skills' difference: its mean and deviation after a judgement.
Skill Posterior(const Skill& one, const Skill& other, Winner winner, double draw_rate) {
  const double noise = std::sqrt(2.0) * 0.25;
  const double margin = NormalQuantile((1 + draw_rate) / 2) * noise;
  const double prior = std::hypot(one.deviation, other.deviation), lead = one.mean - other.mean;
  double weight = 0, sum = 0, squares = 0;
  for (int k = -5000; k <= 5000; ++k) {
    const double x = lead + k * 1.6e-3 * prior;
    const double above = NormalCdf((x - margin) / noise), below = NormalCdf((-x - margin) / noise);
    const double likelihood = winner == Winner::kFirst    ? above
                              : winner == Winner::kSecond ? below
                                                          : 1 - above - below;
    const double density = NormalDensity((x - lead) / prior) * likelihood;
    weight += density;
    sum += density * x;
    squares += density * x * x;
  }
  const double mean = sum / weight;
  return {mean, std::sqrt(squares / weight - mean * mean)};
}

// The judgement moves each skill by its share of the variance of the difference.
TEST(TrueSkill, UpdatesAsBayesDoes) {
  for (const Winner winner : {Winner::kFirst, Winner::kSecond, Winner::kTie}) {
    for (const double draw_rate : {0.05, 0.2, 0.6}) {
      const std::vector<PairJudgement> both = {{0, 1, Winner::kFirst}, {0, 1, winner}};
      const std::vector<Skill> before = TrueSkill(2, std::span(both).first(1), draw_rate);
      const std::vector<Skill> after = TrueSkill(2, both, draw_rate);
      const Skill want = Posterior(before[0], before[1], winner, draw_rate);
      EXPECT_NEAR(after[0].mean - after[1].mean, want.mean, 1e-6);
      // Equal deviations: each keeps half of what is lost in the difference's variance.
      const double lost =
          2 * before[0].deviation * before[0].deviation - want.deviation * want.deviation;
      EXPECT_NEAR(
          before[0].deviation * before[0].deviation - after[0].deviation * after[0].deviation,
          lost / 4, 1e-6);
    }
  }
}

TEST(TrueSkill, StaysFinite) {
  std::vector<PairJudgement> judgements(10000, {0, 1, Winner::kFirst});
  judgements.insert(judgements.end(), 1000, {1, 0, Winner::kTie});
  judgements.insert(judgements.end(), 1000, {1, 0, Winner::kFirst});
  for (const double draw_rate : {0.0, 0.01, 1.0}) {
    for (const Skill& skill : TrueSkill(2, judgements, draw_rate)) {
      EXPECT_TRUE(std::isfinite(skill.mean)) << draw_rate;
      EXPECT_GT(skill.deviation, 0) << draw_rate;
    }
  }
}

std::vector<PairJudgement> LadderJudgements(uint32_t systems, size_t count) {
  std::mt19937_64 random(1);
  std::vector<PairJudgement> judgements;
  while (judgements.size() < count) {
    const auto first = static_cast<uint32_t>(random() % systems);
    const auto second = static_cast<uint32_t>(random() % systems);
    if (first == second) continue;
    const bool lower_wins = random() % 100 < 80 && first / 2 != second / 2;
    const bool coin = random() % 2 == 0;
    const bool first_wins = lower_wins ? first < second : coin;
    judgements.push_back({first, second,
                          random() % 5 == 0 ? Winner::kTie
                          : first_wins      ? Winner::kFirst
                                            : Winner::kSecond});
  }
  return judgements;
}

TEST(TrueSkillRanks, OrderPairsOfEqualSystems) {
  const std::vector<PairJudgement> judgements = LadderJudgements(6, 3000);  // pairs of equals
  const std::vector<SkillRank> ranks = TrueSkillRanks(6, judgements, 200, 7);
  ASSERT_EQ(ranks.size(), 6u);
  for (uint32_t k = 0; k < 6; ++k) {
    EXPECT_EQ(ranks[k].system / 2, k / 2);
    // Equal systems may differ by chance.
    if (k % 2 == 0 && k > 0) EXPECT_EQ(ranks[k].cluster, ranks[k - 1].cluster + 1);
    EXPECT_LE(ranks[k].low, k + 1);
    EXPECT_GE(ranks[k].high, k + 1);
  }
}

TEST(TrueSkillRanks, DependsOnTheSeedAlone) {
  const std::vector<PairJudgement> judgements = LadderJudgements(4, 300);
  const auto means = [&](uint64_t seed) {
    std::vector<double> all;
    for (const SkillRank& rank : TrueSkillRanks(4, judgements, 50, seed)) all.push_back(rank.mean);
    return all;
  };
  EXPECT_EQ(means(1), means(1));
  EXPECT_NE(means(1), means(2));
  EXPECT_TRUE(TrueSkillRanks(4, {}, 50, 1).empty());
  EXPECT_TRUE(TrueSkillRanks(4, judgements, 0, 1).empty());
}

}  // namespace
}  // namespace mtgauge
