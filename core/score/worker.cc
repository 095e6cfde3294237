// The scoring loop of one thread: mend, cut, prepare, extract, add.
#include "core/score/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/score/annotation_check.h"
#include "core/simd/kernels.h"
#include "core/text/casing.h"
#include "core/text/key_ticks.h"
#include "core/text/stemmer.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// Where a stream first stops being UTF-8.
struct InvalidText {
  uint32_t segment;
  size_t byte;  // within the segment
  unsigned char value;
};

std::optional<InvalidText> FindInvalid(const Stream& stream) {
  std::optional<InvalidText> found;
  const std::string_view text(stream.text, stream.bytes);
  if (!IsValidUtf8(text)) {
    const size_t at = FindInvalidUtf8(text).value_or(0);
    const std::string_view before = text.substr(0, at);
    const auto segment = static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n'));
    const size_t line = before.rfind('\n');
    found = {segment, line == std::string_view::npos ? at : at - line - 1,
             static_cast<unsigned char>(text[at])};
  }
  for (const Aside& aside : stream.aside) {
    if (found && found->segment <= aside.segment) break;
    if (const auto at = FindInvalidUtf8(aside.text)) {
      found = {aside.segment, *at, static_cast<unsigned char>(aside.text[*at])};
      break;
    }
  }
  return found;
}

// Gives the stream its own text.
void SetText(Stream& stream, std::string text) {
  stream.bytes = static_cast<uint32_t>(text.size());
  text.append(kTextPadding, '\n');
  auto owner = std::make_shared<const std::string>(std::move(text));
  stream.text = owner->data();
  stream.owner = std::move(owner);
}

// Applies `mend` to each ill-formed segment of the stream; returns how many there were.
template <typename Mend>
void ForEachInvalidSegment(Stream& stream, const Mend& mend) {
  const std::string_view text(stream.text, stream.bytes);
  std::string mended;
  uint32_t segment = 0;
  for (size_t begin = 0; begin < text.size(); ++segment) {
    const size_t end = text.find('\n', begin);
    const std::string_view line = text.substr(begin, end - begin);
    mended += FindInvalidUtf8(line) ? mend(segment, line) : std::string(line);
    mended += '\n';
    begin = end + 1;
  }
  for (Aside& aside : stream.aside) {
    if (FindInvalidUtf8(aside.text)) aside.text = mend(aside.segment, aside.text);
  }
  SetText(stream, std::move(mended));
}

// Everything that a worker holds for one stream of a batch.
struct StreamViews {
  CasedText cased[2][2];  // [of annotations][lowercase]
  std::vector<View> views;
  std::optional<View> plain_lines;  // only when no view is of the text as it is
};

// A view whose lines are those of the text as it is.
bool IsOfPlainText(const ViewSpec& spec) { return !spec.lowercase && !spec.annotations; }

const Stream* AnnotationOf(const std::vector<Stream>& annotations, size_t stream) {
  return annotations.empty() ? nullptr : &annotations[stream];
}

// The name of UTF-16 without a byte order mark, which is valid UTF-8 where its characters are
// ASCII's: NUL is every second byte of the first line. (Of more lines this would depend on how
// batches are cut.) Empty: this is none.
std::string_view UnmarkedUtf16(std::string_view text) {
  constexpr size_t kLooked = 1024, kLeast = 8;
  if (text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE")) return {};
  text = text.substr(0, std::min(kLooked, text.find('\n')));
  size_t nuls[2] = {};
  for (size_t i = 0; i < text.size(); ++i) nuls[i % 2] += text[i] == '\0' ? 1 : 0;
  const size_t half = text.size() / 2;
  if (text.size() < kLeast || std::min(nuls[0], nuls[1]) > 0) return {};
  if (std::max(nuls[0], nuls[1]) < half - half / 8) return {};
  return nuls[1] > 0 ? "UTF-16LE" : "UTF-16BE";
}

}  // namespace

