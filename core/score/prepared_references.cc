// Prepares references once and scores hypotheses against them.
#include "core/score/prepared_references.h"

#include <algorithm>
#include <utility>

#include "core/base/stop.h"
#include "core/score/checks/encoding.h"
#include "core/score/references.h"

namespace mtgauge {

Result<PreparedReferences> PreparedReferences::Make(const Job& job, const StreamNames& names,
                                                    Batch batch) {
  if (job.options().on_invalid == OnInvalid::kSkip) {
    return UsageError({.option = "on-invalid"},
                      "`on-invalid`: prepared references cannot be skipped",
                      "choose error or replace");
  }
  MTG_RETURN_IF_ERROR(MendEncoding(names, job.options().on_invalid, batch).status());
  MTG_RETURN_IF_ERROR(CountReferences(job, names, batch).status());
  PreparedReferences made;
  made.metrics_ = job.metrics().size();
  made.batch_ = std::make_unique<Batch>(std::move(batch));
  ViewStemmers stemmers(job);
  for (size_t r = 0; r < made.batch_->refs.size(); ++r) {
    const Stream& stream = made.batch_->refs[r];
    StreamViews& views = made.views_.emplace_back(job, TextRole::kReference);
    views.Cut(stream, nullptr, made.batch_->segments, stemmers);
    MTG_RETURN_IF_ERROR(views.CheckCut(*made.batch_, stream, names.refs[r]));
  }
  MTG_RETURN_IF_ERROR(CutSource(job, names, *made.batch_, stemmers, made.source_));
  std::vector<std::unique_ptr<Scratch>> scratch;
  for (const MadeMetric& metric : job.metrics()) scratch.push_back(metric.metric->NewScratch());
  std::vector<SegmentView> room, source_room;
  for (uint32_t i = 0; i < made.batch_->segments; ++i) {
    if (StopRequested()) return CancelledError();
    for (size_t m = 0; m < made.metrics_; ++m) {
      const Metric& metric = *job.metrics()[m].metric;
      made.prepared_.push_back(metric.NewPrepared());
      ReferenceViews views = CollectReferences(job, m, *made.batch_, made.views_, i, room);
      AddSource(job, m, *made.batch_, made.source_, i, source_room, views);
      metric.PrepareRefs(views, *scratch[m], *made.prepared_.back());
    }
  }
  return made;
}

HypothesisScorer::HypothesisScorer(const Job& job)
    : job_(job), views_(job, TextRole::kHypothesis), stemmers_(job) {
  for (const MadeMetric& metric : job.metrics()) scratch_.push_back(metric.metric->NewScratch());
}

Status HypothesisScorer::Cut(const StreamNames& names, Batch& batch) {
  MTG_RETURN_IF_ERROR(MendEncoding(names, job_.options().on_invalid, batch).status());
  const Stream& stream = batch.hyps.front();
  views_.Cut(stream, nullptr, batch.segments, stemmers_);
  return views_.CheckCut(batch, stream, names.hyps.front());
}

Status HypothesisScorer::Extract(const PreparedReferences& references, const StreamNames& names,
                                 Batch& batch, std::span<const uint32_t> segment_of,
                                 const TakeRow& take) {
  MTG_RETURN_IF_ERROR(Cut(names, batch));
  const auto prepared = [&](size_t metric, uint32_t line) -> const Prepared& {
    return references.of(metric, segment_of[line]);
  };
  return ExtractLines(names, batch, prepared, take);
}

Status HypothesisScorer::CutReferences(const StreamNames& names, const Batch& batch) {
  while (reference_views_.size() < batch.refs.size())
    reference_views_.emplace_back(job_, TextRole::kReference);
  for (size_t r = 0; r < batch.refs.size(); ++r) {
    const Stream& stream = batch.refs[r];
    reference_views_[r].Cut(stream, nullptr, batch.segments, stemmers_);
    MTG_RETURN_IF_ERROR(reference_views_[r].CheckCut(batch, stream, names.refs[r]));
  }
  return OkStatus();
}

Status HypothesisScorer::ExtractPairs(const StreamNames& names, Batch& batch, const TakeRow& take) {
  MTG_RETURN_IF_ERROR(Cut(names, batch));
  MTG_RETURN_IF_ERROR(CountReferences(job_, names, batch).status());
  MTG_RETURN_IF_ERROR(CutReferences(names, batch));
  if (prepared_.empty()) {
    for (const MadeMetric& made : job_.metrics()) prepared_.push_back(made.metric->NewPrepared());
  }
  // An earlier batch may have had more references.
  const std::span<const StreamViews> views(reference_views_.data(), batch.refs.size());
  const auto prepared = [&](size_t m, uint32_t line) -> const Prepared& {
    job_.metrics()[m].metric->PrepareRefs(CollectReferences(job_, m, batch, views, line, room_),
                                          *scratch_[m], *prepared_[m]);
    return *prepared_[m];
  };
  return ExtractLines(names, batch, prepared, take);
}

template <typename PreparedOf>
Status HypothesisScorer::ExtractLines(const StreamNames& names, const Batch& batch,
                                      const PreparedOf& prepared, const TakeRow& take) {
  uint32_t first = batch.segments;
  size_t first_metric = 0;
  for (size_t m = 0; m < job_.metrics().size(); ++m) {
    const uint32_t line = ExtractMetric(m, batch.segments, prepared, take);
    if (line >= first) continue;
    first = line;
    first_metric = m;
  }
  if (first == batch.segments) return OkStatus();
  return GaveUpError(
      job_.metrics()[first_metric],
      {names.hyps.front(), batch.line_of(batch.hyps.front(), first), batch.index_of(first)});
}

template <typename PreparedOf>
uint32_t HypothesisScorer::ExtractMetric(size_t m, uint32_t lines, const PreparedOf& prepared,
                                         const TakeRow& take) {
  const Metric& metric = *job_.metrics()[m].metric;
  row_.resize(job_.widths()[m]);
  for (uint32_t line = 0; line < lines; ++line) {
    metric.Extract(prepared(m, line), CollectViews(job_, m, views_, line, hypothesis_),
                   *scratch_[m], row_.data());
    if (GaveUp(*scratch_[m])) return line;
    take(line, m, row_);
  }
  return lines;
}

Result<std::vector<std::string>> HypothesisScorer::Tokenize(const StreamNames& names, Batch& batch,
                                                            size_t metric) {
  MTG_RETURN_IF_ERROR(Cut(names, batch));
  const bool cut = job_.views()[job_.views_of_metric()[metric].front()].tokenizer != nullptr;
  std::vector<std::string> lines(batch.segments);
  for (uint32_t i = 0; i < batch.segments; ++i) {
    const SegmentView view = CollectViews(job_, metric, views_, i, hypothesis_).front();
    if (!cut) lines[i] = view.text;
    for (uint32_t t = 0; t < view.tokens.count; ++t) {
      if (t > 0) lines[i] += ' ';
      lines[i] += view.tokens[t];
    }
  }
  return lines;
}

}  // namespace mtgauge
