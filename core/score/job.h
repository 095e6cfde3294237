// A job: a checked request. After Job::Make() only the input can cause errors.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/named.h"
#include "core/contract/registry.h"
#include "core/text/batch.h"
#include "mtgauge/options.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Surveys that replace a first pass over the references. Used by one thread at a time.
class SurveyShelf {
 public:
  virtual ~SurveyShelf() = default;
  // Returns `empty` filled from the references; an InputError if there is no such survey.
  virtual Result<std::shared_ptr<const Survey>> Take(std::unique_ptr<Survey> empty) = 0;
  // Returns a warning if the surveys taken so far are of other references than the job's, or fewer.
  // `segments`: how many the job has.
  virtual std::vector<Warning> WarningsFor(const StreamNames& names, uint64_t segments) const = 0;
};

// The verbs whose requests may name a source text, for messages.
inline constexpr std::string_view kVerbsWithSource =
    "score, segments, compare, meta, explain, report or rows";

inline constexpr Named<OnInvalid> kOnInvalidRules[] = {
    {"error", OnInvalid::kError}, {"replace", OnInvalid::kReplace}, {"skip", OnInvalid::kSkip}};

struct JobOptions {
  std::vector<std::string> metrics = {"bleu"};  // specs
  MetricOptions shared;                         // from flags such as -tok
  MetricContext context;
  OnInvalid on_invalid = OnInvalid::kError;
  bool drop_empty_references = false;  // as in TextInputs
  Level level = Level::kCorpus;
  // sacreBLEU's rule for the warning about tokenized text: 100 hypotheses, whatever their share.
  bool tokenized_by_count = false;
  std::shared_ptr<SurveyShelf> surveys;  // null: metrics learn from the job's own references
  bool may_have_source = true;           // false if the kind of request has none
  bool texts_are_shown = false;  // words, annotations and sources are read by more than the metrics
  std::vector<RowSettings> rows;  // [metric], if rows are scored; empty if texts are
};

// What a job's metrics learn from all references first: [metric], null if the metric does not.
using Surveys = std::vector<std::unique_ptr<Survey>>;

// Immutable after Make() and, if needed, SetNames() and Bind(); shared by all workers. One Job
// scores any number of batches whose streams are `names`.
class Job {
 public:
  static Result<Job> Make(const JobOptions& options, StreamNames names);

  // Sets the streams, if opening the inputs has shown other streams or names.
  void SetNames(StreamNames names) { names_ = std::move(names); }

  // Returns whether a metric must learn from all references first and has not done so yet.
  bool needs_survey() const;
  // Same as above, if the references must be read for that.
  bool reads_first() const { return needs_survey() && options_.surveys == nullptr; }
  // Takes what was learnt, before any worker scores.
  void Bind(const Surveys& surveys);
  // Same as above, from JobOptions::surveys.
  Status BindFromShelf();
  // The signature's parts for what was learnt: "|info:0123abcd" or empty, one for each metric.
  const std::vector<std::string>& learnt() const { return learnt_; }
  // Takes what the metrics of existing rows learnt. Then the job can score rows, but no more texts.
  void TakeLearnt(std::vector<std::string> learnt);

  const JobOptions& options() const { return options_; }
  const StreamNames& names() const { return names_; }
  const std::vector<MadeMetric>& metrics() const { return metrics_; }
  // The distinct views of all metrics, and for each metric the indices of its own. The view of the
  // words is always there for a view of stems.
  const std::vector<ViewSpec>& views() const { return views_; }
  // The view that a view of stems is made from, which precedes it; for others the view itself.
  uint32_t words_of(size_t view) const { return words_of_[view]; }
  const std::vector<std::vector<uint32_t>>& views_of_metric() const { return views_of_metric_; }
  const std::vector<uint32_t>& widths() const { return widths_; }

  // "nrefs:1|case:mixed|...|version:mtgauge-1.0.0-rc1"; `references` is a count or "var".
  std::string Signature(size_t metric, const std::string& references) const;
  // The part of it with the metric's settings: "case:mixed|...".
  std::string Settings(size_t metric) const;

 private:
  uint32_t AddView(const ViewSpec& view);  // returns its index
  void Bind(size_t metric, const Survey& survey);

  JobOptions options_;
  StreamNames names_;
  std::vector<MadeMetric> metrics_;
  std::vector<ViewSpec> views_;
  std::vector<uint32_t> words_of_;
  std::vector<std::vector<uint32_t>> views_of_metric_;
  std::vector<uint32_t> widths_;
  std::vector<std::string> learnt_;  // [metric]: the key in its signature; empty if there is none
  bool bound_ = false;
};

}  // namespace mtgauge
