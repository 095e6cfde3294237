// Implements prepared references: a shared job, and scratch memory for each thread that scores at
// the same time.
#include "mtgauge/scorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/base/printing.h"
#include "core/base/status.h"
#include "core/base/stop.h"
#include "core/input/text_columns.h"
#include "core/request/metrics.h"
#include "core/score/metric_labels.h"
#include "core/score/prepared_references.h"
#include "parallel/score/scorer.h"

namespace mtgauge {

namespace {

// Returns an error if a metric compares with the source text and there is none, or if there is one
// for no metric.
Status CheckSource(const Job& job, const TextColumns& texts) {
  const auto comparing =
      std::find_if(job.metrics().begin(), job.metrics().end(),
                   [](const MadeMetric& made) { return made.row->needs_source; });
  if ((comparing != job.metrics().end()) == texts.source.has_value()) return OkStatus();
  return texts.source
             ? UsageError({.option = "source"}, "none of the metrics reads the source text",
                          "leave it out")
             : UsageError({.option = "source"},
                          fmt::format("{} compares with the source text, and there is none",
                                      comparing->Title()),
                          "prepare it together with the references");
}

}  // namespace

struct Scorer::State {
  explicit State(Job made) : job(std::move(made)), labels(MetricLabels(job)) {
    for (const MadeMetric& metric : job.metrics()) columns.push_back(metric.metric->Columns());
  }

  Status CheckMetric(size_t metric) const {
    if (metric < labels.size()) return OkStatus();
    return UsageError(
        fmt::format("there is no metric number {}, since there are {}", metric, labels.size()),
        "count from 0");
  }

  // Calls `body` with a scorer that no other thread uses, and with the texts as a batch.
  template <typename Body>
  Status WithScorer(const TextColumns& texts, const Body& body) {
    Batch batch = BatchOf(texts);
    std::unique_ptr<HypothesisScorer> scorer = Borrow();
    Status status = body(*scorer, NamesOf(texts), batch);
    GiveBack(std::move(scorer));
    return status;
  }
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

  static Result<References> Prepare(std::shared_ptr<const State> state, const TextColumns& columns,
                                    const std::atomic<bool>* stop);
  Status Extract(const References& references, const TextColumn& hyps,
                 std::span<const uint32_t> segment_of, const HypothesisScorer::TakeRow& take);

  Job job;
  std::vector<std::string> labels;
  std::vector<std::vector<std::string>> columns;
  std::mutex mutex;
  // Idle scorers, as many as were ever used at the same time.
  std::vector<std::unique_ptr<HypothesisScorer>> idle;
};

struct References::State {
  std::shared_ptr<const Scorer::State> scorer;  // to whose job the references belong
  PreparedReferences prepared;
};

References::References(std::shared_ptr<const State> state) : state_(std::move(state)) {}
uint64_t References::segments() const { return state_->prepared.segments(); }

Scorer::Scorer(std::shared_ptr<State> state) : state_(std::move(state)) {}
const std::vector<std::string>& Scorer::metrics() const { return state_->labels; }
const std::vector<std::vector<std::string>>& Scorer::columns() const { return state_->columns; }

Result<Scorer> Scorer::Make(const MetricChoice& choice, OnInvalid on_invalid,
                            const std::vector<TextColumn>& learn_from) {
  TextInputs texts;
  texts.on_invalid = on_invalid;
  MTG_ASSIGN_OR_RETURN(JobOptions options, ResolveMetrics(choice, texts, Level::kSegment));
  StreamNames names = {{"references"}, {"hypotheses"}};
  if (std::any_of(options.metrics.begin(), options.metrics.end(), &NeedsSource)) {
    names.sources = {"source"};
  }
  MTG_ASSIGN_OR_RETURN(Job job, Job::Make(options, std::move(names)));
  if (job.needs_survey()) {
    if (job.reads_first() && learn_from.empty()) {
      return UsageError({.option = "learn_from"},
                        "a metric must read all references before it scores",
                        "pass them when you make the scorer");
    }
    TextColumns columns;
    columns.references = learn_from;
    job.SetNames(NamesOf(columns));
    MTG_RETURN_IF_ERROR(SurveyTexts(job, columns, Schedule{}));
  }
  return Scorer(std::make_shared<State>(std::move(job)));
}

Result<References> Scorer::State::Prepare(std::shared_ptr<const State> state,
                                          const TextColumns& columns,
                                          const std::atomic<bool>* stop) {
  const StopScope scope(stop);
  MTG_RETURN_IF_ERROR(CheckTextColumns(columns));
  MTG_RETURN_IF_ERROR(CheckSource(state->job, columns));
  MTG_ASSIGN_OR_RETURN(PreparedReferences prepared,
                       PreparedReferences::Make(state->job, NamesOf(columns), BatchOf(columns)));
  return References(std::make_shared<const References::State>(
      References::State{std::move(state), std::move(prepared)}));
}

Result<References> Scorer::Prepare(const std::vector<TextColumn>& references,
                                   const std::atomic<bool>* stop) const {
  TextColumns columns;
  columns.references = references;
  return State::Prepare(state_, columns, stop);
}

Result<References> Scorer::Prepare(const std::vector<TextColumn>& references,
                                   const TextColumn& source, const std::atomic<bool>* stop) const {
  TextColumns columns;
  columns.references = references;
  columns.source = source;
  return State::Prepare(state_, columns, stop);
}

namespace {

// The rows of all metrics, for one hypothesis after another.
struct RowTable {
  RowTable(const Job& job, size_t hypotheses) {
    for (const uint32_t columns : job.widths()) {
      first.push_back(width);
      width += columns;
    }
    cells.resize(hypotheses * width);
  }
  HypothesisScorer::TakeRow take() {
    return [this](uint32_t line, size_t metric, std::span<const int64_t> row) {
      std::copy(row.begin(), row.end(), &cells[line * width + first[metric]]);
    };
  }

