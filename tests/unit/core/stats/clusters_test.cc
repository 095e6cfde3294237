// Clusters, greedy ranks and rank ranges of small tournaments, and the relations between them.
#include "core/stats/clusters.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace mtgauge {
namespace {

using Ranks = std::vector<uint32_t>;

// table[i][j] is '1' if i beats j; other characters are ignored.
Beats From(const std::vector<std::string>& table) {
  return [table](uint32_t i, uint32_t j) {
    EXPECT_LT(i, j);
    return table[i][j] == '1';
  };
}

void ExpectRanges(const std::vector<RankRange>& got,
                  const std::vector<std::pair<uint32_t, uint32_t>>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].low, want[i].first) << i;
    EXPECT_EQ(got[i].high, want[i].second) << i;
  }
}

TEST(Clusters, NoSystemsOrOne) {
  const Beats never = From({"."});
  EXPECT_TRUE(WmtClusters(0, never).empty());
  EXPECT_TRUE(GreedyRanks(0, never).empty());
  EXPECT_TRUE(RankRanges(0, never).empty());
  EXPECT_EQ(WmtClusters(1, never), Ranks{1});
  EXPECT_EQ(GreedyRanks(1, never), Ranks{1});
  ExpectRanges(RankRanges(1, never), {{1, 1}});
}

TEST(Clusters, AllOrNothing) {
  const Beats all = From({".11", "..1", "..."}), none = From({".00", "..0", "..."});
  EXPECT_EQ(WmtClusters(3, all), (Ranks{1, 2, 3}));
  EXPECT_EQ(GreedyRanks(3, all), (Ranks{1, 2, 3}));
  ExpectRanges(RankRanges(3, all), {{1, 1}, {2, 2}, {3, 3}});
  EXPECT_EQ(WmtClusters(3, none), (Ranks{1, 1, 1}));
  EXPECT_EQ(GreedyRanks(3, none), (Ranks{1, 1, 1}));
  ExpectRanges(RankRanges(3, none), {{1, 3}, {1, 3}, {1, 3}});
}

TEST(Clusters, TheRulesDiffer) {
  // 0 beats 2 and 3, 1 beats 3, neighbours are tied.
  const Beats chain = From({".011", "..01", "...0", "...."});
  EXPECT_EQ(WmtClusters(4, chain), (Ranks{1, 1, 1, 1}));
  EXPECT_EQ(GreedyRanks(4, chain), (Ranks{1, 1, 2, 2}));
  ExpectRanges(RankRanges(4, chain), {{1, 2}, {1, 3}, {2, 4}, {3, 4}});
  // Two pairs with a line between them.
  const Beats pairs = From({".011", "..11", "...0", "...."});
  EXPECT_EQ(WmtClusters(4, pairs), (Ranks{1, 1, 2, 2}));
  EXPECT_EQ(GreedyRanks(4, pairs), (Ranks{1, 1, 2, 2}));
}

TEST(Clusters, LinesLieWhereEveryPairAcrossIsDecided) {
  std::mt19937_64 random(1);
  size_t lines = 0;
  for (int round = 0; round < 500; ++round) {
    const auto systems = static_cast<uint32_t>(2 + random() % 7);
    std::vector<std::string> table(systems, std::string(systems, '1'));
    for (uint64_t undecided = random() % systems; undecided > 0; --undecided) {
      table[random() % systems][random() % systems] = '0';
    }
    const Ranks clusters = WmtClusters(systems, From(table));
    const Ranks ranks = GreedyRanks(systems, From(table));
    const std::vector<RankRange> ranges = RankRanges(systems, From(table));
    for (uint32_t k = 1; k < systems; ++k) {
      bool decided = true;
      for (uint32_t i = 0; i < k; ++i) {
        for (uint32_t j = k; j < systems; ++j) decided = decided && table[i][j] == '1';
      }
      ASSERT_EQ(clusters[k] - clusters[k - 1], decided ? 1u : 0u);
      lines += decided ? 1 : 0;
      // A line is a new rank for the greedy rule too, and no range crosses it.
      if (!decided) continue;
      ASSERT_EQ(ranks[k], ranks[k - 1] + 1);
      ASSERT_LE(ranges[k - 1].high, k);
      ASSERT_GT(ranges[k].low, k);
    }
  }
  EXPECT_GT(lines, 100u);
}

}  // namespace
}  // namespace mtgauge
