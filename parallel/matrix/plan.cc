// Checks which options of a request for texts apply to pairs.
#include "parallel/matrix/plan.h"

#include "core/base/suggest.h"
#include "core/score/metric_labels.h"

namespace mtgauge {

Status SettlePairTexts(TextInputs& texts, const GroupOptions& options, bool files) {
  if (texts.columns) {
    return UsageError("columns are not groups of texts", "set the groups of the request");
  }
  if (!options.list_format.empty()) {
    MTG_RETURN_IF_ERROR(CheckKnown("list-format", options.list_format, ListFormats()));
  }
  if (texts.on_invalid == OnInvalid::kSkip) {
    return UsageError({.option = "on-invalid"},
                      "`on-invalid` skip: every text must keep its place in the matrix",
                      "use `on-invalid` replace");
  }
  if (!files) return OkStatus();
  if (texts.inputs.empty()) texts.inputs.emplace_back("-");
  if (texts.inputs.size() > 1) {
    return UsageError({.option = "input"}, "`input`: only one file of hypotheses is possible",
                      "join the files, for example with cat");
  }
  for (const std::string& path : texts.references) {
    if (path == "-" && texts.inputs.front() == "-") {
      return UsageError("standard input can be read only once", "name a file for the other");
    }
  }
  return OkStatus();
}

std::vector<MatrixMetric> MatrixMetricsOf(const Job& job, bool unit_scale) {
  std::vector<MatrixMetric> metrics;
  const std::vector<std::string> labels = MetricLabels(job);
  for (size_t m = 0; m < labels.size(); ++m) {
    const MetricRow& row = *job.metrics()[m].row;
    std::string signature = job.Signature(m, "1");
    if (unit_scale) signature += kUnitScaleKey;
    metrics.push_back({labels[m], std::move(signature), unit_scale ? 1 : row.scale,
                       unit_scale || row.higher_is_better});
  }
  return metrics;
}

}  // namespace mtgauge
