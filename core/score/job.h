// A job: everything that was asked for, checked. After Job::Make() only the input can fail.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/metric/registry.h"
#include "core/score/report.h"
#include "core/text/batch.h"

namespace mtgauge {

enum class OnInvalid { kError, kReplace, kSkip };

struct JobOptions {
  std::vector<std::string> metrics = {"bleu"};  // specs
  MetricOptions shared;                         // from flags such as -tok
  MetricContext context;
  OnInvalid on_invalid = OnInvalid::kError;
  Level level = Level::kCorpus;
};

// Immutable after Make(), shared by all workers. One Job scores any number of batches whose streams
// are `names`.
class Job {
 public:
  static absl::StatusOr<Job> Make(const JobOptions& options, StreamNames names);

  const JobOptions& options() const { return options_; }
  const StreamNames& names() const { return names_; }
  const std::vector<MadeMetric>& metrics() const { return metrics_; }
  // Distinct views of all metrics, and for each metric the indices of its own.
  const std::vector<ViewSpec>& views() const { return views_; }
  const std::vector<std::vector<uint32_t>>& views_of_metric() const { return views_of_metric_; }
  const std::vector<uint32_t>& widths() const { return widths_; }

  // "nrefs:1|case:mixed|...|version:mtgauge-0.1.0"; `references` is a count or "var".
  std::string Signature(size_t metric, const std::string& references) const;

 private:
  JobOptions options_;
  StreamNames names_;
  std::vector<MadeMetric> metrics_;
  std::vector<ViewSpec> views_;
  std::vector<std::vector<uint32_t>> views_of_metric_;
  std::vector<uint32_t> widths_;
};

}  // namespace mtgauge
