// Rankings from comparisons, as evalica, trueskill and plain programs give them. Needs the shared
// folder of reference data.
#include "core/judgements/pairwise_models.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/judgements/trueskill.h"
#include "tests/support/shared_data.h"

namespace mtgauge::pairwise_models_test {
namespace {

using nlohmann::json;

constexpr uint32_t kSystems = 5;  // "a" to "e"

json Golden() { return ReadJson(SharedFolder() / "golden/people/agreement.json"); }

std::vector<PairJudgement> ComparisonsOf(const json& golden) {
  std::vector<PairJudgement> comparisons;
  for (const json& row : golden.at("comparisons")) {
    const auto winner = row[2].get<std::string>();
    comparisons.push_back({static_cast<uint32_t>(row[0].get<std::string>()[0] - 'a'),
                           static_cast<uint32_t>(row[1].get<std::string>()[0] - 'a'),
                           winner == ">"   ? Winner::kFirst
                           : winner == "<" ? Winner::kSecond
                                           : Winner::kTie});
  }
  return comparisons;
}

void ExpectScores(const std::vector<double>& got, const json& want, double tolerance) {
  ASSERT_EQ(got.size(), kSystems);
  for (uint32_t i = 0; i < kSystems; ++i) {
    const double score = want.at(std::string(1, static_cast<char>('a' + i))).get<double>();
    EXPECT_NEAR(got[i], score, tolerance * std::fabs(score)) << i;
  }
}

TEST(ComparisonsGolden, Shares) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/agreement.json");
  const json golden = Golden();
  const ComparisonTable table(kSystems, ComparisonsOf(golden));
  ExpectScores(WinsOverDecided(table), golden.at("wins_over_decided"), 1e-12);
  ExpectScores(WinsOrTies(table), golden.at("wins_or_ties"), 1e-12);
  ExpectScores(ExpectedWins(table), golden.at("expected_wins"), 1e-12);
}

TEST(ComparisonsGolden, Models) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/agreement.json");
  const json golden = Golden();
  const ComparisonTable table(kSystems, ComparisonsOf(golden));
  std::vector<double> strengths;
  for (const double strength : FitStrengths(table, PairwiseModel::kBradleyTerry).log_strengths) {
    strengths.push_back(std::exp(strength));
  }
  ExpectScores(strengths, golden.at("bradley_terry_half_ties").at("scores"), 1e-5);
  for (const bool davidson : {true, false}) {
    const json& want = golden.at(davidson ? "davidson" : "rao_kupper");
    const StrengthFit fit =
        FitStrengths(table, davidson ? PairwiseModel::kDavidson : PairwiseModel::kRaoKupper);
    ExpectScores(fit.log_strengths, want.at("log_strength"), 1e-5);
    EXPECT_NEAR(fit.tie, want.at("tie").get<double>(), 1e-5);
    EXPECT_NEAR(fit.log_likelihood, want.at("log_likelihood").get<double>(), 1e-9);
    EXPECT_GE(fit.log_likelihood, want.at("log_likelihood").get<double>() - 1e-11);
  }
}

TEST(ComparisonsGolden, TrueSkillEqualsThePackage) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/agreement.json");
  const json golden = Golden();
  const std::vector<PairJudgement> comparisons = ComparisonsOf(golden);
  const json& want = golden.at("trueskill");
  EXPECT_EQ(TieRate(comparisons), want.at("draw_probability").get<double>());
  std::vector<double> means, deviations;
  for (const Skill& skill : TrueSkill(kSystems, comparisons, TieRate(comparisons))) {
    means.push_back(skill.mean);
    deviations.push_back(skill.deviation);
  }
  ExpectScores(means, want.at("mu"), 1e-9);
  ExpectScores(deviations, want.at("sigma"), 1e-9);
}

}  // namespace
}  // namespace mtgauge::pairwise_models_test
