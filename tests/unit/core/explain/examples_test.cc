// The segments that differ most, in order.
#include "core/explain/examples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mtgauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Findings Make(const std::vector<std::pair<double, double>>& scores, bool higher_is_better = true) {
  Findings findings;
  findings.systems = {"A", "B"};
  findings.metrics = {"M"};
  findings.higher_is_better = {higher_is_better};
  for (const auto& [a, b] : scores) {
    const std::string number = std::to_string(findings.segments.size());
    findings.segments.push_back({{"r" + number}, {"a" + number, "b" + number}});
    findings.scores.insert(findings.scores.end(), {a, b});
  }
  return findings;
}

std::vector<uint64_t> Segments(const std::vector<SegmentDifference>& differences) {
  std::vector<uint64_t> segments;
  for (const SegmentDifference& one : differences) segments.push_back(one.segment);
  return segments;
}

TEST(Examples, AreInTheOrderOfDifferences) {
  const Findings findings = Make({{1, 5}, {9, 2}, {3, 3}, {0, 4}, {8, 1}, {NAN, 2}});
  const ExampleTable table = FindExamples(findings, 0, 0, 1, 10);
  EXPECT_THAT(Segments(table.a_better), ElementsAre(4, 1));
  EXPECT_THAT(Segments(table.b_better), ElementsAre(0, 3));
  EXPECT_EQ(table.a_better[0].a, 8);
  EXPECT_THAT(Segments(FindExamples(findings, 0, 0, 1, 1).a_better), ElementsAre(4));
  EXPECT_THAT(Segments(FindExamples(findings, 0, 0, 1, 0).a_better), IsEmpty());
}

TEST(Examples, OfAnErrorRateAreTheLowerOnes) {
  const ExampleTable table = FindExamples(Make({{1, 5}, {9, 2}}, false), 0, 0, 1, 10);
  EXPECT_THAT(Segments(table.a_better), ElementsAre(0));
  EXPECT_THAT(Segments(table.b_better), ElementsAre(1));
}

TEST(Examples, OfEqualTextsTheFirstIsTold) {
  Findings findings = Make({{1, 5}, {1, 5}, {1, 5}, {5, 1}, {5, 1}});
  findings.segments[1] = findings.segments[0];
  findings.segments[4] = findings.segments[3];
  const ExampleTable table = FindExamples(findings, 0, 0, 1, 10);
  EXPECT_THAT(Segments(table.a_better), ElementsAre(3));
  EXPECT_THAT(Segments(table.b_better), ElementsAre(2, 0));
}

}  // namespace
}  // namespace mtgauge
