// Every subset once, the empty one first, with the right sums.
#include "core/stats/enumeration.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <set>
#include <vector>

namespace mtgauge {
namespace {

using Sums = std::vector<int64_t>;

std::vector<Sums> AllSums(const std::vector<int64_t>& rows, uint32_t columns) {
  std::vector<Sums> all;
  EnumerateSubsets(rows, columns, [&](std::span<const int64_t> sums) {
    all.emplace_back(sums.begin(), sums.end());
  });
  return all;
}

TEST(EnumerateSubsets, NamesEverySubsetOnce) {
  for (uint32_t units = 0; units <= 12; ++units) {
    std::vector<int64_t> rows;
    for (uint32_t i = 0; i < units; ++i) {
      rows.push_back(int64_t{1} << i);
      rows.push_back(-1);
    }
    const std::vector<Sums> all = AllSums(rows, 2);
    ASSERT_EQ(all.size(), size_t{1} << units);
    EXPECT_EQ(all.front(), (Sums{0, 0}));
    std::set<int64_t> subsets;
    for (const Sums& sums : all) {
      subsets.insert(sums[0]);
      ASSERT_EQ(-sums[1], std::popcount(static_cast<uint64_t>(sums[0])));
    }
    EXPECT_EQ(subsets.size(), all.size());
    EXPECT_EQ(*subsets.begin(), 0);
    EXPECT_EQ(*subsets.rbegin(), (int64_t{1} << units) - 1);
  }
}

TEST(EnumerateSubsets, NoUnitsOrNoColumns) {
  EXPECT_EQ(AllSums({}, 3), (std::vector<Sums>{{0, 0, 0}}));
  EXPECT_EQ(AllSums({}, 0), (std::vector<Sums>{{}}));
}

// Swaps of three units by hand: differences 4, -1, 2 give |d*| = 5, 3, 7, 1 twice each.
TEST(EnumerateSubsets, GivesTheExactPOfARandomizationTest) {
  const int64_t differences[] = {4, -1, 2};
  size_t at_least = 0, above = 0, one_sided = 0;
  EnumerateSubsets(differences, 1, [&](std::span<const int64_t> sums) {
    const int64_t swapped = 5 - 2 * sums[0];
    at_least += std::abs(swapped) >= 5 ? 1 : 0;
    above += std::abs(swapped) > 5 ? 1 : 0;
    one_sided += swapped >= 5 ? 1 : 0;
  });
  EXPECT_EQ(at_least, 4u);
  EXPECT_EQ(above, 2u);
  EXPECT_EQ(one_sided, 2u);
}

}  // namespace
}  // namespace mtgauge
