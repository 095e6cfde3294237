// The p, ranks and clusters of a campaign as WMT's scripts of 2024 and 2025 print them. Needs the
// shared folder of reference data.
#include "core/judgements/campaign_ranks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/judgements/wilcoxon.h"
#include "tests/oracle/naive_stouffer.h"
#include "tests/support/shared_data.h"

namespace mtgauge::campaign_ranks_test {
namespace {

using nlohmann::json;
using Doubles = std::vector<double>;
using Unit = std::string;                         // document and item
using Scores = std::map<Unit, Doubles>;           // several waves or raters: several
using Domains = std::map<std::string, Scores>;    // of one system
using Campaign = std::map<std::string, Domains>;  // by name of the system

std::filesystem::path Folder() { return SharedFolder() / "golden/people/campaign"; }

// "test-en-news_003" -> "news"
std::string DomainOf(const std::string& document) {
  const size_t begin = document.rfind('-') + 1;
  return document.substr(begin, document.rfind('_') - begin);
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Adds the rows of a wave that count.
void AddWave(const std::string& wave, Campaign& campaign) {
  std::map<std::vector<std::string>, std::pair<double, double>> latest;  // -> (end, score)
  for (const std::string& line :
       ReadLines(Folder() / ("humeval/esa_generalMT2024_wave" + wave + ".csv"))) {
    std::string plain = line.substr(0, line.find('"'));  // what follows may contain commas
    std::replace(plain.begin(), plain.end(), ',', '\t');
    const Lines fields = Fields(plain);
    const std::string &system = fields.at(1), &document = fields.at(7);
    if (fields.at(3) != "TGT" || Contains(system, "tutorial") || document == "canary" ||
        Contains(document, "#incomplete") || Contains(document, "#dup")) {
      continue;
    }
    const double end = std::stod(line.substr(line.rfind(',') + 1));
    auto& kept = latest[{fields.at(0), system, document, fields.at(2)}];
    if (end > kept.first) kept = {end, std::stod(fields.at(6))};
  }
  for (const auto& [key, row] : latest) {
    campaign[key[1]][DomainOf(key[2])][key[2] + " " + key[3]].push_back(row.second);
  }
}

Campaign ReadCampaign(const std::string& waves) {
  Campaign campaign;
  for (const char wave : waves) AddWave({wave}, campaign);
  return campaign;
}

// A unit with several judgements gives all pairs of them, as the script's join does.
Doubles Differences(const Scores& one, const Scores& other) {
  Doubles differences;
  for (const auto& [unit, scores] : one) {
    const auto found = other.find(unit);
    if (found == other.end()) continue;
    for (const double a : scores) {
      for (const double b : found->second) differences.push_back(a - b);
    }
  }
  return differences;
}

// Tests of the domains in which both systems were judged.
std::vector<WilcoxonP> DomainTests(const Domains& one, const Domains& other) {
  std::vector<WilcoxonP> tests;
  for (const auto& [domain, scores] : one) {
    const auto found = other.find(domain);
    if (found == other.end()) continue;
    const Doubles differences = Differences(scores, found->second);
    if (!differences.empty()) tests.push_back(Wilcoxon(differences));
  }
  return tests;
}

Doubles All(const std::vector<WilcoxonP>& tests, double WilcoxonP::*which) {
  Doubles p;
  for (const WilcoxonP& test : tests) p.push_back(test.*which);
  return p;
}

double MacroP(const Domains& one, const Domains& other) {
  return CombineAsWmt24(All(DomainTests(one, other), &WilcoxonP::two_sided));
}

Scores Pool(const Domains& domains) {
  Scores pooled;
  for (const auto& [domain, scores] : domains) pooled.insert(scores.begin(), scores.end());
  return pooled;
}

double MicroP(const Domains& one, const Domains& other) {
  return Wilcoxon(Differences(Pool(one), Pool(other))).two_sided;
}

double Mean(const Scores& scores) {
  double sum = 0, n = 0;
  for (const auto& [unit, values] : scores) {
    for (const double value : values) {
      sum += value;
      ++n;
    }
  }
  return sum / n;
}

double MacroScore(const Domains& domains) {
  double sum = 0;
  for (const auto& [domain, scores] : domains) sum += Mean(scores);
  return sum / static_cast<double>(domains.size());
}

double MicroScore(const Domains& domains) { return Mean(Pool(domains)); }

void ExpectRanks(const std::vector<CampaignRank>& ranks, const Lines& names, const Doubles& scores,
                 const json& golden) {
  ASSERT_EQ(ranks.size(), golden.size());
  for (size_t i = 0; i < ranks.size(); ++i) {
    SCOPED_TRACE(names[ranks[i].system]);
    EXPECT_EQ(names[ranks[i].system], golden[i].at("system").get<std::string>());
    EXPECT_NEAR(scores[ranks[i].system], golden[i].at("score").get<double>(), 1e-10);
    EXPECT_EQ(ranks[i].low, golden[i].at("rank")[0].get<uint32_t>());
    EXPECT_EQ(ranks[i].high, golden[i].at("rank")[1].get<uint32_t>());
    EXPECT_EQ(ranks[i].wins, golden[i].at("wins").get<uint32_t>());
    EXPECT_EQ(ranks[i].losses, golden[i].at("losses").get<uint32_t>());
    EXPECT_EQ(ranks[i].cluster, golden[i].at("cluster").get<uint32_t>());
  }
}

TEST(CampaignRanksGolden, Wmt24) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/campaign");
  for (const std::string waves : {"2", "3", "23"}) {
    const Campaign campaign = ReadCampaign(waves);
    const json golden =
        ReadJson(Folder() / ("wmt24-clusters-wave" + (waves == "23" ? "s23" : waves) + ".json"));
    for (const bool macro : {false, true}) {
      SCOPED_TRACE(waves + (macro ? " macro" : " micro"));
      const json& result = golden.at("results").at(macro ? "en-cs/macro" : "en-cs/micro");
      const auto p_of = macro ? MacroP : MicroP;
      Lines names;
      Doubles scores;
      for (const auto& [name, domains] : campaign) {
        names.push_back(name);
        scores.push_back((macro ? MacroScore : MicroScore)(domains));
      }
      const PairP p = [&](uint32_t i, uint32_t j) {
        return p_of(campaign.at(names[i]), campaign.at(names[j]));
      };
      for (const auto& [key, want] : result.at("p").items()) {
        const size_t tab = key.find('\t');
        const double got = p_of(campaign.at(key.substr(0, tab)), campaign.at(key.substr(tab + 1)));
        EXPECT_NEAR(got, want.get<double>(), 1e-9 * want.get<double>()) << key;
      }
      ExpectRanks(RankAsWmt24(scores, p), names, scores, result.at("systems"));
    }
  }
}

TEST(CampaignRanksGolden, SignedStouffer) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/campaign");
  const json golden = ReadJson(Folder() / "signed-stouffer.json");
  for (const auto& [waves, table] : golden.items()) {
    const Campaign campaign = ReadCampaign(waves);
    for (const auto& [key, want] : table.items()) {
      const size_t tab = key.find('\t');
      const std::vector<WilcoxonP> tests =
          DomainTests(campaign.at(key.substr(0, tab)), campaign.at(key.substr(tab + 1)));
      const Doubles greater = All(tests, &WilcoxonP::greater);
      EXPECT_NEAR(oracle::NaiveSignedStouffer(greater), want.get<double>(),
                  1e-9 * want.get<double>())
          << waves << " " << key;
      // Without exact tests both directions have the same p; where p is not near 1, it is this one.
      const bool exact = std::any_of(tests.begin(), tests.end(), [](auto& p) { return p.exact; });
      if (exact || *std::max_element(greater.begin(), greater.end()) > 0.999) continue;
      EXPECT_NEAR(CombineSymmetric(greater, All(tests, &WilcoxonP::less)), want.get<double>(),
                  1e-9 * want.get<double>());
    }
  }
}

struct PrintedRank {
  std::string name;
  uint32_t low, high, cluster;
};

// Reads the rows of the ranking, such as "2-4 & bravo & 84.3", from the script's LaTeX table.
std::vector<PrintedRank> ReadLatex() {
  std::vector<PrintedRank> ranks;
  uint32_t cluster = 1;
  for (std::string line : ReadLines(Folder() / "wmt25-ranking.tex")) {
    if (Contains(line, "cmidrule")) ++cluster;
    if (!Contains(line, "constrained")) continue;
    for (size_t at; (at = line.find("\\phantom{0}")) != std::string::npos;) line.erase(at, 11);
    const size_t begin = line.find("constrained ") + 12;
    PrintedRank rank = {line.substr(begin, line.find(' ', begin) - begin), 0, 0, cluster};
    EXPECT_EQ(std::sscanf(line.c_str(), "%u-%u", &rank.low, &rank.high), 2) << line;
    if (rank.name == "Human") rank.name = "refA";
    ranks.push_back(rank);
  }
  return ranks;
}

// Units are pairs of a paragraph and a wave; NaN where a system was not judged.
std::map<std::string, Doubles> ReadRecords() {
  std::map<std::string, Doubles> scores;
  size_t units = 0;
  for (const std::string& line : ReadLines(Folder() / "wmt25-genmt-humeval.jsonl")) {
    const json records = json::parse(line).at("scores");
    for (const char* wave : {"human1", "human2"}) {
      ++units;
      for (const auto& [system, record] : records.items()) {
        scores[system].resize(units, NAN);
        if (record.contains(wave)) scores[system].back() = record.at(wave).get<double>();
      }
      for (auto& [system, values] : scores) values.resize(units, NAN);
    }
  }
  return scores;
}

double MeanOfKnown(const Doubles& values) {
  double sum = 0, n = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    ++n;
  }
  return sum / n;
}

