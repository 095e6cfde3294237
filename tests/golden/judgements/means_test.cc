// Means over language pairs and domains, compared from tables of scores. Needs the shared folder of
// reference data.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "mtgauge/compare.h"
#include "tests/support/own_folder.h"
#include "tests/support/shared_data.h"

namespace mtgauge::means_test {
namespace {

using nlohmann::json;

constexpr uint64_t kResamples = 200000;

// A table of the systems A and B.
class ScoresOfPairs {
 public:
  void Add(const std::string& lang, const json& pair) {
    for (const std::string system : {"A", "B"}) {
      for (size_t i = 0; i < pair.at(system).size(); ++i) {
        const std::string domain = pair.contains("domain") ? pair.at("domain")[i] : "all";
        text_ += system + "\t" + lang + "\t" + domain + "\t" +
                 pair.at("doc")[i].get<std::string>() + "\t" + std::to_string(i) + "\t" +
                 pair.at(system)[i].dump() + "\n";
      }
    }
  }
  CompareRequest Request(const std::string& mean) const {
    CompareRequest request;
    request.scores = {{"", false, {folder_.Write("scores.tsv", text_)}}};
    request.mean = mean;
    request.resamples = kResamples;
    return request;
  }

 private:
  OwnFolder folder_;
  std::string text_ = "system\tlang\tdomain\tdocument\tsegment\tscore\n";
};

void ExpectSameP(double got, double want) {
  EXPECT_NEAR(got, want, 3 * std::sqrt(2 * want * (1 - want) / kResamples) + 1.0 / kResamples);
}

PairTest OnlyPair(const CompareRequest& request) {
  const Result<Comparison> comparison = Compare(request);
  if (!comparison.ok()) {
    ADD_FAILURE() << comparison.status().message();
    return {};
  }
  EXPECT_EQ(comparison->metrics.size(), 1U);
  return comparison->metrics.front().pairs.front();
}

TEST(MeansGolden, OverLanguagePairs) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/means.json");
  const json golden = ReadJson(SharedFolder() / "golden/people/means.json").at("pairs");
  ScoresOfPairs table;
  for (const auto& [pair, scores] : golden.at("data").items()) table.Add(pair, scores);
  for (const std::string unit : {"segment", "document"}) {
    SCOPED_TRACE(unit);
    CompareRequest request = table.Request("lang");
    request.unit = unit == "segment" ? Unit::kSegment : Unit::kDocument;
    const PairTest got = OnlyPair(request);
    const json& want = golden.at(unit);
    EXPECT_NEAR(got.difference, want.at("mean").get<double>(), 1e-9);
    ExpectSameP(got.p, want.at("p_bootstrap_centred"));
    // The bootstrap divides by n, the golden's own formula by n - 1; the smallest pair has five
    // documents.
    EXPECT_NEAR(got.se, want.at("se_linear").get<double>(), 0.1 * got.se);
  }
}

TEST(MeansGolden, OfEachPairByItself) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/means.json");
  const json golden = ReadJson(SharedFolder() / "golden/people/means.json").at("pairs");
  ScoresOfPairs table;
  for (const auto& [pair, scores] : golden.at("data").items()) table.Add(pair, scores);
  CompareRequest request = table.Request("");
  request.by = "lang";
  const Result<Comparison> comparison = Compare(request);
  ASSERT_TRUE(comparison.ok()) << comparison.status().message();
  const std::vector<json> differences = golden.at("segment").at("differences");
  const std::vector<json> errors = golden.at("segment").at("per_pair_se");
  ASSERT_EQ(comparison->metrics.size(), differences.size());
  for (size_t g = 0; g < differences.size(); ++g) {
    const MetricComparison& of = comparison->metrics[g];
    EXPECT_EQ(of.group, "p" + std::to_string(g + 1));
    EXPECT_NEAR(of.pairs.front().difference, differences[g].get<double>(), 1e-9);
    const auto n = static_cast<double>(of.units);
    EXPECT_NEAR(of.pairs.front().se, errors[g].get<double>() * std::sqrt((n - 1) / n),
                0.01 * of.pairs.front().se);
  }
}

TEST(MeansGolden, OverDomains) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/means.json");
  const json golden = ReadJson(SharedFolder() / "golden/people/means.json");
  const json& want = golden.at("domains");
  ScoresOfPairs table;
  const std::string pair = want.at("pair");
  table.Add(pair, golden.at("pairs").at("data").at(pair));
  const PairTest macro = OnlyPair(table.Request("domain"));
  EXPECT_NEAR(macro.difference, want.at("macro").get<double>(), 1e-9);
  ExpectSameP(macro.p, want.at("p_bootstrap_centred"));
  const std::vector<double> interval = want.at("interval");
  EXPECT_NEAR(macro.difference - macro.interval.low, (interval[1] - interval[0]) / 2, 2e-3);
  const PairTest nested = OnlyPair(table.Request("lang,domain"));
  EXPECT_EQ(nested.difference, macro.difference);
  const PairTest micro = OnlyPair(table.Request(""));
  EXPECT_NEAR(micro.difference, want.at("micro").get<double>(), 1e-9);
}

}  // namespace
}  // namespace mtgauge::means_test
