// Output formats of a Comparison. To add one: a file compare_NAME.cc and its row in
// comparison_writer.cc.
//
// Text, LaTeX, Markdown and HTML have the same content. The words and tables are made once, here,
// and each format only lays them out.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/columns/table_encoder.h"
#include "core/report/forms/text_table.h"
#include "core/report/write_options.h"
#include "mtgauge/compare.h"

namespace mtgauge {

struct ComparisonFormat {
  std::string_view name;
  std::string (*write)(const Comparison&, const WriteOptions&);
  // Whether it shows them: the one table for a paper, plans, how far annotators agree, and
  // differences at equal length.
  bool table, plan, agreement, equal_length;
};

// All formats; the first one (text) is the default.
std::span<const ComparisonFormat> ComparisonFormats();

// The output for one metric.
struct ComparisonPage {
  std::string heading;  // metric and signature
  TextTable systems;    // best first, a rule between clusters
  TextTable pairs;      // no rows if there is only one system
  TextTable lengths;    // differences at equal length; no rows if not wanted
  std::vector<std::string> notes;
};

ComparisonPage MakePage(const Comparison& comparison, const MetricComparison& metric,
                        const WriteOptions& options);
// Returns the advice on what to quote in a paper, printed once after all metrics. Empty if nothing
// was tested.
std::string PaperNote(const Comparison& comparison, const WriteOptions& options);

// Returns whether the tests give the systems ranks.
bool IsRanked(const MetricComparison& metric);
// Returns "2", or "2-4" for several ranks.
std::string RankRange(const SystemEstimate& system);
// Returns the systems' names, each made printable on one line.
std::vector<std::string> PrintedNames(const MetricComparison& metric);
// Returns '*' for a system that differs from the baseline and a space for one that does not; empty
// without a baseline.
std::string MarkAgainstBaseline(const Comparison& comparison, const MetricComparison& metric,
                                size_t system);
// Returns the indices of the systems, best first; equal scores, and all if none is better, are in
// input order.
std::vector<size_t> Ranking(const MetricComparison& metric);

std::string CompareText(const Comparison& comparison, const WriteOptions& options);
std::string CompareJson(const Comparison& comparison, const WriteOptions& options);
std::string CompareLatex(const Comparison& comparison, const WriteOptions& options);
std::string CompareMarkdown(const Comparison& comparison, const WriteOptions& options);
std::string CompareHtml(const Comparison& comparison, const WriteOptions& options);
std::string CompareSvg(const Comparison& comparison, const WriteOptions& options);

template <>
inline constexpr std::string_view kTableSchema<Comparison> = "mtgauge.compare.table/1";

}  // namespace mtgauge
