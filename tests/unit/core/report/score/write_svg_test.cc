// Charts of scores are well-formed for any systems and scores. tests/cli/score/svg has what they
// show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libxml/parser.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/report/score/report_writer.h"

namespace mtgauge {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Returns the chart of these systems under one metric.
std::string Chart(const std::vector<std::string>& names, const std::vector<double>& scores,
                  bool intervals = false) {
  Report report;
  for (size_t s = 0; s < names.size(); ++s) {
    MetricScore score;
    score.metric = "BLEU";
    score.score = scores[s % scores.size()];
    if (intervals) score.resampled.emplace().interval = {score.score, 2};
    report.systems.push_back({names[s], {score}});
  }
  const std::string svg = WriteSvg(report, {});
  const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> document(
      xmlReadMemory(svg.data(), static_cast<int>(svg.size()), "chart.svg", nullptr,
                    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING),
      &xmlFreeDoc);
  EXPECT_NE(document, nullptr) << svg;
  return svg;
}

std::vector<std::string> Numbered(const std::string& name, size_t count) {
  std::vector<std::string> names;
  for (size_t i = 0; i < count; ++i) names.push_back(name + std::to_string(1000 * i));
  return names;
}

TEST(WriteSvg, ScoresThatAreNotThereAreNotDrawn) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::string> names = Numbered("step", 3);
  EXPECT_EQ(Count(Chart(names, {1, kNan, 3}), "<circle"), 2U);
  EXPECT_EQ(Count(Chart(names, {1, kNan, 3}, true), "<circle"), 2U);
  const std::string none = Chart(names, {kNan}, true);
  EXPECT_THAT(none, AllOf(HasSubstr("BLEU"), Not(HasSubstr("<circle")), Not(HasSubstr("nan,"))));
  EXPECT_EQ(Count(Chart({"one", "1", "2"}, {kNan, 1, 2}), "<polyline"), 1U);
}

TEST(WriteSvg, IntervalsAreABandOrLines) {
  EXPECT_EQ(Count(Chart(Numbered("step", 5), {1, 2, 3}, true), "<polygon"), 1U);
  EXPECT_EQ(Count(Chart({"a", "b"}, {1, 2}, true), "<polygon"), 0U);
  EXPECT_EQ(Count(Chart({"a", "b"}, {1, 2}, true), "stroke=\"#0072b2\""), 2U);
  std::vector<std::string> many;
  for (const char* const run : {"a-", "b-", "c-", "d-"}) {
    for (const std::string& name : Numbered(run, 3)) many.push_back(name);
  }
  EXPECT_EQ(Count(Chart(many, {1, 2}, true), "<polygon"), 0U);
  EXPECT_EQ(Count(Chart(many, {1, 2}, true), "<polyline"), 4U);
}

TEST(WriteSvg, DrawsAnySystems) {
  EXPECT_EQ(Count(Chart({"only"}, {50}), "<circle"), 1U);
  EXPECT_EQ(Count(Chart(Numbered("step", 200), {1, 2, 3}), "<circle"), 200U);
  EXPECT_EQ(Count(Chart({"<a>&1", "<a>&2", "\xff\x01 3"}, {1, 2}), "&lt;a&gt;&amp;"), 4U);
  EXPECT_EQ(Count(Chart(Numbered(std::string(400, '9'), 3), {1}), "<circle"), 3U);
  EXPECT_THAT(WriteSvg(Report(), {}), HasSubstr("<svg"));
}

// A system is a line of its own if its name has no number; if several have none, nothing is
// ordered.
TEST(WriteSvg, NamesWithoutNumbersAreLevel) {
  EXPECT_EQ(Count(Chart({"a1", "a2", "b", "c"}, {1, 2}), "stroke-dasharray"), 2U);
  EXPECT_THAT(Chart({"a1", "a2", "b", "c", "d", "e", "f"}, {1, 2}), HasSubstr("order given"));
  EXPECT_THAT(Chart({"a1", "b2", "c3"}, {1, 2}), HasSubstr("order given"));
  EXPECT_THAT(Chart({"a7", "b7"}, {1, 2}), HasSubstr("order given"));
}

}  // namespace
}  // namespace mtgauge
