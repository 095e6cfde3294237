// Fits of strengths, compared with the models' probabilities written out, and data without a fit.
#include "core/judgements/pairwise_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace mtgauge {
namespace {

using Judged = std::vector<PairJudgement>;
constexpr PairwiseModel kModels[] = {PairwiseModel::kBradleyTerry, PairwiseModel::kDavidson,
                                     PairwiseModel::kRaoKupper};

void Repeat(int times, PairJudgement judgement, Judged& judgements) {
  judgements.insert(judgements.end(), static_cast<size_t>(times), judgement);
}

// The log-likelihood of all judgements, one by one.
double SlowLikelihood(const Judged& judgements, PairwiseModel model,
                      const std::vector<double>& log_strengths, double tie) {
  double sum = 0;
  for (const auto& [first, second, winner] : judgements) {
    const double a = std::exp(log_strengths[first]), b = std::exp(log_strengths[second]);
    double p_first = a / (a + b), p_second = b / (a + b), p_tie = std::sqrt(p_first * p_second);
    if (model == PairwiseModel::kDavidson) {
      const double all = a + b + tie * std::sqrt(a * b);
      p_first = a / all;
      p_second = b / all;
      p_tie = tie * std::sqrt(a * b) / all;
    } else if (model == PairwiseModel::kRaoKupper) {
      p_first = a / (a + tie * b);
      p_second = b / (b + tie * a);
      p_tie = (tie * tie - 1) * a * b / ((a + tie * b) * (b + tie * a));
    }
    sum += std::log(winner == Winner::kFirst    ? p_first
                    : winner == Winner::kSecond ? p_second
                                                : p_tie);
  }
  return sum;
}

Judged RandomJudgements(std::mt19937_64& random, uint32_t systems, size_t count, double ties) {
  Judged judgements;
  std::uniform_real_distribution<double> uniform;
  while (judgements.size() < count) {
    const auto first = static_cast<uint32_t>(random() % systems);
    const auto second = static_cast<uint32_t>(random() % systems);
    if (first == second) continue;
    const double a = first + 1, b = second + 1;
    Winner winner = uniform(random) < a / (a + b) ? Winner::kFirst : Winner::kSecond;
    if (uniform(random) < ties) winner = Winner::kTie;
    judgements.push_back({first, second, winner});
  }
  return judgements;
}

// No step in any direction improves the likelihood, which is the one reported.
void ExpectMaximum(const Judged& judgements, PairwiseModel model, const StrengthFit& fit) {
  const double best = SlowLikelihood(judgements, model, fit.log_strengths, fit.tie);
  EXPECT_NEAR(best, fit.log_likelihood, 1e-9 * std::fabs(best));
  for (size_t k = 0; k <= fit.log_strengths.size(); ++k) {
    for (const double step : {-1e-4, 1e-4}) {
      std::vector<double> moved = fit.log_strengths;
      double tie = fit.tie;
      (k < moved.size() ? moved[k] : tie) += step;
      if (model == PairwiseModel::kRaoKupper && tie < 1) continue;
      if (model == PairwiseModel::kDavidson && tie < 0) continue;
      EXPECT_LT(SlowLikelihood(judgements, model, moved, tie), best + 1e-11 * std::fabs(best));
    }
  }
}

TEST(FitStrengths, IsTheMaximumOfTheLikelihood) {
  std::mt19937_64 random(1);
  int fitted = 0;
  for (int round = 0; round < 60; ++round) {
    const auto systems = static_cast<uint32_t>(2 + random() % 6);
    const Judged judgements =
        RandomJudgements(random, systems, 10 + random() % 300, round % 3 / 4.0);
    for (const PairwiseModel model : kModels) {
      const StrengthFit fit = FitStrengths(ComparisonTable(systems, judgements), model);
      EXPECT_EQ(fit.problem == FitProblem::kNone, !fit.log_strengths.empty());
      if (fit.problem != FitProblem::kNone) continue;
      ++fitted;
      double sum = 0;
      for (const double strength : fit.log_strengths) sum += strength;
      EXPECT_NEAR(sum, 0, 1e-9);
      ExpectMaximum(judgements, model, fit);
    }
  }
  EXPECT_GT(fitted, 100);
}

TEST(FitStrengths, ErrorsAreThoseOfTheInformation) {
  // Two systems: the error of the difference of log strengths is 1 / sqrt(n p q), half of it for
  // each.
  Judged two;
  Repeat(30, {0, 1, Winner::kFirst}, two);
  Repeat(10, {1, 0, Winner::kFirst}, two);
  const StrengthFit fit = FitStrengths(ComparisonTable(2, two), PairwiseModel::kBradleyTerry);
  EXPECT_NEAR(fit.log_strengths[0], std::log(3.0) / 2, 1e-9);
  EXPECT_NEAR(fit.errors[0], std::sqrt(40.0 / (30 * 10)) / 2, 1e-9);
  EXPECT_NEAR(fit.errors[1], fit.errors[0], 1e-12);

  // The profile likelihood of a strength has the curvature 1 / error^2.
  std::mt19937_64 random(2);
  const Judged judgements = RandomJudgements(random, 2, 500, 0.25);
  for (const PairwiseModel model : {PairwiseModel::kDavidson, PairwiseModel::kRaoKupper}) {
    const StrengthFit all = FitStrengths(ComparisonTable(2, judgements), model);
    const auto profile = [&](double shift) {
      double best = -1e300;
      for (int k = -400; k <= 400; ++k) {
        const double tie = all.tie * (1 + k * 1e-5);
        best = std::max(
            best,
            SlowLikelihood(judgements, model,
                           {all.log_strengths[0] + shift, all.log_strengths[1] - shift}, tie));
      }
      return best;
    };
    const double step = 0.01;
    const double curvature = (2 * profile(0) - profile(step) - profile(-step)) / (step * step);
    EXPECT_NEAR(1 / std::sqrt(curvature), all.errors[0], 2e-3 * all.errors[0]);
  }
}

TEST(FitStrengths, WithoutTiesAllModelsAreBradleyTerry) {
  std::mt19937_64 random(3);
  const ComparisonTable table(4, RandomJudgements(random, 4, 200, 0));
  const StrengthFit plain = FitStrengths(table, PairwiseModel::kBradleyTerry);
  const StrengthFit davidson = FitStrengths(table, PairwiseModel::kDavidson);
  const StrengthFit rao_kupper = FitStrengths(table, PairwiseModel::kRaoKupper);
  EXPECT_EQ(davidson.log_strengths, plain.log_strengths);
  EXPECT_EQ(rao_kupper.log_strengths, plain.log_strengths);
  EXPECT_EQ(plain.tie, 0);
  EXPECT_EQ(davidson.tie, 0);
  EXPECT_EQ(rao_kupper.tie, 1);
}

TEST(FitStrengths, DataWithoutAFit) {
  Judged judgements;
  for (const auto& [a, b] : {std::pair(0U, 1U), {2U, 3U}}) {
    Repeat(2, {a, b, Winner::kFirst}, judgements);
    Repeat(1, {b, a, Winner::kFirst}, judgements);
    Repeat(1, {a, b, Winner::kTie}, judgements);
  }
  using Groups = std::vector<uint32_t>;
  for (const PairwiseModel model : kModels) {
    const StrengthFit apart = FitStrengths(ComparisonTable(4, judgements), model);
    EXPECT_EQ(apart.problem, FitProblem::kDisconnected);
    EXPECT_EQ(apart.groups, (Groups{0, 0, 1, 1}));
    EXPECT_TRUE(apart.log_strengths.empty());

    Judged separated = judgements;  // 2 and 3 beat whomever they meet of the others
    Repeat(3, {2, 0, Winner::kFirst}, separated);
    const StrengthFit fit = FitStrengths(ComparisonTable(4, separated), model);
    EXPECT_EQ(fit.problem, FitProblem::kSeparated);
    EXPECT_EQ(fit.groups, (Groups{1, 1, 0, 0}));

    Repeat(1, {1, 3, Winner::kFirst}, separated);
    EXPECT_EQ(FitStrengths(ComparisonTable(4, separated), model).problem, FitProblem::kNone);
    EXPECT_EQ(FitStrengths(ComparisonTable(3, {}), model).problem, FitProblem::kDisconnected);
    EXPECT_EQ(FitStrengths(ComparisonTable(1, {}), model).log_strengths, std::vector<double>{0});
  }
}

TEST(FitStrengths, WhoNeverLosesButTies) {
  Judged judgements;
  Repeat(5, {0, 1, Winner::kFirst}, judgements);
  Repeat(5, {0, 1, Winner::kTie}, judgements);
  const ComparisonTable table(2, judgements);
  // A tie as half a win is also half a loss.
  const StrengthFit plain = FitStrengths(table, PairwiseModel::kBradleyTerry);
  ASSERT_EQ(plain.problem, FitProblem::kNone);
  EXPECT_NEAR(plain.log_strengths[0] - plain.log_strengths[1], std::log(3.0), 1e-9);
  for (const PairwiseModel model : {PairwiseModel::kDavidson, PairwiseModel::kRaoKupper}) {
    const StrengthFit fit = FitStrengths(table, model);
    EXPECT_EQ(fit.problem, FitProblem::kSeparated);
    EXPECT_EQ(fit.groups, (std::vector<uint32_t>{0, 1}));
  }
}

TEST(FitStrengths, OnlyTies) {
  Judged judgements;
  Repeat(5, {0, 1, Winner::kTie}, judgements);
  const ComparisonTable table(2, judgements);
  EXPECT_EQ(FitStrengths(table, PairwiseModel::kDavidson).problem, FitProblem::kOnlyTies);
  EXPECT_EQ(FitStrengths(table, PairwiseModel::kRaoKupper).problem, FitProblem::kOnlyTies);
  const StrengthFit fit = FitStrengths(table, PairwiseModel::kBradleyTerry);
  EXPECT_EQ(fit.log_strengths, (std::vector<double>{0, 0}));
}

TEST(FitStrengths, ManyJudgementsAndExtremeStrengths) {
  Judged judgements;
  for (uint32_t i = 0; i + 1 < 40; ++i) {
    Repeat(20000, {i, i + 1, Winner::kFirst}, judgements);
    Repeat(1, {i + 1, i, Winner::kFirst}, judgements);
    Repeat(2, {i + 1, i, Winner::kTie}, judgements);
  }
  for (const PairwiseModel model : kModels) {
    const StrengthFit fit = FitStrengths(ComparisonTable(40, judgements), model);
    ASSERT_EQ(fit.problem, FitProblem::kNone);
    for (uint32_t i = 0; i + 1 < 40; ++i) {
      const double apart = fit.log_strengths[i] - fit.log_strengths[i + 1];
      EXPECT_NEAR(apart, fit.log_strengths[0] - fit.log_strengths[1], 1e-6);
      if (model == PairwiseModel::kBradleyTerry) EXPECT_NEAR(apart, std::log(20001 / 2.0), 1e-6);
    }
  }
}

TEST(Comparisons, Shares) {
  Judged judgements;
  Repeat(3, {0, 1, Winner::kFirst}, judgements);
  Repeat(1, {0, 1, Winner::kSecond}, judgements);
  Repeat(4, {1, 0, Winner::kTie}, judgements);
  Repeat(2, {2, 0, Winner::kTie}, judgements);
  const ComparisonTable table(4, judgements);
  EXPECT_EQ(table.Wins(0, 1), 3u);
  EXPECT_EQ(table.Ties(0, 1), 4u);
  EXPECT_EQ(table.ties(), 6u);
  EXPECT_EQ(table.comparisons(), 10u);
  EXPECT_EQ(WinsOverDecided(table)[0], 0.75);
  EXPECT_EQ(WinsOrTies(table)[0], 0.9);
  EXPECT_EQ(ExpectedWins(table)[0], 0.75);
  EXPECT_EQ(WinsOrTies(table)[2], 1);
  for (auto* const shares : {WinsOverDecided, ExpectedWins}) {
    EXPECT_TRUE(std::isnan(shares(table)[2]));
  }
  EXPECT_TRUE(std::isnan(WinsOrTies(table)[3]));
}

}  // namespace
}  // namespace mtgauge