void Totals::Merge(const Totals& other) {
  if (sums.empty()) {
    *this = other;
    return;
  }
  for (size_t i = 0; i < sums.size(); ++i) {
    for (size_t c = 0; c < sums[i].size(); ++c) sums[i][c] += other.sums[i][c];
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

  absl::Status Mend(Batch& batch);
  absl::Status CountReferences(const Batch& batch);
  // `annotation` may be null where no view is of it.
  void CutStream(const Stream& stream, const Stream* annotation, uint32_t segments,
                 StreamViews& out);
  void StartSurveys();
  absl::Status CutReferences(const Batch& batch);
  absl::Status CutHypotheses(const Batch& batch);
  absl::Status CheckCut(const Batch& batch, const Stream& stream, const StreamViews& views,
                        const std::string& file) const;
  // What a metric sees of a segment, in ref_views and hyp_views.
  ReferenceViews References(const Batch& batch, size_t metric, uint32_t segment);
  std::span<const SegmentView> Hypothesis(size_t metric, size_t system, uint32_t line);
  // Returns the first segment that is beyond the metric's budget, or the number of segments.
  uint32_t ExtractMetric(const Batch& batch, size_t metric, BatchOutput output);
  absl::Status Extract(const Batch& batch, BatchOutput output);
  LineEnds Lines() const;
  void StartOutput(const Batch& batch, BatchOutput output) const;

  const Job& job;
  StageTimes* stages;
  size_t metrics, systems;
  Totals totals;
  uint32_t batch_min_refs = 0, batch_max_refs = 0;
  uint64_t batch_replaced = 0;
  std::vector<StreamViews> refs, hyps;
  std::vector<std::optional<Stemmer>> stemmers;     // per view, for views of stems
  std::vector<std::unique_ptr<Prepared>> prepared;  // per metric
  std::vector<std::unique_ptr<Scratch>> scratch;    // per metric
  Surveys surveys;                                  // empty when not begun
  std::vector<SegmentView> ref_views, hyp_views;    // room for those of one metric
  std::vector<int64_t> row;
};

Worker::State::State(const Job& job_in, StageTimes* stages_in)
    : job(job_in),
      stages(stages_in),
      metrics(job_in.metrics().size()),
      systems(job_in.names().hyps.size()) {
  const HashFunction hash = job.options().context.hash->function;
  const auto new_stream = [&] {
    StreamViews stream;
    for (size_t v = 0; v < job.views().size(); ++v) stream.views.emplace_back(hash);
    const bool plain = std::any_of(job.views().begin(), job.views().end(), IsOfPlainText);
    if (!plain) stream.plain_lines.emplace(hash);
    return stream;
  };
  stemmers.resize(job.views().size());
  for (size_t v = 0; v < job.views().size(); ++v) {
    if (job.views()[v].stemmer != nullptr) stemmers[v].emplace(*job.views()[v].stemmer, hash);
  }
  for (size_t r = 0; r < job.names().refs.size(); ++r) refs.push_back(new_stream());
  for (size_t s = 0; s < systems; ++s) hyps.push_back(new_stream());
  for (const MadeMetric& made : job.metrics()) {
    prepared.push_back(made.metric->NewPrepared());
    scratch.push_back(made.metric->NewScratch());
  }
  for (size_t i = 0; i < systems * metrics; ++i) {
    totals.sums.emplace_back(job.widths()[i % metrics], 0);
  }
  totals.checks.resize(systems);
  size_t most = 0;  // a metric may name a view twice
  for (const std::vector<uint32_t>& of_metric : job.views_of_metric()) {
    most = std::max(most, of_metric.size());
  }
  ref_views.resize(refs.size() * most);
  hyp_views.resize(most);
}

// Checks the encoding of every stream and applies the job's policy. A batch that fails here or in
// CountReferences() has added nothing to the totals.
absl::Status Worker::State::Mend(Batch& batch) {
  std::optional<InvalidText> first;
  uint32_t first_segment = 0;
  const Stream* first_stream = nullptr;
  std::string first_name;
  batch_replaced = 0;
  std::vector<uint8_t> replaced;
  absl::Status utf16;
  const auto mend = [&](Stream& stream, const std::string& name, const auto& segment_of) {
    const std::string_view encoding =
        batch.first == 0 ? UnmarkedUtf16({stream.text, stream.bytes}) : "";
    if (!encoding.empty()) {
      utf16.Update(
          InputError(fmt::format("{}:1: every second byte of the line is NUL, this looks like "
                                 "UTF-16; convert it first: iconv -f {} "
                                 "-t UTF-8",
                                 name, encoding)));
    }
    const std::optional<InvalidText> invalid = FindInvalid(stream);
    if (!invalid) return;
    if (!first || segment_of(invalid->segment) < first_segment) {
      first = invalid;
      first_segment = segment_of(invalid->segment);
      first_stream = &stream;
      first_name = name;
    }
    if (job.options().on_invalid == OnInvalid::kError) return;
    std::vector<uint8_t>& marks =
        job.options().on_invalid == OnInvalid::kSkip ? batch.excluded : replaced;
    marks.resize(batch.segments);
    ForEachInvalidSegment(stream, [&](uint32_t line, std::string_view text) {
      marks[segment_of(line)] = 1;
      return ReplaceInvalidUtf8(text);
    });
  };
  const auto same = [](uint32_t line) { return line; };
  const auto of_hyp = [&batch](uint32_t line) { return batch.segment_of_hyp(line); };
  for (size_t r = 0; r < refs.size(); ++r) mend(batch.refs[r], job.names().refs[r], same);
  for (size_t s = 0; s < systems; ++s) mend(batch.hyps[s], job.names().hyp_file(s), of_hyp);
  for (size_t r = 0; r < batch.ref_annotations.size(); ++r) {
    mend(batch.ref_annotations[r], job.names().ref_annotations[r], same);
  }
  for (size_t s = 0; s < batch.hyp_annotations.size(); ++s) {
    mend(batch.hyp_annotations[s], job.names().hyp_annotations[s], same);
  }
  batch_replaced = static_cast<uint64_t>(std::count(replaced.begin(), replaced.end(), 1));
  if (!utf16.ok()) return utf16;
  if (!first || job.options().on_invalid != OnInvalid::kError) return absl::OkStatus();
  const uint64_t line = batch.line_of(*first_stream, first->segment);
  std::string_view remedy = InvalidUtf8Remedy({first_stream->text, first_stream->bytes}, line);
  constexpr std::string_view kOrSkip = " or skip";  // which would part candidates from their list
  if (!batch.candidate_ends.empty() && remedy.ends_with(kOrSkip)) {
    remedy.remove_suffix(kOrSkip.size());
  }
  return InputError(fmt::format(
      "{}:{}: invalid UTF-8 at byte {} of the {} (0x{:02X}); {}", first_name, line, first->byte + 1,
      first_stream->lines.empty() ? "line" : "segment", first->value, remedy));
}

absl::Status Worker::State::CountReferences(const Batch& batch) {
  batch_min_refs = UINT32_MAX;
  batch_max_refs = 0;
  const auto found = std::ranges::find_if(
      job.metrics(), [](const MadeMetric& made) { return made.row->needs_first; });
  const MadeMetric* const needs_first = found == job.metrics().end() ? nullptr : &*found;
  for (uint32_t i = 0; i < batch.segments; ++i) {
    if (batch.excluded_at(i)) continue;
    uint32_t present = 0;
    for (const Stream& stream : batch.refs) present += stream.missing_at(i) ? 0 : 1;
    if (present == 0) {
      return InputError(fmt::format("{}:{}: the segment has no reference; give it at least one",
                                    job.names().refs.front(), batch.line_of(batch.refs[0], i)));
    }
    if (needs_first && batch.refs[0].missing_at(i)) {
      return InputError(fmt::format(
          "{}:{}: the segment lacks its first reference, which {} cannot do without; give it, or "
          "leave out -m {}",
          job.names().refs.front(), batch.line_of(batch.refs[0], i), needs_first->Title(),
          needs_first->row->name));
    }
    batch_min_refs = std::min(batch_min_refs, present);
    batch_max_refs = std::max(batch_max_refs, present);
  }
  return absl::OkStatus();
}

void Worker::State::CutStream(const Stream& stream, const Stream* annotation, uint32_t segments,
                              StreamViews& out) {
  const auto cut_lines = [&](const CasedText& text, View& view) {
    view.Reset(text.text(), text.bytes(), segments);
    view.FindLines();
    for (const Aside& aside : text.asides()) view.SetAside(aside.segment, aside.text);
  };
  bool set[2][2] = {{false, false}, {false, false}};
  const auto cased = [&](bool annotations, bool lowercase) -> const CasedText& {
    const size_t source = annotations ? 1 : 0, casing = lowercase ? 1 : 0;
    CasedText& text = out.cased[source][casing];
    if (!std::exchange(set[source][casing], true)) {
      text.Set(annotations ? *annotation : stream, lowercase);
    }
    return text;
  };
  for (size_t v = 0; v < job.views().size(); ++v) {
    const ViewSpec& spec = job.views()[v];
    if (stemmers[v]) {
      stemmers[v]->StemView(out.views[job.words_of(v)], out.views[v]);
      continue;
    }
    const CasedText& text = cased(spec.annotations, spec.lowercase);
    if (spec.tokenizer == nullptr) {
      cut_lines(text, out.views[v]);
    } else {
      spec.tokenizer->get().CutStream(text.text(), text.bytes(), segments, text.asides(),
                                      out.views[v]);
    }
  }
  if (out.plain_lines) cut_lines(cased(false, false), *out.plain_lines);
}

void Worker::State::StartSurveys() {
  if (!surveys.empty()) return;
  for (const MadeMetric& made : job.metrics()) surveys.push_back(made.metric->NewSurvey());
}

absl::Status Worker::State::CutReferences(const Batch& batch) {
  for (size_t r = 0; r < refs.size(); ++r) {
    CutStream(batch.refs[r], AnnotationOf(batch.ref_annotations, r), batch.segments, refs[r]);
    MTG_RETURN_IF_ERROR(CheckCut(batch, batch.refs[r], refs[r], job.names().refs[r]));
  }
  return absl::OkStatus();
}

absl::Status Worker::State::CutHypotheses(const Batch& batch) {
  for (size_t s = 0; s < systems; ++s) {
    CutStream(batch.hyps[s], AnnotationOf(batch.hyp_annotations, s), batch.hyp_count(), hyps[s]);
    MTG_RETURN_IF_ERROR(CheckCut(batch, batch.hyps[s], hyps[s], job.names().hyp_file(s)));
  }
  return absl::OkStatus();
}

// A tokenizer that gives up must not leave a segment without its tokens.
absl::Status Worker::State::CheckCut(const Batch& batch, const Stream& stream,
                                     const StreamViews& views, const std::string& file) const {
  for (size_t v = 0; v < views.views.size(); ++v) {
    const uint32_t refused = views.views[v].refused();
    if (refused == View::kNone) continue;
    return InputError(fmt::format(
        "{}:{}: the tokenizer {} cannot cut so long a segment; split it, or choose another by -tok",
        file, batch.line_of(stream, refused), job.views()[v].tokenizer->name));
  }
  return absl::OkStatus();
}

ReferenceViews Worker::State::References(const Batch& batch, size_t metric, uint32_t segment) {
  size_t filled = 0;
  uint32_t present = 0;
  for (size_t r = 0; r < refs.size(); ++r) {
    if (batch.refs[r].missing_at(segment)) continue;
    ++present;
    for (const uint32_t v : job.views_of_metric()[metric]) {
      ref_views[filled++] = refs[r].views[v].Segment(segment);
    }
  }
  return {std::span(ref_views).first(filled), present};
}

std::span<const SegmentView> Worker::State::Hypothesis(size_t metric, size_t system,
                                                       uint32_t line) {
  size_t filled = 0;
  for (const uint32_t v : job.views_of_metric()[metric]) {
    hyp_views[filled++] = hyps[system].views[v].Segment(line);
  }
  return std::span(hyp_views).first(filled);
}

uint32_t Worker::State::ExtractMetric(const Batch& batch, size_t m, BatchOutput output) {
  const Metric& metric = *job.metrics()[m].metric;
  const uint32_t width = job.widths()[m];
  row.resize(width);
  for (uint32_t i = 0; i < batch.segments; ++i) {
    if (batch.excluded_at(i)) continue;
    metric.PrepareRefs(References(batch, m, i), *prepared[m]);
    size_t score = m;
    for (uint32_t line = batch.hyp_begin(i); line < batch.hyp_end(i); ++line) {
      for (size_t s = 0; s < systems; ++s, score += metrics) {
        metric.Extract(*prepared[m], Hypothesis(m, s, line), *scratch[m], row.data());
        if (std::exchange(scratch[m]->beyond_budget, false)) return i;
        const size_t cell = s * metrics + m;
        int64_t* sums = totals.sums[cell].data();
        for (uint32_t c = 0; c < width; ++c) sums[c] += row[c];
        if (output.segments != nullptr) {
          (*output.segments)[i].scores[score] = metric.Score(row, Level::kSegment);
        }
        if (output.rows != nullptr) {
          std::copy(row.begin(), row.end(), (*output.rows)[cell].begin() + int64_t{line} * width);
        }
      }
    }
  }
  return batch.segments;
}

// The earliest such segment is reported, whatever the order of the metrics.
absl::Status Worker::State::Extract(const Batch& batch, BatchOutput output) {
  uint32_t first = batch.segments;
  size_t first_metric = 0;
  for (size_t m = 0; m < metrics; ++m) {
    const uint32_t segment = ExtractMetric(batch, m, output);
    if (segment >= first) continue;
    first = segment;
    first_metric = m;
  }
  if (first == batch.segments) return absl::OkStatus();
  return InputError(fmt::format(
      "{}:{}: the segment is too long for {}, whose work grows at least with the square of its "
      "length; split the segment, or leave out -m {}",
      job.names().refs.front(), batch.line_of(batch.refs[0], first),
      job.metrics()[first_metric].Title(), job.metrics()[first_metric].row->name));
}

LineEnds Worker::State::Lines() const {
  LineEnds ends;
  const auto of = [&](const StreamViews& stream) {
    if (stream.plain_lines) return stream.plain_lines->line_end();
    size_t v = 0;
    while (!IsOfPlainText(job.views()[v])) ++v;
    return stream.views[v].line_end();
  };
  for (const StreamViews& stream : refs) ends.refs.push_back(of(stream));
  for (const StreamViews& stream : hyps) ends.hyps.push_back(of(stream));
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

absl::Status Worker::Observe(Batch& batch) {
  State& s = *state_;
  MTG_RETURN_IF_ERROR(s.Mend(batch));
  MTG_RETURN_IF_ERROR(s.CountReferences(batch));
  MTG_RETURN_IF_ERROR(CheckAnnotations(batch, s.job.names()));
  MTG_RETURN_IF_ERROR(s.CutReferences(batch));
  s.StartSurveys();
  for (size_t m = 0; m < s.metrics; ++m) {
    if (s.surveys[m] == nullptr) continue;
    for (uint32_t i = 0; i < batch.segments; ++i) {
      if (!batch.excluded_at(i)) s.surveys[m]->Observe(s.References(batch, m, i));
    }
  }
  return absl::OkStatus();
}

absl::Status Worker::Process(Batch& batch, BatchOutput output) {
  State& s = *state_;
  StageLaps laps(s.stages);
  MTG_RETURN_IF_ERROR(s.Mend(batch));
  MTG_RETURN_IF_ERROR(s.CountReferences(batch));
  MTG_RETURN_IF_ERROR(CheckAnnotations(batch, s.job.names()));
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
  // The checks look at pairs, and candidates are meant to differ.
  if (batch.candidate_ends.empty()) CheckBatch(batch, s.Lines(), s.totals.checks);
  laps.End(Stage::kLook);
  const auto skipped =
      static_cast<uint64_t>(std::count(batch.excluded.begin(), batch.excluded.end(), uint8_t{1}));
  s.totals.segments += batch.segments - skipped;
  s.totals.skipped += skipped;
  s.totals.replaced += s.batch_replaced;
  s.totals.min_refs = std::min(s.totals.min_refs, s.batch_min_refs);
  s.totals.max_refs = std::max(s.totals.max_refs, s.batch_max_refs);
  return absl::OkStatus();
}

namespace {

// What --on-invalid skip and replace have done is never silent.
void AddInvalidTextWarnings(const Totals& totals, std::vector<Warning>& warnings) {
  if (totals.skipped > 0) {
    warnings.push_back({"skipped", "",
                        fmt::format("{} of {} segments are left out, since they hold invalid UTF-8",
                                    totals.skipped, totals.segments + totals.skipped)});
  }
  if (totals.replaced > 0) {
    warnings.push_back(
        {"replaced", "",
         fmt::format("invalid UTF-8 in {} segments; U+FFFD stands in its place", totals.replaced)});
  }
}

}  // namespace

Report MakeReport(const Job& job, const Totals& totals) {
  Report report;
  report.segments = totals.segments;
  report.skipped = totals.skipped;
  report.replaced = totals.replaced;
  std::vector<const TokenizerRow*> tokenizers;
  for (const ViewSpec& view : job.views()) {
    const bool words = view.tokenizer != nullptr && view.stemmer == nullptr && !view.annotations;
    if (words) tokenizers.push_back(view.tokenizer);
  }
  report.warnings = MakeWarnings(totals.checks, job.names().hyps, tokenizers);
  AddInvalidTextWarnings(totals, report.warnings);
  const bool empty = totals.segments == 0;
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
                               row.higher_is_better, job.Signature(m, references),
                               std::string(job.metrics()[m].Equals()), metric.Verbose(sums, level),
                               metric.Details(sums, level)});
    }
    report.systems.push_back(std::move(system));
  }
  return report;
}

}  // namespace mtgauge
