// Blocks of texts, and the scores of their pairs.
#include "core/score/pair_blocks.h"

#include <fmt/format.h>

#include <utility>

#include "core/score/checks/encoding.h"
#include "core/score/references.h"

namespace mtgauge {

Result<TextBlock> TextBlock::Make(const Job& job, const std::string& name, Batch batch) {
  for (const MadeMetric& made : job.metrics()) {
    if (made.strip_before.empty()) continue;
    return UsageError(
        {.option = "metrics"},
        fmt::format("{}: {} is for hypotheses, but here every text may also be a reference",
                    made.spec, kStripBefore.name),
        "strip the texts beforehand");
  }
  TextBlock block(job, name, std::move(batch));
  MTG_RETURN_IF_ERROR(MendEncoding({{}, {name}}, job.options().on_invalid, *block.batch_).status());
  const Stream& stream = block.batch_->hyps.front();
  ViewStemmers stemmers(job);
  block.views_->Cut(stream, nullptr, block.size(), stemmers);
  MTG_RETURN_IF_ERROR(block.views_->CheckCut(*block.batch_, stream, name));
  return block;
}

std::span<const SegmentView> TextBlock::Views(size_t metric, uint32_t text,
                                              std::vector<SegmentView>& room) const {
  return CollectViews(*job_, metric, *views_, text, room);
}

ErrorPlace TextBlock::PlaceOf(uint32_t text) const {
  return {name_, batch_->line_of(batch_->hyps.front(), text), batch_->index_of(text)};
}

ReferenceBlock ReferenceBlock::Make(const Job& job, TextBlock texts) {
  ReferenceBlock block(std::move(texts));
  block.metrics_.resize(job.metrics().size());
  for (size_t m = 0; m < job.metrics().size(); ++m) block.Prepare(job, m);
  return block;
}

void ReferenceBlock::Prepare(const Job& job, size_t m) {
  const Metric& metric = *job.metrics()[m].metric;
  OfMetric& of = metrics_[m];
  std::vector<SegmentView> room;
  for (uint32_t r = 0; r < size(); ++r) {
    const std::span<const SegmentView> views = texts_.Views(m, r, room);
    of.views.insert(of.views.end(), views.begin(), views.end());
  }
  of.table = metric.NewTable(of.views);
  if (of.table != nullptr) return;
  const std::unique_ptr<Scratch> scratch = metric.NewScratch();
  const size_t width = job.views_of_metric()[m].size();
  for (uint32_t r = 0; r < size(); ++r) {
    of.prepared.push_back(metric.NewPrepared());
    metric.PrepareRefs({std::span(of.views).subspan(r * width, width), 1}, *scratch,
                       *of.prepared.back());
  }
}

Result<MeanBlock> MeanBlock::Make(const Job& job, std::vector<TextBlock> texts,
                                  std::span<const double> weights) {
  MeanBlock block;
  block.texts_ = std::move(texts);
  std::vector<SegmentView> room;
  for (size_t m = 0; m < job.metrics().size(); ++m) {
    std::vector<SegmentView> all;
    for (const TextBlock& text : block.texts_) {
      for (uint32_t r = 0; r < text.size(); ++r) {
        const std::span<const SegmentView> views = text.Views(m, r, room);
        all.insert(all.end(), views.begin(), views.end());
      }
    }
    block.means_.push_back(job.metrics()[m].metric->NewMean(all, weights));
    if (block.means_.back() == nullptr) {
      return InputError(block.texts_.front().PlaceOf(0),
                        "too much text for one mean over references",
                        "use fewer references, or no `aggregate`");
    }
  }
  return block;
}

PairScorer::PairScorer(const Job& job) : job_(job) {
  for (const MadeMetric& made : job.metrics()) {
    scratch_.push_back(made.metric->NewScratch());
    prepared_.push_back(made.metric->NewPrepared());
  }
}

Status PairScorer::Score(size_t m, const TextBlock& hypotheses, uint32_t hypothesis,
                         const ReferenceBlock& references, uint32_t from, double* scores) {
  const Metric& metric = *job_.metrics()[m].metric;
  const ReferenceBlock::OfMetric& of = references.metrics_[m];
  const std::span<const SegmentView> views = hypotheses.Views(m, hypothesis, room_);
  const size_t width = job_.widths()[m];
  rows_.resize(width * (of.table != nullptr ? references.size() : 1));
  if (of.table != nullptr) metric.ExtractAll(*of.table, views, *scratch_[m], rows_.data());
  for (uint32_t r = from; r < references.size(); ++r) {
    std::span<const int64_t> row = rows_;
    if (of.table != nullptr) {
      row = row.subspan(r * width, width);
    } else {
      metric.Extract(*of.prepared[r], views, *scratch_[m], rows_.data());
      if (GaveUp(*scratch_[m])) {
        return GaveUpError(job_.metrics()[m], hypotheses.PlaceOf(hypothesis));
      }
    }
    scores[r] = metric.Score(row, Level::kSegment);
  }
  return OkStatus();
}

Result<double> PairScorer::ScorePair(size_t m, const TextBlock& hypotheses, uint32_t hypothesis,
                                     const TextBlock& references, uint32_t reference) {
  const Metric& metric = *job_.metrics()[m].metric;
  metric.PrepareRefs({references.Views(m, reference, reference_room_), 1}, *scratch_[m],
                     *prepared_[m]);
  rows_.resize(job_.widths()[m]);
  metric.Extract(*prepared_[m], hypotheses.Views(m, hypothesis, room_), *scratch_[m], rows_.data());
  if (GaveUp(*scratch_[m])) return GaveUpError(job_.metrics()[m], hypotheses.PlaceOf(hypothesis));
  return metric.Score(rows_, Level::kSegment);
}

double PairScorer::ScoreMean(size_t m, const TextBlock& hypotheses, uint32_t hypothesis,
                             const MeanBlock& references) {
  return job_.metrics()[m].metric->ScoreMean(*references.means_[m],
                                             hypotheses.Views(m, hypothesis, room_), *scratch_[m]);
}

}  // namespace mtgauge
