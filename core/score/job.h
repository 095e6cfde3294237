// A job: a checked request. After Job::Make() only the input can cause errors.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/metric/registry.h"
#include "core/text/batch.h"
#include "mtgauge/options.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Surveys that replace a first pass over the references. Used by one thread at a time.
class SurveyShelf {
 public:
  virtual ~SurveyShelf() = default;
  // The survey that `empty` would be after the references: an InputError where it is not there.
  virtual absl::StatusOr<std::shared_ptr<const Survey>> Take(std::unique_ptr<Survey> empty) = 0;
};

struct JobOptions {
  std::vector<std::string> metrics = {"bleu"};  // specs
  MetricOptions shared;                         // from flags such as -tok
  MetricContext context;
  OnInvalid on_invalid = OnInvalid::kError;
  Level level = Level::kCorpus;
  // sacreBLEU's rule for the warning of tokenized text: 100 hypotheses, whatever their share.
  bool tokenized_by_count = false;
  std::shared_ptr<SurveyShelf> surveys;  // null: metrics learn from the job's own references
  bool annotations_are_read = false;     // by other code than the metrics
  std::vector<RowSettings> rows;         // [metric], of rows that are scored; empty: texts are
};

// What a job's metrics learn from all references first: [metric], null for those that do not.
using Surveys = std::vector<std::unique_ptr<Survey>>;

// Immutable after Make() and, where needed, SetNames() and Bind(); shared by all workers. One Job
// scores any number of batches whose streams are `names`.
class Job {
 public:
  static absl::StatusOr<Job> Make(const JobOptions& options, StreamNames names);

  // Sets the streams, if opening the inputs has shown other streams or names.
  void SetNames(StreamNames names) { names_ = std::move(names); }

  // Whether a metric must learn from all references first, and has not yet.
  bool needs_survey() const;
  // The same, and the references must be read to do so.
  bool reads_first() const { return needs_survey() && options_.surveys == nullptr; }
  // Takes what was learnt, before any worker scores.
  void Bind(const Surveys& surveys);
  // The same from JobOptions::surveys.
  absl::Status BindFromShelf();
  // What the signatures tell of what was learnt: "|info:0123abcd", one for each metric, or nothing.
  const std::vector<std::string>& learnt() const { return learnt_; }
  // The same of rows that were made before. Nothing more can be scored then, but rows have scores.
  void TakeLearnt(std::vector<std::string> learnt);

  const JobOptions& options() const { return options_; }
  const StreamNames& names() const { return names_; }
  const std::vector<MadeMetric>& metrics() const { return metrics_; }
  // Distinct views of all metrics, and for each metric the indices of its own. A view of stems is
  // there with the view of its words.
  const std::vector<ViewSpec>& views() const { return views_; }
  // The view that a view of stems is made from, which stands before it; of others the view itself.
  uint32_t words_of(size_t view) const { return words_of_[view]; }
  const std::vector<std::vector<uint32_t>>& views_of_metric() const { return views_of_metric_; }
  const std::vector<uint32_t>& widths() const { return widths_; }

  // "nrefs:1|case:mixed|...|version:mtgauge-0.1.0"; `references` is a count or "var".
  std::string Signature(size_t metric, const std::string& references) const;
  // The part of it with the metric's settings: "case:mixed|...".
  std::string Settings(size_t metric) const;

 private:
  uint32_t AddView(const ViewSpec& view);  // its index
  void Bind(size_t metric, const Survey& survey);

  JobOptions options_;
  StreamNames names_;
  std::vector<MadeMetric> metrics_;
  std::vector<ViewSpec> views_;
  std::vector<uint32_t> words_of_;
  std::vector<std::vector<uint32_t>> views_of_metric_;
  std::vector<uint32_t> widths_;
  std::vector<std::string> learnt_;  // [metric]: the key of the signature that tells; empty: none
  bool bound_ = false;
};

}  // namespace mtgauge