TEST(CampaignRanksGolden, Wmt25) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/campaign");
  const std::map<std::string, Doubles> campaign = ReadRecords();
  Lines names;
  Doubles scores;
  for (const auto& [name, values] : campaign) {
    names.push_back(name);
    scores.push_back(MeanOfKnown(values));
  }
  const PairP p = [&](uint32_t better, uint32_t worse) {
    const Doubles &one = campaign.at(names[better]), &other = campaign.at(names[worse]);
    Doubles differences;
    for (size_t u = 0; u < one.size(); ++u) {
      const double difference = one[u] - other[u];
      if (!std::isnan(difference)) differences.push_back(difference);
    }
    return Wilcoxon(differences).greater;
  };
  const std::vector<CampaignRank> ranks = RankAsWmt25(scores, p);
  const std::vector<PrintedRank> printed = ReadLatex();
  const std::string text = ReadBytes(Folder() / "wmt25-clusters.txt");
  ASSERT_EQ(ranks.size(), printed.size());
  for (size_t i = 0; i < ranks.size(); ++i) {
    const std::string& name = names[ranks[i].system];
    EXPECT_EQ(name, printed[i].name);
    EXPECT_EQ(ranks[i].low, printed[i].low) << name;
    EXPECT_EQ(ranks[i].high, printed[i].high) << name;
    EXPECT_EQ(ranks[i].cluster, printed[i].cluster) << name;
    char rounded[16];
    std::snprintf(rounded, sizeof rounded, ": %.1f", scores[ranks[i].system]);
    EXPECT_TRUE(Contains(text, name + rounded)) << name << rounded;
  }
}

}  // namespace
}  // namespace mtgauge::campaign_ranks_test
