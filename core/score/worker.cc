// The scoring loop of one thread: mend, tokenize, prepare, extract, add.
#include "core/score/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "core/base/wrapping.h"
#include "core/score/checks/annotation_check.h"
#include "core/score/checks/encoding.h"
#include "core/score/references.h"
#include "core/score/stream_views.h"
#include "core/text/key_ticks.h"
#include "core/text/whisper.h"

namespace mtgauge {
namespace {

const Stream* AnnotationOf(const std::vector<Stream>& annotations, size_t stream) {
  return annotations.empty() ? nullptr : &annotations[stream];
}

}  // namespace

void Totals::Merge(const Totals& other) {
  if (sums.empty()) {  // nothing has been added, or there is no system
    sums.resize(other.sums.size());
    for (size_t i = 0; i < sums.size(); ++i) sums[i].resize(other.sums[i].size());
    checks.resize(other.checks.size());
  }
  for (size_t i = 0; i < sums.size(); ++i) {
    for (size_t c = 0; c < sums[i].size(); ++c) {
      sums[i][c] = WrappingSum(sums[i][c], other.sums[i][c]);
    }
  }
  for (size_t s = 0; s < checks.size(); ++s) checks[s].Merge(other.checks[s]);
  segments += other.segments;
  skipped += other.skipped;
  replaced += other.replaced;
  min_refs = std::min(min_refs, other.min_refs);
  max_refs = std::max(max_refs, other.max_refs);
}

void Merge(Surveys from, Surveys& into) {
  if (into.empty()) {
    into = std::move(from);
    return;
  }
  for (size_t m = 0; m < into.size(); ++m) {
    if (into[m] != nullptr) into[m]->Merge(*from[m]);
  }
}

struct Worker::State {
  State(const Job& job_in, StageTimes* stages_in);

  Status Check(Batch& batch);
  void StartSurveys();
  Status CutReferences(const Batch& batch);
  ReferenceViews ReferencesOf(const Batch& batch, size_t metric, uint32_t segment);
  Status CutHypotheses(const Batch& batch);
  using Floats = std::vector<std::vector<double>>;  // see BatchOutput
  Floats* FloatsOf(size_t metric, BatchOutput output) const;
  void AddRow(size_t cell, std::span<const int64_t> row, const Metric& metric, Floats* floats);
  void RecallMetric(const Batch& batch, size_t metric, const KnownSegments& known,
                    BatchOutput output);
  void RecallMarks(const Batch& batch, const KnownSegments& known, BatchOutput output);
  void CountSegments(const Batch& batch);
  // Returns the first segment at which the metric gave up, or the number of segments.
  uint32_t ExtractMetric(const Batch& batch, size_t metric, BatchOutput output);
  Status Extract(const Batch& batch, BatchOutput output);
  LineEnds Lines() const;
  void StartOutput(const Batch& batch, BatchOutput output) const;

