// Names metrics in columns and keys.
#include "core/score/metric_labels.h"

#include <algorithm>
#include <cstddef>

#include "core/contract/metric_names.h"

namespace mtgauge {

std::vector<std::string> MetricLabels(const Job& job) {
  // Returns whether the title, requested as a spec, means exactly this metric.
  const auto says_all = [](const MadeMetric& made) {
    if (made.spec == made.row->name) return true;
    const auto meant = ReadMetricSpecs({made.Title()});
    return meant.ok() && *meant == std::vector{made.spec};
  };
  std::vector<std::string> labels;
  for (const MadeMetric& made : job.metrics()) {
    labels.push_back(says_all(made) ? made.Title() : made.spec);
  }
  // Options for all metrics may have given two of them the same title.
  const std::vector<std::string> first = labels;
  for (size_t m = 0; m < labels.size(); ++m) {
    if (std::count(first.begin(), first.end(), first[m]) > 1) labels[m] = job.metrics()[m].spec;
  }
  return labels;
}

}  // namespace mtgauge
