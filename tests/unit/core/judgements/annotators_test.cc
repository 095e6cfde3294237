// Checks of annotators, and z-scores.
#include "core/judgements/annotators.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace mtgauge {
namespace {

// Five raters of 200 outputs, each worth 0 to 99; `of_last` makes the last one's score.
template <typename Score>
std::vector<RaterScore> RaterPanel(const Score& of_last) {
  std::mt19937_64 random(1);
  std::vector<RaterScore> scores;
  for (uint32_t output = 0; output < 200; ++output) {
    const auto worth = static_cast<double>(random() % 100);
    for (uint32_t rater = 0; rater < 5; ++rater) {
      const double noisy = worth + static_cast<double>(random() % 21) - 10;
      scores.push_back({output % 4, output / 4, rater, rater == 4 ? of_last(noisy) : noisy});
    }
  }
  return scores;
}

RaterCheck CheckLast(const std::vector<RaterScore>& scores) {
  const std::vector<RaterCheck> checks = CheckAnnotators(5, scores);
  EXPECT_EQ(checks.size(), 5u);
  for (uint32_t rater = 0; rater < 4; ++rater) {
    EXPECT_FALSE(checks[rater].flagged()) << rater;
    EXPECT_EQ(checks[rater].outputs, 200u);
  }
  return checks[4];
}

TEST(Annotators, OutlyingOnesAreFlagged) {
  EXPECT_FALSE(CheckLast(RaterPanel([](double score) { return score; })).flagged());

  const RaterCheck harsh = CheckLast(RaterPanel([](double score) { return score - 60; }));
  EXPECT_TRUE(harsh.shifted && !harsh.unrelated && !harsh.scaled);
  EXPECT_NEAR(harsh.mean_difference, -60, 2);

  const RaterCheck narrow = CheckLast(RaterPanel([](double score) { return 35 + score / 4; }));
  EXPECT_TRUE(narrow.scaled && !narrow.shifted && !narrow.unrelated);
  EXPECT_NEAR(narrow.deviation_ratio, 0.25, 0.02);

  const RaterCheck turned = CheckLast(RaterPanel([](double score) { return 100 - score; }));
  EXPECT_TRUE(turned.unrelated && !turned.shifted && !turned.scaled);
  EXPECT_LT(turned.correlation, -0.9);
  EXPECT_GT(turned.correlation_p, 0.999);

  const RaterCheck constant = CheckLast(RaterPanel([](double) { return 50.0; }));
  EXPECT_TRUE(constant.unrelated && constant.scaled);
  EXPECT_TRUE(std::isnan(constant.correlation));
}

TEST(Annotators, ComparesWithTheMeanOfTheOthers) {
  // Output 0 is judged by all, output 1 by rater 0 twice and rater 2, output 2 by rater 1 alone.
  const std::vector<RaterScore> scores = {{0, 0, 0, 4},  {0, 0, 1, 8}, {0, 0, 2, 12}, {1, 0, 0, 10},
                                          {1, 0, 0, 20}, {1, 0, 2, 3}, {2, 0, 1, 99}};
  const std::vector<RaterCheck> checks = CheckAnnotators(4, scores);
  EXPECT_EQ(checks[0].outputs, 2u);
  EXPECT_EQ(checks[0].mean_difference, (4.0 + 15) / 2 - (10.0 + 3) / 2);
  EXPECT_EQ(checks[1].outputs, 1u);
  EXPECT_EQ(checks[1].mean_difference, 0);
  EXPECT_EQ(checks[2].mean_difference, (12.0 + 3) / 2 - (6.0 + 15) / 2);
  EXPECT_EQ(checks[3].outputs, 0u);
  EXPECT_TRUE(std::isnan(checks[3].mean_difference));
  for (const RaterCheck& check : checks) EXPECT_FALSE(check.flagged());
}

TEST(Annotators, ZScores) {
  const std::vector<RaterScore> scores = {{0, 0, 0, 1}, {0, 0, 1, 7}, {1, 0, 0, 3},
                                          {1, 0, 2, 5}, {2, 0, 2, 5}, {2, 0, 0, 5}};
  const std::vector<double> z = RaterZScores(3, scores);
  EXPECT_EQ(z[0], -1);
  EXPECT_EQ(z[2], 0);
  EXPECT_EQ(z[5], 1);
  EXPECT_TRUE(std::isnan(z[1]));                      // only one score
  EXPECT_TRUE(std::isnan(z[3]) && std::isnan(z[4]));  // all the same
}

TEST(Annotators, AMillionJudgements) {
  std::mt19937_64 random(2);
  std::vector<RaterScore> scores;
  for (uint32_t k = 0; k < 1000000; ++k) {
    scores.push_back({k % 10, k / 30, static_cast<uint32_t>(random() % 50),
                      static_cast<double>(random() % 101)});
  }
  EXPECT_EQ(CheckAnnotators(50, scores).size(), 50u);
  EXPECT_EQ(RaterZScores(50, scores).size(), scores.size());
}

}  // namespace
}  // namespace mtgauge
