// The campaigns' ranks, compared with their rules followed literally, and Stouffer's rule.
#include "core/judgements/campaign_ranks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/stats/normal.h"
#include "tests/oracle/naive_stouffer.h"

namespace mtgauge {
namespace {

using Doubles = std::vector<double>;

// Systems in order of falling scores.
struct Campaign {
  Doubles scores;
  std::vector<Doubles> p;
};

Campaign MakeCampaign(std::mt19937_64& random) {
  const size_t systems = 1 + random() % 9;
  Campaign campaign;
  for (size_t i = 0; i < systems; ++i) {
    campaign.scores.push_back(100.0 - static_cast<double>(i / (1 + random() % 2)));
  }
  std::sort(campaign.scores.rbegin(), campaign.scores.rend());
  campaign.p.assign(systems, Doubles(systems, 1));
  const uint64_t decided = random() % 100;
  for (size_t i = 0; i < systems; ++i) {
    for (size_t j = 0; j < i; ++j) {
      double p = random() % 100 < decided ? 0.001 : 0.5;
      if (random() % 20 == 0) p = NAN;
      if (random() % 20 == 0) p = 0.05;  // neither below nor above
      campaign.p[i][j] = campaign.p[j][i] = p;
    }
  }
  return campaign;
}

PairP TableOf(const Campaign& campaign) {
  return [&campaign](uint32_t better, uint32_t worse) {
    EXPECT_LT(better, worse);
    return campaign.p[better][worse];
  };
}

// The cluster rule of 2024: a system stays open to the last one that it is not different from.
std::vector<uint32_t> OpenSystems(const Campaign& campaign) {
  std::vector<uint32_t> clusters;
  uint32_t cluster = 1;
  size_t open_to = 0;
  for (size_t i = 0; i < campaign.scores.size(); ++i) {
    clusters.push_back(cluster);
    for (size_t j = i; j < campaign.scores.size(); ++j) {
      if (campaign.p[i][j] > 0.05) open_to = std::max(open_to, j);
    }
    if (open_to <= i) ++cluster;
  }
  return clusters;
}

// The rule of 2025.
void ExpectWmt25(const Campaign& campaign, const std::vector<CampaignRank>& ranks) {
  const size_t systems = campaign.scores.size();
  uint32_t cluster = 1;
  for (size_t i = 0; i < systems; ++i) {
    size_t above = 0, below = 0;
    for (size_t j = i; j-- > 0 && !(campaign.p[j][i] < 0.05);) ++above;
    for (size_t j = i + 1; j < systems && !(campaign.p[i][j] < 0.05); ++j) ++below;
    EXPECT_EQ(ranks[i].low, i + 1 - above);
    EXPECT_EQ(ranks[i].high, i + 1 + below);
    EXPECT_EQ(ranks[i].cluster, cluster);
    bool ends = true;
    for (size_t j = 0; j < systems; ++j) {
      ends = ends && (j <= i ? ranks[j].high <= i + 1 : ranks[j].low > i + 1);
    }
    if (ends) ++cluster;
  }
}

TEST(CampaignRanks, FollowTheRulesOnRandomTests) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 500; ++round) {
    const Campaign campaign = MakeCampaign(random);
    const auto systems = static_cast<uint32_t>(campaign.scores.size());
    const auto wmt24 = RankAsWmt24(campaign.scores, TableOf(campaign));
    const auto wmt25 = RankAsWmt25(campaign.scores, TableOf(campaign));
    const std::vector<uint32_t> clusters = OpenSystems(campaign);
    for (uint32_t i = 0; i < systems; ++i) {
      uint32_t wins = 0, losses = 0, undefined = 0;
      for (uint32_t j = 0; j < systems; ++j) {
        const bool significant = campaign.p[i][j] < 0.05;
        wins += significant && campaign.scores[i] > campaign.scores[j] ? 1 : 0;
        losses += significant && campaign.scores[i] < campaign.scores[j] ? 1 : 0;
        undefined += std::isnan(campaign.p[i][j]) ? 1 : 0;
      }
      EXPECT_EQ(wmt24[i].system, i);
      EXPECT_EQ(wmt24[i].wins, wins);
      EXPECT_EQ(wmt24[i].losses, losses);
      EXPECT_EQ(wmt24[i].low, 1 + losses);
      EXPECT_EQ(wmt24[i].high, systems - wins);
      EXPECT_EQ(wmt24[i].undefined, undefined);
      EXPECT_EQ(wmt24[i].cluster, clusters[i]);
      EXPECT_EQ(wmt25[i].undefined, undefined);
    }
    ExpectWmt25(campaign, wmt25);
  }
}

