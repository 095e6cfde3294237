// The greatest matching, compared with trying all of them.
#include "core/algo/alignment/assignment.h"

#include <gtest/gtest.h>

#include "tests/oracle/naive_maxsim.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

TEST(Assignment, EveryMatchingOfSmallGraphs) {
  test::RandomText text(91);
  Assignment assignment;
  for (int i = 0; i < 2000; ++i) {
    const uint32_t lefts = 1 + text.Below(6), rights = 1 + text.Below(6);
    const uint32_t density = 1 + text.Below(4);
    std::vector<WeightedEdge> edges;
    std::vector<std::vector<double>> weights(lefts, std::vector<double>(rights));
    for (uint32_t l = 0; l < lefts; ++l) {
      for (uint32_t r = 0; r < rights; ++r) {
        if (text.Below(density) != 0) continue;
        const uint32_t weight = 1 + text.Below(6);
        weights[l][r] = weight;
        edges.push_back({l, r, weight});
      }
    }
    std::vector<bool> taken(rights);
    uint64_t steps = 0;
    const auto total =
        static_cast<double>(assignment.Greatest(edges, lefts, rights, 1'000'000, steps));
    EXPECT_EQ(total, oracle::NaiveMatching(weights, 0, taken));
    double of_partners = 0;
    for (uint32_t l = 0; l < lefts; ++l) {
      const uint32_t partner = assignment.PartnerOf(l);
      if (partner == Assignment::kAlone) continue;
      EXPECT_FALSE(taken[partner]);
      taken[partner] = true;
      of_partners += weights[l][partner];
    }
    EXPECT_EQ(of_partners, total);
  }
}

TEST(Assignment, StopsBeforeTooManySteps) {
  std::vector<WeightedEdge> edges;
  for (uint32_t l = 0; l < 30; ++l) {
    for (uint32_t r = 0; r < 40; ++r) edges.push_back({l, r, 1});
  }
  Assignment assignment;
  uint64_t steps = 0;
  EXPECT_EQ(assignment.Greatest(edges, 30, 40, 36'000, steps), 30u);
  EXPECT_EQ(steps, 36'000u);
  steps = 0;
  assignment.Greatest(edges, 30, 40, 35'999, steps);
  EXPECT_GT(steps, 35'999u);
}

}  // namespace
}  // namespace mtgauge