  const Job& job;
  StageTimes* stages;
  size_t metrics, systems;
  WantedChecks wanted_checks;
  Totals totals;
  ReferenceCounts batch_references;
  uint64_t batch_replaced = 0;
  std::vector<StreamViews> refs, hyps;
  std::unique_ptr<StreamViews> source;  // if a metric needs it
  ViewStemmers stemmers;
  std::vector<std::unique_ptr<Prepared>> prepared;  // per metric
  std::vector<std::unique_ptr<Scratch>> scratch;    // per metric
  Surveys surveys;                                  // empty if not started
  // Space for the views of one metric.
  std::vector<SegmentView> ref_views, hyp_views, source_views;
  std::vector<int64_t> row;
};

Worker::State::State(const Job& job_in, StageTimes* stages_in)
    : job(job_in),
      stages(stages_in),
      metrics(job_in.metrics().size()),
      systems(job_in.names().hyps.size()),
      stemmers(job_in) {
  for (size_t r = 0; r < job.names().refs.size(); ++r) refs.emplace_back(job, TextRole::kReference);
  for (size_t s = 0; s < systems; ++s) hyps.emplace_back(job, TextRole::kHypothesis);
  for (const MadeMetric& made : job.metrics()) {
    prepared.push_back(made.metric->NewPrepared());
    scratch.push_back(made.metric->NewScratch());
  }
  for (size_t i = 0; i < systems * metrics; ++i) {
    totals.sums.emplace_back(job.widths()[i % metrics], 0);
  }
  totals.checks.resize(systems);
  wanted_checks = ChecksFor(WordCutters(job), FormWithoutMarks(job));
}

// Checks a batch before it is used. A batch that fails adds nothing to the totals.
Status Worker::State::Check(Batch& batch) {
  MTG_ASSIGN_OR_RETURN(batch_replaced, MendEncoding(job.names(), job.options().on_invalid, batch));
  if (job.options().drop_empty_references) DropEmptyReferences(batch);
  MTG_ASSIGN_OR_RETURN(batch_references, CountReferences(job, job.names(), batch));
  return CheckAnnotations(batch, job.names());
}

void Worker::State::StartSurveys() {
  if (!surveys.empty()) return;
  for (const MadeMetric& made : job.metrics()) surveys.push_back(made.metric->NewSurvey());
}

Status Worker::State::CutReferences(const Batch& batch) {
  for (size_t r = 0; r < refs.size(); ++r) {
    refs[r].Cut(batch.refs[r], AnnotationOf(batch.ref_annotations, r), batch.segments, stemmers);
    MTG_RETURN_IF_ERROR(refs[r].CheckCut(batch, batch.refs[r], job.names().refs[r]));
  }
  return CutSource(job, job.names(), batch, stemmers, source);
}

// Returns a metric's views of the references and, if it needs it, of what was translated.
ReferenceViews Worker::State::ReferencesOf(const Batch& batch, size_t m, uint32_t segment) {
  ReferenceViews views = CollectReferences(job, m, batch, refs, segment, ref_views);
  AddSource(job, m, batch, source, segment, source_views, views);
  return views;
}

Status Worker::State::CutHypotheses(const Batch& batch) {
  for (size_t s = 0; s < systems; ++s) {
    hyps[s].Cut(batch.hyps[s], AnnotationOf(batch.hyp_annotations, s), batch.hyp_count(), stemmers);
    MTG_RETURN_IF_ERROR(hyps[s].CheckCut(batch, batch.hyps[s], job.names().hyp_file(s)));
  }
  return OkStatus();
}

// Returns null if the metric has none, or they are not requested.
Worker::State::Floats* Worker::State::FloatsOf(size_t m, BatchOutput output) const {
  return job.metrics()[m].metric->Floats().has_value() ? output.floats : nullptr;
}

// Adds a row to the sums of a system under a metric.
void Worker::State::AddRow(size_t cell, std::span<const int64_t> of_segment, const Metric& metric,
                           Floats* floats) {
  int64_t* sums = totals.sums[cell].data();
  for (size_t c = 0; c < of_segment.size(); ++c) sums[c] = WrappingSum(sums[c], of_segment[c]);
  if (floats != nullptr) (*floats)[cell].push_back(metric.FloatOf(of_segment));
}

uint32_t Worker::State::ExtractMetric(const Batch& batch, size_t m, BatchOutput output) {
  const Metric& metric = *job.metrics()[m].metric;
  const uint32_t width = job.widths()[m];
  row.resize(width);
  Floats* const floats = FloatsOf(m, output);
  for (uint32_t i = 0; i < batch.segments; ++i) {
    if (batch.excluded_at(i)) continue;
    metric.PrepareRefs(ReferencesOf(batch, m, i), *scratch[m], *prepared[m]);
    size_t score = m;
    for (uint32_t line = batch.hyp_begin(i); line < batch.hyp_end(i); ++line) {
      for (size_t s = 0; s < systems; ++s, score += metrics) {
        const size_t cell = s * metrics + m;
        const std::span<int64_t> into =
            output.rows == nullptr
                ? std::span(row)
                : std::span((*output.rows)[cell]).subspan(size_t{line} * width, width);
        metric.Extract(*prepared[m], CollectViews(job, m, hyps[s], line, hyp_views), *scratch[m],
                       into.data());
        if (GaveUp(*scratch[m])) return i;
        AddRow(cell, into, metric, floats);
        if (output.segments != nullptr) {
          (*output.segments)[i].scores[score] = metric.Score(into, Level::kSegment);
        }
      }
    }
  }
  return batch.segments;
}

// Reports the earliest segment at which a metric gave up, whatever the order of the metrics.
Status Worker::State::Extract(const Batch& batch, BatchOutput output) {
  uint32_t first = batch.segments;
  size_t first_metric = 0;
  for (size_t m = 0; m < metrics; ++m) {
    const uint32_t segment = ExtractMetric(batch, m, output);
    if (segment >= first) continue;
    first = segment;
    first_metric = m;
  }
  if (first == batch.segments) return OkStatus();
  return GaveUpError(
      job.metrics()[first_metric],
      {job.names().refs.front(), batch.line_of(batch.refs[0], first), batch.index_of(first)});
}

LineEnds Worker::State::Lines() const {
  LineEnds ends;
  for (const StreamViews& stream : refs) ends.refs.push_back(stream.line_end());
  for (const StreamViews& stream : hyps) ends.hyps.push_back(stream.line_end());
  if (source) ends.sources.push_back(source->line_end());
  return ends;
}

void Worker::State::StartOutput(const Batch& batch, BatchOutput output) const {
  if (output.segments != nullptr) {
    output.segments->resize(batch.segments);
    for (uint32_t i = 0; i < batch.segments; ++i) {
      SegmentScores& out = (*output.segments)[i];
      out.index = batch.first + i;
      out.id = batch.ids.empty() ? std::string() : batch.ids[i];
      out.document = batch.documents.empty() ? std::string() : batch.documents[i];
      out.excluded = batch.excluded_at(i);
      const size_t hypotheses = (batch.hyp_end(i) - batch.hyp_begin(i)) * systems;
      out.scores.assign(out.excluded ? 0 : hypotheses * metrics, 0.0);
    }
  }
  if (output.floats != nullptr) output.floats->assign(systems * metrics, {});
  if (output.rows != nullptr) {
    output.rows->resize(systems * metrics);
    for (size_t cell = 0; cell < output.rows->size(); ++cell) {
      (*output.rows)[cell].assign(size_t{batch.hyp_count()} * job.widths()[cell % metrics], 0);
    }
  }
}

Worker::Worker(const Job& job, StageTimes* stages) : state_(std::make_unique<State>(job, stages)) {}
Worker::~Worker() = default;
Worker::Worker(Worker&&) noexcept = default;
const Totals& Worker::totals() const { return state_->totals; }

Surveys Worker::TakeSurveys() {
  state_->StartSurveys();
  return std::exchange(state_->surveys, {});
}

Status Worker::Observe(Batch& batch) {
  State& s = *state_;
  MTG_RETURN_IF_ERROR(s.Check(batch));
  MTG_RETURN_IF_ERROR(s.CutReferences(batch));
  s.StartSurveys();
  for (size_t m = 0; m < s.metrics; ++m) {
    if (s.surveys[m] == nullptr) continue;
    for (uint32_t i = 0; i < batch.segments; ++i) {
      if (!batch.excluded_at(i)) {
        s.surveys[m]->Observe(s.ReferencesOf(batch, m, i));
      }
    }
  }
  s.CountSegments(batch);
  return OkStatus();
}

void Worker::State::CountSegments(const Batch& batch) {
  const auto skipped =
      static_cast<uint64_t>(std::count(batch.excluded.begin(), batch.excluded.end(), uint8_t{1}));
  totals.segments += batch.segments - skipped;
  totals.skipped += skipped;
  totals.replaced += batch_replaced;
  totals.min_refs = std::min(totals.min_refs, batch_references.least);
  totals.max_refs = std::max(totals.max_refs, batch_references.most);
}

void Worker::State::RecallMetric(const Batch& batch, size_t m, const KnownSegments& known,
                                 BatchOutput output) {
  const Metric& metric = *job.metrics()[m].metric;
  const size_t width = job.widths()[m];
  Floats* const floats = FloatsOf(m, output);
  for (size_t s = 0; s < systems; ++s) {
    const std::span<const int64_t> rows = known.rows[s * metrics + m];
    for (uint32_t i = 0; i < batch.segments; ++i) {
      if (batch.excluded_at(i)) continue;
      const std::span<const int64_t> of_segment = rows.subspan(i * width, width);
      AddRow(s * metrics + m, of_segment, metric, floats);
      if (output.segments != nullptr) {
        (*output.segments)[i].scores[s * metrics + m] = metric.Score(of_segment, Level::kSegment);
      }
    }
  }
}

void Worker::State::RecallMarks(const Batch& batch, const KnownSegments& known,
                                BatchOutput output) {
  for (size_t s = 0; s < systems; ++s) {
    for (uint32_t i = 0; i < batch.segments; ++i) {
      const TextMarks marks = known.marks[s * batch.segments + i];
      const Script script = ScriptIn(marks);
      if (output.scripts != nullptr && wanted_checks.scripts) output.scripts->push_back(script);
      if (batch.excluded_at(i)) continue;
      totals.checks[s].Add(marks, batch.first + i < kCheckedSegments, batch.index_of(i));
      if (wanted_checks.scripts) totals.checks[s].scripts.Add(script);
    }
  }
}

void Worker::Recall(const Batch& batch, const KnownSegments& known, BatchOutput output) {
  State& s = *state_;
  s.StartOutput(batch, output);
  for (size_t cell = 0; cell < known.sums.size(); ++cell) {
    for (size_t c = 0; c < known.sums[cell].size(); ++c) {
      int64_t& sum = s.totals.sums[cell][c];
      sum = WrappingSum(sum, known.sums[cell][c]);
    }
  }
  if (!known.rows.empty()) {
    for (size_t m = 0; m < s.metrics; ++m) s.RecallMetric(batch, m, known, output);
  }
  s.RecallMarks(batch, known, output);
  if (output.rows != nullptr) *output.rows = known.rows;
  if (output.references != nullptr) *output.references = known.references;
  const auto all = static_cast<uint32_t>(s.job.names().refs.size());
  s.batch_references = {};
  for (uint32_t i = 0; i < batch.segments; ++i) {
    if (batch.excluded_at(i)) continue;
    const uint32_t present = known.references.empty() ? all : known.references[i];
    s.batch_references.least = std::min(s.batch_references.least, present);
    s.batch_references.most = std::max(s.batch_references.most, present);
  }
  s.CountSegments(batch);
}

Status Worker::Process(Batch& batch, BatchOutput output) {
  State& s = *state_;
  StageLaps laps(s.stages);
  MTG_RETURN_IF_ERROR(s.Check(batch));
  laps.End(Stage::kCheck);
  uint64_t key_ticks = 0;
  {
    const KeyTicks keys(laps.TicksInto(key_ticks));
    MTG_RETURN_IF_ERROR(s.CutReferences(batch));
    MTG_RETURN_IF_ERROR(s.CutHypotheses(batch));
  }
  laps.End(Stage::kCut, Stage::kKey, key_ticks);
  s.StartOutput(batch, output);
  MTG_RETURN_IF_ERROR(s.Extract(batch, output));
  laps.End(Stage::kMatch);
  // The checks look at pairs, but candidates are meant to differ.
  if (batch.candidate_ends.empty()) {
    CheckBatch(batch, s.Lines(), s.wanted_checks, s.totals.checks, output.scripts, output.facts);
  }
  laps.End(Stage::kLook);
  s.CountSegments(batch);
  return OkStatus();
}

std::vector<Warning> CautionsOf(const Job& job, const std::vector<std::vector<int64_t>>& sums) {
  std::vector<Warning> warnings;
  std::vector<std::string> said;
  for (size_t cell = 0; cell < sums.size(); ++cell) {
    const MadeMetric& made = job.metrics()[cell % job.metrics().size()];
    std::string caution = made.metric->Caution(sums[cell]);
    if (caution.empty() || std::find(said.begin(), said.end(), caution) != said.end()) continue;
    warnings.push_back({std::string(kNoScore), "", fmt::format("{}: {}", made.Title(), caution)});
    said.push_back(std::move(caution));
  }
  return warnings;
}

std::vector<Warning> BeyondOf(const Job& job, uint64_t segments) {
  std::vector<Warning> warnings;
  for (const MadeMetric& made : job.metrics()) {
    const std::string beyond = made.metric->Beyond(segments);
    if (beyond.empty()) continue;
    warnings.push_back({"beyond-text", "", fmt::format("{}: {}", made.Title(), beyond)});
  }
  return warnings;
}

std::string_view FormWithoutMarks(const Job& job) {
  for (const MadeMetric& made : job.metrics()) {
    if (made.normalize != nullptr && DropsMarks(made.normalize->form)) return made.normalize->name;
  }
  return "";
}

std::vector<WordCutter> WordCutters(const Job& job) {
  std::vector<WordCutter> cutters;
  for (size_t m = 0; m < job.metrics().size(); ++m) {
    const MadeMetric& made = job.metrics()[m];
    const bool is_fixed = !made.row->HasOption("tok");
    for (const uint32_t v : job.views_of_metric()[m]) {
      const ViewSpec& view = job.views()[v];
      if (view.tokenizer == nullptr || view.stemmer != nullptr || view.annotations) continue;
      auto known = std::find_if(cutters.begin(), cutters.end(), [&](const WordCutter& cutter) {
        return cutter.tokenizer == view.tokenizer && cutter.metrics.empty() != is_fixed;
      });
      if (known == cutters.end()) known = cutters.insert(known, {view.tokenizer, {}, false});
      if (!is_fixed) continue;
      known->may_split_asian |= made.row->HasOption("asian");
      const std::string title = made.Title();
      if (known->metrics.empty() || known->metrics.back() != title) {
        known->metrics.push_back(title);
      }
    }
  }
  return cutters;
}

Report MakeReport(const Job& job, const Totals& totals) {
  Report report;
  report.segments = totals.segments;
  report.skipped = totals.skipped;
  report.replaced = totals.replaced;
  report.warnings = MakeWarnings(totals.checks, job.names().hyps, WordCutters(job),
                                 FormWithoutMarks(job), job.options().tokenized_by_count);
  AddInvalidTextWarnings({totals.segments + totals.skipped, totals.skipped, totals.replaced},
                         report.warnings);
  const bool empty = totals.segments == 0;
  if (!empty) std::ranges::move(CautionsOf(job, totals.sums), std::back_inserter(report.warnings));
  const uint32_t most = empty ? static_cast<uint32_t>(job.names().refs.size()) : totals.max_refs;
  const std::string references = empty || totals.min_refs == most ? std::to_string(most) : "var";
  const Level level = job.options().level;
  for (size_t s = 0; s < job.names().hyps.size(); ++s) {
    SystemReport system{job.names().hyps[s], {}};
    for (size_t m = 0; m < job.metrics().size(); ++m) {
      const MetricRow& row = *job.metrics()[m].row;
      const Metric& metric = *job.metrics()[m].metric;
      const std::vector<int64_t>& sums = totals.sums[s * job.metrics().size() + m];
      system.scores.push_back({job.metrics()[m].Title(), metric.Score(sums, level), row.scale,
                               row.higher_is_better, row.ranks, job.Signature(m, references),
                               job.metrics()[m].CorpusEquals(references),
                               metric.Verbose(sums, level), metric.Details(sums, level)});
      system.scores.back().details_are_shares = metric.DetailsAreShares();
      system.scores.back().caution = metric.Caution(sums);
    }
    report.systems.push_back(std::move(system));
  }
  return report;
}

}  // namespace mtgauge
