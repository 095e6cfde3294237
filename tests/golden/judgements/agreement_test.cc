// Agreement and z-scores of raters with the digits of krippendorff 0.9.0 and of plain programs.
// Needs the shared folder of reference data.
#include "core/judgements/agreement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/judgements/annotators.h"
#include "tests/support/shared_data.h"

namespace mtgauge::agreement_test {
namespace {

using nlohmann::json;

json Golden() { return ReadJson(SharedFolder() / "golden/people/agreement.json"); }

void ExpectGolden(double got, const json& want) {
  EXPECT_NEAR(got, want.get<double>(), 1e-12 * std::fabs(want.get<double>()));
}

TEST(AgreementGolden, AlphaEqualsKrippendorffs) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/agreement.json");
  const json golden = Golden();
  for (const auto& [name, example] : golden.at("alpha").at("cases").items()) {
    std::vector<Rating> ratings;
    for (const json& row : example.at("ratings")) {
      for (uint32_t unit = 0; unit < row.size(); ++unit) {
        if (row[unit].is_number()) ratings.push_back({unit, row[unit].get<double>()});
      }
    }
    for (const auto& [level, key] : {std::pair(AlphaLevel::kNominal, "nominal"),
                                     {AlphaLevel::kOrdinal, "ordinal"},
                                     {AlphaLevel::kInterval, "interval"}}) {
      SCOPED_TRACE(name + " " + key);
      const double alpha = KrippendorffAlpha(ratings, level);
      if (example.at(key).is_number()) {
        ExpectGolden(alpha, example.at(key));
      } else {
        EXPECT_TRUE(std::isnan(alpha));
      }
    }
  }
}

// The scores of the case "esa"; four outputs to an item.
std::vector<RaterScore> EsaScores(const json& golden) {
  std::vector<RaterScore> scores;
  const json& ratings = golden.at("alpha").at("cases").at("esa").at("ratings");
  for (uint32_t rater = 0; rater < ratings.size(); ++rater) {
    for (uint32_t output = 0; output < ratings[rater].size(); ++output) {
      if (!ratings[rater][output].is_number()) continue;
      scores.push_back({output % 4, output / 4, rater, ratings[rater][output].get<double>()});
    }
  }
  return scores;
}

TEST(AgreementGolden, PairsOfRaters) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/agreement.json");
  const json golden = Golden();
  const json& pairs = golden.at("pairwise_tau").at("pairs");
  const std::vector<RaterPair> got = CompareRaters(EsaScores(golden));
  ASSERT_EQ(got.size(), pairs.size());
  for (const RaterPair& pair : got) {
    const std::string key = std::to_string(pair.first) + "-" + std::to_string(pair.second);
    SCOPED_TRACE(key);
    const json& want = pairs.at(key);
    EXPECT_EQ(pair.counts.concordant, want.at("concordant").get<int64_t>());
    EXPECT_EQ(pair.counts.discordant, want.at("discordant").get<int64_t>());
    EXPECT_EQ(pair.counts.human_ties, want.at("tied_first").get<int64_t>());
    EXPECT_EQ(pair.counts.metric_ties, want.at("tied_second").get<int64_t>());
    EXPECT_EQ(pair.counts.both_ties, want.at("tied_both").get<int64_t>());
    ExpectGolden(TauB(pair.counts), want.at("tau_b"));
    ExpectGolden(Acc23(pair.counts), want.at("agreement"));
    ExpectGolden(AgreementWithoutTies(pair.counts), want.at("acc_without_ties"));
  }
}

TEST(AgreementGolden, ZScores) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/agreement.json");
  const json golden = Golden();
  const std::vector<RaterScore> scores = EsaScores(golden);
  const std::vector<double> z = RaterZScores(3, scores);
  std::vector<std::vector<double>> of_rater(3);
  for (size_t i = 0; i < scores.size(); ++i) of_rater[scores[i].rater].push_back(z[i]);
  for (size_t rater = 0; rater < 3; ++rater) {
    const json& first = golden.at("z")[rater].at("z_first");
    for (size_t i = 0; i < first.size(); ++i) ExpectGolden(of_rater[rater][i], first[i]);
  }
}

}  // namespace
}  // namespace mtgauge::agreement_test
