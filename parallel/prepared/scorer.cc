// The door to prepared references: a job that is shared, and scratch memory for each thread that
// scores at a time.
#include "mtgauge/scorer.h"

#include <fmt/format.h>

#include <mutex>
#include <utility>

#include "core/base/status.h"
#include "core/input/text_columns.h"
#include "core/request/metrics.h"
#include "core/score/metric_labels.h"
#include "core/score/prepared_references.h"
#include "parallel/scorer.h"

namespace mtgauge {

struct Scorer::State {
  explicit State(Job made) : job(std::move(made)), labels(MetricLabels(job)) {}

  std::unique_ptr<HypothesisScorer> Borrow() {
    const std::lock_guard<std::mutex> lock(mutex);
    if (idle.empty()) return std::make_unique<HypothesisScorer>(job);
    std::unique_ptr<HypothesisScorer> scorer = std::move(idle.back());
    idle.pop_back();
    return scorer;
  }
  void GiveBack(std::unique_ptr<HypothesisScorer> scorer) {
    const std::lock_guard<std::mutex> lock(mutex);
    idle.push_back(std::move(scorer));
  }

  Job job;
  std::vector<std::string> labels;
  std::mutex mutex;
  std::vector<std::unique_ptr<HypothesisScorer>> idle;  // as many as have scored at one time
};

struct References::State {
  std::shared_ptr<const Scorer::State> scorer;  // whose job the references belong to
  PreparedReferences prepared;
};

References::References(std::shared_ptr<const State> state) : state_(std::move(state)) {}
uint64_t References::segments() const { return state_->prepared.segments(); }

Scorer::Scorer(std::shared_ptr<State> state) : state_(std::move(state)) {}
const std::vector<std::string>& Scorer::metrics() const { return state_->labels; }

absl::StatusOr<Scorer> Scorer::Make(const MetricChoice& choice, OnInvalid on_invalid,
                                    const std::vector<TextColumn>& learn_from) {
  TextInputs texts;
  texts.on_invalid = on_invalid;
  MTG_ASSIGN_OR_RETURN(const JobOptions options, ResolveMetrics(choice, texts, Level::kSegment));
  MTG_ASSIGN_OR_RETURN(Job job, Job::Make(options, {{"references"}, {"hypotheses"}}));
  if (job.needs_survey()) {
    if (job.reads_first() && learn_from.empty()) {
      return UsageError(
          "a metric learns from all references first, and there are none to learn from",
          "give the references when the scorer is made");
    }
    TextColumns columns;
    columns.references = learn_from;
    job.SetNames(NamesOf(columns));
    MTG_RETURN_IF_ERROR(SurveyTexts(job, columns, Schedule{}));
  }
  return Scorer(std::make_shared<State>(std::move(job)));
}

absl::StatusOr<References> Scorer::Prepare(const std::vector<TextColumn>& references) const {
  TextColumns columns;
  columns.references = references;
  MTG_RETURN_IF_ERROR(CheckTextColumns(columns));
  MTG_ASSIGN_OR_RETURN(PreparedReferences prepared,
                       PreparedReferences::Make(state_->job, NamesOf(columns), BatchOf(columns)));
  return References(
      std::make_shared<const References::State>(References::State{state_, std::move(prepared)}));
}

absl::StatusOr<std::vector<double>> Scorer::Score(const References& references,
                                                  const TextColumn& hyps,
                                                  std::span<const uint32_t> segment_of) const {
  if (references.state_->scorer != state_) {
    return UsageError("the references were prepared by another scorer",
                      "prepare them by the one that scores");
  }
  if (hyps.size() != segment_of.size()) {
    return UsageError(
        fmt::format("{} hypotheses, but segments for {}", hyps.size(), segment_of.size()),
        "name a segment for each hypothesis");
  }
  for (size_t i = 0; i < segment_of.size(); ++i) {
    if (segment_of[i] < references.segments()) continue;
    return UsageError(fmt::format("hypothesis {} is of segment {}, but there are {}", i,
                                  segment_of[i], references.segments()),
                      "count segments from 0");
  }
  MTG_RETURN_IF_ERROR(CheckHypotheses(hyps));
  TextColumns columns;
  columns.systems = {hyps};
  std::vector<double> scores(segment_of.size() * state_->labels.size());
  Batch batch = BatchOf(columns);
  std::unique_ptr<HypothesisScorer> scorer = state_->Borrow();
  const absl::Status status =
      scorer->Score(references.state_->prepared, NamesOf(columns), batch, segment_of, scores);
  state_->GiveBack(std::move(scorer));
  MTG_RETURN_IF_ERROR(status);
  return scores;
}

}  // namespace mtgauge
