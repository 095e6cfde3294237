// The formats of all results, by name.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/named.h"
#include "core/base/status.h"
#include "core/base/suggest.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/evaluate/evaluation_writer.h"
#include "core/report/explain/findings_writer.h"
#include "core/report/latency/latency_writer.h"
#include "core/report/resegment/resegment_writer.h"
#include "core/report/score/report_writer.h"
#include "core/report/segments/mtme.h"
#include "core/report/spans/spans_writer.h"
#include "mtgauge/report.h"

namespace mtgauge {
namespace {

template <typename Answer>
Result<std::string> FormatWith(const Answer& answer, std::string_view form,
                               const WriteOptions& options) {
  const auto rows = FormatsOf<Answer>();
  MTG_RETURN_IF_ERROR(CheckKnown("format", form, NamesOfRows(rows)));
  return std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == form; })
      ->write(answer, options);
}

// Returns "text, markdown or html", the formats that show a part of a comparison.
std::string FormsWith(bool ComparisonFormat::*part) {
  std::vector<std::string_view> names;
  for (const ComparisonFormat& format : ComparisonFormats()) {
    if (format.*part) names.push_back(format.name);
  }
  return JoinChoices(names);
}

const ComparisonFormat* FindComparisonFormat(std::string_view form) {
  return RowNamed(ComparisonFormats(), form);
}

template <typename Has>
bool AnyPair(const Comparison& comparison, const Has& has) {
  return std::ranges::any_of(comparison.metrics, [&](const MetricComparison& metric) {
    return std::ranges::any_of(metric.pairs, has);
  });
}

// Returns a UsageError for a plan, agreement of annotators, or differences at equal length, that
// the format does not show.
Status CheckPages(const Comparison& comparison, std::string_view form) {
  const bool planned =
      AnyPair(comparison, [](const PairTest& pair) { return pair.plan.has_value(); });
  const bool equal_length =
      AnyPair(comparison, [](const PairTest& pair) { return pair.equal_length.has_value(); });
  // The formats without that table have all figures.
  const ComparisonFormat* const format = FindComparisonFormat(form);
  const bool table = comparison.table.has_value() && format != nullptr && format->table;
  return CheckCompareForm(form, {table, planned, !comparison.agreement.empty(), equal_length});
}

}  // namespace

std::vector<std::string_view> ScoreForms() { return NamesOfRows(ReportFormats()); }

std::vector<std::string_view> SegmentForms() {
  std::vector<std::string_view> names;
  for (const ReportFormat& format : ReportFormats()) {
    const bool whole_only = format.segments == nullptr && FindTableFormat(format.name) == nullptr;
    if (!whole_only) names.push_back(format.name);
  }
  names.push_back(kMtmeFormat);
  return names;
}

std::vector<std::string_view> CompareForms() { return NamesOfRows(ComparisonFormats()); }

Status CheckCompareForm(std::string_view form, const ComparisonParts& parts) {
  MTG_RETURN_IF_ERROR(CheckKnown("format", form, CompareForms()));
  const ComparisonFormat* const format = FindComparisonFormat(form);
  const struct {
    std::string name;
    bool ComparisonFormat::*shown;
    bool wanted, fits_table;
  } rows[] = {{"table", &ComparisonFormat::table, parts.table, true},
              {"plan", &ComparisonFormat::plan, parts.plan, false},
              {"agreement", &ComparisonFormat::agreement, parts.agreement, false},
              {"length-controlled", &ComparisonFormat::equal_length, parts.equal_length, false}};
  for (const auto& row : rows) {
    if (!row.wanted) continue;
    if (!(format->*row.shown)) {
      return UsageError({.option = row.name},
                        fmt::format("`{}` is not written as {}", row.name, form),
                        fmt::format("choose {}, or leave it out", FormsWith(row.shown)));
    }
    if (!row.fits_table && parts.table) {
      return UsageError({.option = row.name},
                        fmt::format("`{}` is not written with `table`", row.name),
                        "leave one of them out");
    }
  }
  return OkStatus();
}

std::vector<std::string_view> ExplainForms() { return NamesOfRows(FormatsOf<Findings>()); }
std::vector<std::string_view> SpansForms() { return NamesOfRows(FormatsOf<SpansAnswer>()); }
std::vector<std::string_view> LatencyForms() { return NamesOfRows(FormatsOf<LatencyAnswer>()); }
std::vector<std::string_view> ResegmentForms() { return NamesOfRows(FormatsOf<ResegmentAnswer>()); }
std::vector<std::string_view> EvaluateForms() { return NamesOfRows(FormatsOf<EvaluationSet>()); }

bool IsBinaryForm(std::string_view form) { return FindTableFormat(form) != nullptr; }

Result<std::string> Format(const Report& report, std::string_view form,
                           const WriteOptions& options) {
  MTG_RETURN_IF_ERROR(CheckKnown("format", form, ScoreForms()));
  return FindReportFormat(form).write(report, options);
}
Result<std::string> Format(const Comparison& comparison, std::string_view form,
                           const WriteOptions& options) {
  MTG_RETURN_IF_ERROR(CheckPages(comparison, form));
  return FindComparisonFormat(form)->write(comparison, options);
}
Result<std::string> Format(const EvaluationSet& set, std::string_view form,
                           const WriteOptions& options) {
  return FormatWith(set, form, options);
}
Result<std::string> Format(const Findings& findings, std::string_view form,
                           const WriteOptions& options) {
  return FormatWith(findings, form, options);
}

Result<std::string> Format(const SpansAnswer& answer, std::string_view form,
                           const WriteOptions& options) {
  return FormatWith(answer, form, options);
}
Result<std::string> Format(const LatencyAnswer& answer, std::string_view form,
                           const WriteOptions& options) {
  return FormatWith(answer, form, options);
}
Result<std::string> Format(const ResegmentAnswer& answer, std::string_view form,
                           const WriteOptions& options) {
  return FormatWith(answer, form, options);
}

}  // namespace mtgauge