  std::vector<size_t> first;  // [metric]: position of its first column
  size_t width = 0;
  std::vector<int64_t> cells;
};

}  // namespace

Status Scorer::State::Extract(const References& references, const TextColumn& hyps,
                              std::span<const uint32_t> segment_of,
                              const HypothesisScorer::TakeRow& take) {
  if (references.state_->scorer.get() != this) {
    return UsageError("the references were prepared by another scorer",
                      "prepare them with the scorer that scores");
  }
  if (hyps.size() != segment_of.size()) {
    return UsageError({.option = "segment_of"},
                      fmt::format("{}, but {}", Counted(hyps.size(), "hypothesis", "hypotheses"),
                                  Counted(segment_of.size(), "segment number")),
                      "pass a segment number for each hypothesis");
  }
  for (size_t i = 0; i < segment_of.size(); ++i) {
    if (segment_of[i] < references.segments()) continue;
    return UsageError({.option = "segment_of"},
                      fmt::format("hypothesis {} belongs to segment {}, but there are {}", i,
                                  segment_of[i], references.segments()),
                      "count segments from 0");
  }
  MTG_RETURN_IF_ERROR(CheckTexts(hyps, "hypothesis"));
  const TextColumns texts = {{}, {hyps}};
  return WithScorer(texts, [&](HypothesisScorer& scorer, const StreamNames& names, Batch& batch) {
    return scorer.Extract(references.state_->prepared, names, batch, segment_of, take);
  });
}

Result<std::vector<double>> Scorer::Score(const References& references, const TextColumn& hyps,
                                          std::span<const uint32_t> segment_of,
                                          const std::atomic<bool>* stop) const {
  const StopScope scope(stop);
  const size_t metrics = state_->labels.size();
  std::vector<double> scores(segment_of.size() * metrics);
  const auto take = [&](uint32_t line, size_t metric, std::span<const int64_t> row) {
    scores[line * metrics + metric] =
        state_->job.metrics()[metric].metric->Score(row, Level::kSegment);
  };
  MTG_RETURN_IF_ERROR(state_->Extract(references, hyps, segment_of, take));
  return scores;
}

Result<std::vector<int64_t>> Scorer::Rows(const References& references, const TextColumn& hyps,
                                          std::span<const uint32_t> segment_of,
                                          const std::atomic<bool>* stop) const {
  const StopScope scope(stop);
  RowTable table(state_->job, segment_of.size());
  MTG_RETURN_IF_ERROR(state_->Extract(references, hyps, segment_of, table.take()));
  return std::move(table.cells);
}

Result<std::vector<int64_t>> Scorer::Rows(const std::vector<TextColumn>& references,
                                          const TextColumn& hyps,
                                          const std::atomic<bool>* stop) const {
  const StopScope scope(stop);
  const TextColumns texts = {references, {hyps}};
  MTG_RETURN_IF_ERROR(CheckTextColumns(texts));
  MTG_RETURN_IF_ERROR(CheckSource(state_->job, texts));
  RowTable table(state_->job, hyps.size());
  const auto extract = [&](HypothesisScorer& scorer, const StreamNames& names, Batch& batch) {
    return scorer.ExtractPairs(names, batch, table.take());
  };
  MTG_RETURN_IF_ERROR(state_->WithScorer(texts, extract));
  return std::move(table.cells);
}

Result<double> Scorer::ScoreOfSums(size_t metric, std::span<const int64_t> sums) const {
  MTG_RETURN_IF_ERROR(state_->CheckMetric(metric));
  if (sums.size() != state_->columns[metric].size()) {
    return UsageError(
        {.option = "sums"},
        fmt::format("{}, but {} has {}", Counted(sums.size(), "sum"), state_->labels[metric],
                    Counted(state_->columns[metric].size(), "column")),
        "add up rows of this metric");
  }
  return state_->job.metrics()[metric].metric->Score(sums, Level::kCorpus);
}

Result<std::vector<std::string>> Scorer::Tokenize(size_t metric, const TextColumn& texts) const {
  MTG_RETURN_IF_ERROR(state_->CheckMetric(metric));
  MTG_RETURN_IF_ERROR(CheckTexts(texts, "text"));
  std::vector<std::string> lines;
  MTG_RETURN_IF_ERROR(state_->WithScorer(
      {{}, {texts}}, [&](HypothesisScorer& scorer, const StreamNames& names, Batch& batch) {
        MTG_ASSIGN_OR_RETURN(lines, scorer.Tokenize(names, batch, metric));
        return OkStatus();
      }));
  return lines;
}

}  // namespace mtgauge
