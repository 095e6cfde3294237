// Rankings by scores of people, from files to ranks, as WMT's scripts of 2024 and 2025 print them,
// and means over language pairs and domains. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/input/tables/judgement_table.h"
#include "mtgauge/compare.h"
#include "tests/support/own_folder.h"
#include "tests/support/shared_data.h"

namespace mtgauge::ranking_test {
namespace {

using nlohmann::json;

std::string CampaignFile(const std::string& name) {
  return (SharedFolder() / "golden/people/campaign" / name).string();
}

Comparison Rank(const std::vector<std::string>& files, ClusterRule rule, const std::string& mean) {
  CompareRequest request;
  request.humans = {{"", false, files}};
  request.clusters = rule;
  request.mean = mean;
  request.resamples = 100;
  Result<Comparison> comparison = Compare(request);
  EXPECT_TRUE(comparison.ok()) << comparison.status().message();
  return *std::move(comparison);
}

void ExpectSystems(const json& golden, const MetricComparison& metric) {
  std::map<std::string, const SystemEstimate*> known;
  for (const SystemEstimate& system : metric.systems) known[system.name] = &system;
  ASSERT_EQ(known.size(), golden.at("systems").size());
  for (const json& want : golden.at("systems")) {
    const SystemEstimate& got = *known.at(want.at("system"));
    EXPECT_NEAR(got.score, want.at("score").get<double>(), 1e-9);
    EXPECT_EQ(got.rank_low, want.at("rank")[0]) << got.name;
    EXPECT_EQ(got.rank_high, want.at("rank")[1]) << got.name;
    EXPECT_EQ(got.cluster, want.at("cluster")) << got.name;
  }
  for (const PairTest& pair : metric.pairs) {
    const json& want =
        golden.at("p").at(metric.systems[pair.a].name + "\t" + metric.systems[pair.b].name);
    if (want.is_null()) {
      EXPECT_TRUE(std::isnan(pair.p));
    } else {
      EXPECT_NEAR(pair.p, want.get<double>(), 1e-9 * want.get<double>() + 1e-15);
    }
  }
}

TEST(HumanRankingTest, EqualsWmt24) {
  MTG_SKIP_WITHOUT_SHARED("golden/people");
  const std::string wave2 = CampaignFile("humeval/esa_generalMT2024_wave2.csv"),
                    wave3 = CampaignFile("humeval/esa_generalMT2024_wave3.csv");
  const std::vector<std::pair<std::string, std::vector<std::string>>> sets = {
      {"wave2", {wave2}}, {"wave3", {wave3}}, {"waves23", {wave2, wave3}}};
  for (const auto& [name, files] : sets) {
    const json golden = ReadJson(CampaignFile("wmt24-clusters-" + name + ".json")).at("results");
    ExpectSystems(golden.at("en-cs/macro"),
                  Rank(files, ClusterRule::kWmt24, "domain").metrics.front());
    ExpectSystems(golden.at("en-cs/micro"), Rank(files, ClusterRule::kWmt24, "").metrics.front());
  }
}

TEST(HumanRankingTest, EqualsWmt25) {
  MTG_SKIP_WITHOUT_SHARED("golden/people");
  const Comparison comparison =
      Rank({CampaignFile("wmt25-genmt-humeval.jsonl")}, ClusterRule::kWmt25, "");
  // Ranges and rounded scores of wmt25-ranking.tex.
  const std::map<std::string, std::pair<std::string, uint32_t>> want = {
      {"refA", {"87.4 1-1", 1}},    {"bravo", {"84.3 2-4", 2}}, {"alpha", {"83.9 2-4", 2}},
      {"charlie", {"83.5 2-5", 2}}, {"delta", {"81.4 4-5", 2}}, {"echo", {"79.0 6-6", 3}},
      {"foxtrot", {"68.3 7-7", 4}}};
  ASSERT_EQ(comparison.metrics.front().systems.size(), want.size());
  for (const SystemEstimate& system : comparison.metrics.front().systems) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %u-%u", system.score, system.rank_low, system.rank_high);
    EXPECT_EQ(text, want.at(system.name).first) << system.name;
    EXPECT_EQ(system.cluster, want.at(system.name).second) << system.name;
  }
}

// Writes the pairs of means.json as one table.
std::string WritePairs(const json& pairs, const OwnFolder& folder) {
  const std::string file = folder.Path("pairs.tsv");
  std::ofstream out(file);
  out << "lang\tsystem\tsegment\tdocument\tdomain\tscore\n";
  for (const auto& [pair, data] : pairs.items()) {
    for (const char* system : {"A", "B"}) {
      for (size_t i = 0; i < data.at(system).size(); ++i) {
        out << pair << '\t' << system << '\t' << i + 1 << '\t'
            << data.at("doc")[i].get<std::string>() << '\t'
            << (data.contains("domain") ? data.at("domain")[i].get<std::string>() : "other") << '\t'
            << data.at(system)[i] << '\n';
      }
    }
  }
  return file;
}

TEST(HumanRankingTest, EqualsMeansOverPairsAndDomains) {
  MTG_SKIP_WITHOUT_SHARED("golden/people");
  const json golden = ReadJson(SharedFolder() / "golden/people/means.json");
  const OwnFolder folder;
  CompareRequest request;
  request.humans = {{"", false, {WritePairs(golden.at("pairs").at("data"), folder)}}};
  request.mean = "lang";
  constexpr uint64_t kDraws = 20000;
  request.resamples = kDraws;
  for (const auto& [name, unit] :
       {std::pair("segment", Unit::kSegment), std::pair("document", Unit::kDocument)}) {
    request.unit = unit;
    const Result<Comparison> comparison = Compare(request);
    ASSERT_TRUE(comparison.ok()) << comparison.status().message();
    const PairTest& test = comparison->metrics.front().pairs.front();
    const json& want = golden.at("pairs").at(name);
    EXPECT_NEAR(test.difference, want.at("mean").get<double>(), 1e-12);
    // The bootstrap divides by n, the linear standard error by n - 1.
    EXPECT_NEAR(test.se, want.at("se_linear").get<double>(), 0.12 * test.se);
    const double p = want.at("p_bootstrap_centred");
    EXPECT_NEAR(test.p, p, 3 * std::sqrt(p * (1 - p) / kDraws) + 1.0 / kDraws) << name;
  }
  request.mean = "domain";
  request.language_pair = golden.at("domains").at("pair");
  request.unit = Unit::kSegment;
  const Result<Comparison> comparison = Compare(request);
  ASSERT_TRUE(comparison.ok()) << comparison.status().message();
  EXPECT_NEAR(comparison->metrics.front().pairs.front().difference,
              golden.at("domains").at("macro").get<double>(), 1e-12);
}

// Pearmut's own means; here, no output is judged by two users.
TEST(HumanRankingTest, EqualsPearmut) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/pearmut");
  const auto folder = SharedFolder() / "golden/people/pearmut";
  const auto campaigns = ReadJudgementTables((folder / "annotations.json").string());
  ASSERT_TRUE(campaigns.ok()) << campaigns.status().message();
  const json results = ReadJson(folder / "results.json");
  ASSERT_EQ(campaigns->size(), results.size());
  for (const JudgementTable& campaign : *campaigns) {
    for (const json& want : results.at(campaign.language_pair)) {
      double sum = 0, count = 0;
      for (const auto& judgement : campaign.criteria.at(0).judgements) {
        if (campaign.systems[judgement.system] != want.at("model")) continue;
        sum += judgement.score;
        ++count;
      }
      EXPECT_EQ(count, want.at("count").get<double>());
      EXPECT_NEAR(sum / count, want.at("score").get<double>(), 1e-12);
    }
  }
}

}  // namespace
}  // namespace mtgauge::ranking_test
