// The single table of systems and metrics, for given values.
#include "core/report/compare/paper_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mtgauge {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

MetricComparison MakeMetric(const std::string& name, bool higher, std::vector<double> scores,
                            std::vector<uint32_t> clusters) {
  MetricComparison metric;
  metric.metric = name;
  metric.signature = "nrefs:1";
  metric.test_signature = "test:bs|n:100";
  metric.higher_is_better = higher;
  metric.units = 100;
  const std::string names[] = {"old_1", "<new>", "other"};
  for (size_t s = 0; s < scores.size(); ++s) {
    SystemEstimate& system = metric.systems.emplace_back();
    system.name = names[s];
    system.score = scores[s];
    system.interval = {scores[s] - 1.5, scores[s] + 2};
    system.half_width = 1.75;
    system.cluster = clusters[s];
  }
  for (uint32_t b = 1; b < scores.size(); ++b) {
    PairTest& pair = metric.pairs.emplace_back();
    pair.a = 0;
    pair.b = b;
    pair.significant = b == 1;
  }
  return metric;
}

Comparison TwoMetrics() {
  Comparison comparison;
  comparison.options.baseline = 0;
  comparison.options.rank_beside_baseline = true;
  comparison.table = TableCells::kScores;
  comparison.metrics = {MakeMetric("BLEU", true, {40, 42, 41}, {2, 1, 1}),
                        MakeMetric("TER", false, {50, 45.5, 52}, {2, 1, 2})};
  return comparison;
}

WriteOptions OneDigit() {
  WriteOptions options;
  options.width = 1;
  options.configuration.references = {"ref.txt"};
  return options;
}

TEST(PaperTable, Text) {
  EXPECT_EQ(PaperText(TwoMetrics(), OneDigit()), R"(  system    BLEU   TER ↓
  ----------------------
  old_1   40.0    50.0
  ----------------------
  <new>   42.0#*  45.5#*
  other   41.0#   52.0

  Scores against ref.txt, 100 segments.
  #: the best cluster of each metric; each of its systems is significantly better than every system outside (adjusted p ≤ 0.05, max-t over the 3 pairs of a metric).
  *: significantly different from the baseline old_1 (adjusted p ≤ 0.05, max-t over the 2 pairs with it).
  ↓: lower is better.
  BLEU|nrefs:1
  TER|nrefs:1
  test:bs|n:100
)");
}

TEST(PaperTable, Latex) {
  EXPECT_EQ(PaperLatex(TwoMetrics(), OneDigit()), R"(% \usepackage{booktabs}
\begin{table}
\centering
\begin{tabular}{lrr}
\toprule
system & BLEU & TER $\downarrow$ \\
\midrule
old\_1 & 40.0 & 50.0 \\
\midrule
$<$new$>$ & \textbf{42.0}$^{*}$ & \textbf{45.5}$^{*}$ \\
other & \textbf{41.0} & 52.0 \\
\bottomrule
\end{tabular}
\caption{Scores against ref.txt, 100 segments.
Bold: the best cluster of each metric; each of its systems is significantly better than every system outside (adjusted p $\leq$ 0.05, max-t over the 3 pairs of a metric).
*: significantly different from the baseline old\_1 (adjusted p $\leq$ 0.05, max-t over the 2 pairs with it).
$\downarrow$: lower is better.
Signatures:
\texttt{BLEU|\allowbreak{}nrefs:1};
\texttt{TER|\allowbreak{}nrefs:1};
\texttt{test:bs|\allowbreak{}n:100}.}
\end{table}
)");
}

TEST(PaperTable, MarkdownAndHtmlEscapeNames) {
  EXPECT_THAT(
      PaperMarkdown(TwoMetrics(), OneDigit()),
      HasSubstr("| \\<new\\> | **42.0**\\* | **45.5**\\* |\n| other | **41.0**  | 52.0  |\n"));
  EXPECT_THAT(
      PaperHtml(TwoMetrics(), OneDigit()),
      HasSubstr("<tr><th scope=\"row\"><bdi>&lt;new&gt;</bdi></th><td><b>42.0</b><sup>*</sup></td>"
                "<td><b>45.5</b><sup>*</sup></td></tr>\n"));
}

TEST(PaperTable, ShowsIntervalsOrHalfOfThem) {
  Comparison comparison = TwoMetrics();
  comparison.table = TableCells::kIntervals;
  EXPECT_THAT(PaperMarkdown(comparison, OneDigit()),
              HasSubstr("| system | BLEU | 95% interval | TER ↓ | 95% interval |"));
  EXPECT_THAT(PaperMarkdown(comparison, OneDigit()),
              HasSubstr("| **42.0**\\* | \\[40.5, 44.0\\] |"));
  comparison.table = TableCells::kHalfWidths;
  EXPECT_THAT(PaperLatex(comparison, OneDigit()), HasSubstr("\\textbf{42.0}$^{*}$ & $\\pm$ 1.8 &"));
  EXPECT_THAT(PaperText(comparison, OneDigit()),
              HasSubstr("±: half the width of the 95% interval."));
}

TEST(PaperTable, WithoutTestsNothingIsBoldOrMarked) {
  Comparison comparison = TwoMetrics();
  comparison.options.baseline.reset();
  for (MetricComparison& metric : comparison.metrics) {
    metric.systems.resize(1);
    metric.pairs.clear();
  }
  EXPECT_THAT(PaperMarkdown(comparison, OneDigit()), HasSubstr("| old\\_1 | 40.0 | 50.0 |\n"));
  EXPECT_THAT(PaperMarkdown(comparison, OneDigit()), Not(HasSubstr("Bold")));
}

TEST(PaperTable, NumbersMetricsOfOneName) {
  Comparison comparison = TwoMetrics();
  comparison.metrics[1] = comparison.metrics[0];
  comparison.metrics[1].signature = "nrefs:2";
  EXPECT_THAT(PaperMarkdown(comparison, OneDigit()), HasSubstr("| BLEU (1) | BLEU (2) |"));
}

TEST(PaperTable, RulesStandBetweenGroups) {
  Comparison comparison = TwoMetrics();
  comparison.by = "domain";
  comparison.metrics[0].group = "news";
  comparison.metrics[1].group = "travel";
  comparison.metrics[1].metric = "BLEU";
  EXPECT_THAT(PaperLatex(comparison, OneDigit()), HasSubstr("\\midrule\ntravel & old\\_1 & "));
}

}  // namespace
}  // namespace mtgauge
