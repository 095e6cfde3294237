// The metric that docs/new-metric.md makes step by step.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/base/hash.h"
#include "core/contract/registry.h"
#include "tests/support/scored.h"
#include "tests/support/token_list.h"

namespace mtgauge {

extern const MetricRow kSamePlace;

namespace {

using Row = std::vector<int64_t>;

// Returns the row of one segment.
Row RowOf(const Metric& metric, const std::vector<std::string>& references,
          const std::string& output) {
  std::vector<test::TokenList> lists;
  for (const std::string& text : references) {
    lists.emplace_back(test::SplitAtSpaces(text), DefaultHash().function);
  }
  std::vector<SegmentView> views;
  for (const test::TokenList& list : lists) views.push_back({"", list.tokens()});
  const test::TokenList words(test::SplitAtSpaces(output), DefaultHash().function);
  const SegmentView hypothesis = {output, words.tokens()};
  const auto prepared = metric.NewPrepared();
  const auto scratch = metric.NewScratch();
  metric.PrepareRefs({views, static_cast<uint32_t>(views.size())}, *scratch, *prepared);
  Row row(metric.Columns().size(), -1);
  metric.Extract(*prepared, {&hypothesis, 1}, *scratch, row.data());
  return row;
}

TEST(SamePlace, ByHand) {
  const auto metric = kSamePlace.make({{"lc", "yes"}}, {});
  ASSERT_TRUE(metric.ok());
  EXPECT_EQ(RowOf(**metric, {"the gate is open"}, "the gate was open today"), (Row{3, 4}));
  EXPECT_EQ(RowOf(**metric, {"the gate is open", "a gate was open"}, "a gate was shut"),
            (Row{3, 4}));
  EXPECT_EQ(RowOf(**metric, {"internationally known"}, "internationally unknown"), (Row{1, 2}));
  EXPECT_EQ(RowOf(**metric, {""}, ""), (Row{0, 0}));
  EXPECT_EQ((*metric)->Score(Row{3, 4}, Level::kCorpus), 75);
  EXPECT_EQ((*metric)->Score(Row{0, 0}, Level::kCorpus), 0);
  EXPECT_EQ((*metric)->SignatureKeys().front(),
            (std::pair<std::string, std::string>("case", "lc")));
  EXPECT_FALSE(kSamePlace.make({{"tok", "unknown"}}, {}).ok());
}

}  // namespace
}  // namespace mtgauge