TEST(CampaignRanks, OrdersByScore) {
  const Doubles scores = {3, 5, 3, 9};
  const PairP all = [](uint32_t, uint32_t) { return 0.01; };
  std::vector<uint32_t> order;
  for (const CampaignRank& rank : RankAsWmt25(scores, all)) {
    EXPECT_EQ(rank.cluster, order.size() + 1);
    EXPECT_EQ(rank.low, rank.high);
    order.push_back(rank.system);
  }
  EXPECT_EQ(order, (std::vector<uint32_t>{3, 1, 0, 2}));
  // Equal scores: neither wins, though the test tells them apart.
  const auto wmt24 = RankAsWmt24(scores, all);
  EXPECT_EQ(wmt24[2].wins, 0u);
  EXPECT_EQ(wmt24[2].high, 4u);
  EXPECT_EQ(wmt24[3].losses, 2u);
  EXPECT_TRUE(RankAsWmt24({}, all).empty());
  EXPECT_TRUE(RankAsWmt25({}, all).empty());
}

TEST(CampaignRanks, UndefinedTestsSeparateClustersOnlyIn2024) {
  const Doubles scores = {2, 1};
  const PairP undefined = [](uint32_t, uint32_t) { return NAN; };
  const auto wmt24 = RankAsWmt24(scores, undefined), wmt25 = RankAsWmt25(scores, undefined);
  EXPECT_EQ(wmt24[1].cluster, 2u);
  EXPECT_EQ(wmt24[0].high, 2u);
  EXPECT_EQ(wmt24[0].undefined, 1u);
  EXPECT_EQ(wmt25[1].cluster, 1u);
  EXPECT_EQ(wmt25[0].high, 2u);
}

TEST(Combine, OneDomainIsItsOwnP) {
  for (const double p : {0.5, 0.1, 1e-5}) {
    EXPECT_NEAR(CombineAsWmt24(Doubles{p}), p, 1e-11 * p);
    EXPECT_NEAR(CombineSymmetric(Doubles{p / 2}, Doubles{1 - p / 2}), p, 1e-14 * p);
  }
  EXPECT_NEAR(CombineSymmetric(Doubles{1e-200}, Doubles{1}), 2e-200, 1e-212);
}

TEST(Combine, DirectionCountsExceptInWmt24) {
  const Doubles two_sided = {0.001, 0.001}, greater = {0.0005, 0.9995}, less = {0.9995, 0.0005};
  EXPECT_LT(CombineAsWmt24(two_sided), 1e-4);
  EXPECT_EQ(CombineSymmetric(greater, less), 1);
}

TEST(Combine, UndefinedAndExtremeP) {
  EXPECT_TRUE(std::isnan(CombineAsWmt24(Doubles{1, 1e-17})));
  EXPECT_TRUE(std::isnan(CombineAsWmt24(Doubles{0.1, NAN})));
  EXPECT_EQ(CombineAsWmt24(Doubles{1, 0.001}), 1);
  EXPECT_EQ(CombineAsWmt24(Doubles{0.5, 1e-17}), 0);
  EXPECT_TRUE(std::isnan(CombineAsWmt24({})));
  EXPECT_TRUE(std::isnan(CombineSymmetric(Doubles{NAN, NAN}, Doubles{NAN, NAN})));
  EXPECT_TRUE(std::isnan(CombineSymmetric({}, {})));
  EXPECT_EQ(CombineSymmetric(Doubles{NAN, 0.02}, Doubles{NAN, 0.98}),
            CombineSymmetric(Doubles{0.02}, Doubles{0.98}));
  // Three units, all in one direction: exact p of 1/8 and 1. Named the other way round, the p of 1
  // outweighs everything.
  const Doubles greater = {0.125, 0.01}, less = {1, 0.99};
  EXPECT_GT(oracle::NaiveSignedStouffer(greater), 0.01);
  EXPECT_LT(oracle::NaiveSignedStouffer(less), 1e-10);
  EXPECT_EQ(CombineSymmetric(greater, less), CombineSymmetric(less, greater));
  EXPECT_NEAR(CombineSymmetric(greater, less), oracle::NaiveSignedStouffer(greater), 1e-14);
}

}  // namespace
}  // namespace mtgauge
