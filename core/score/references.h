// The views of a segment's references, for all code that prepares them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/base/stop.h"
#include "core/contract/metric.h"
#include "core/score/job.h"
#include "core/score/stream_views.h"
#include "core/text/batch.h"

namespace mtgauge {

// Marks references as missing if they are blank and the segment has another one that is not.
void DropEmptyReferences(Batch& batch);

// The least and the greatest number of references per segment.
struct ReferenceCounts {
  uint32_t least = UINT32_MAX, most = 0;
};

// Returns an InputError for the first segment without a reference, or without its first reference
// if a metric needs it. `names` are those of the batch's streams.
Result<ReferenceCounts> CountReferences(const Job& job, const StreamNames& names,
                                        const Batch& batch);

// Returns a metric's views of the references that the segment has, in `room` until the next call.
// `views`: [reference of the batch]. Called for every segment, so it is inline.
inline ReferenceViews CollectReferences(const Job& job, size_t metric, const Batch& batch,
                                        std::span<const StreamViews> views, uint32_t segment,
                                        std::vector<SegmentView>& room) {
  const std::vector<uint32_t>& wanted = job.views_of_metric()[metric];
  if (room.size() < views.size() * wanted.size()) room.resize(views.size() * wanted.size());
  size_t filled = 0;
  uint32_t present = 0;
  for (size_t r = 0; r < views.size(); ++r) {
    if (batch.refs[r].missing_at(segment)) continue;
    ++present;
    for (const uint32_t v : wanted) room[filled++] = views[r].Segment(v, segment);
  }
  return {std::span(room).first(filled), present};
}

// Cuts the text that was translated, if the batch has one.
Status CutSource(const Job& job, const StreamNames& names, const Batch& batch,
                 ViewStemmers& stemmers, std::unique_ptr<StreamViews>& source);

// Same as above for one line of a stream.
inline std::span<const SegmentView> CollectViews(const Job& job, size_t metric,
                                                 const StreamViews& views, uint32_t line,
                                                 std::vector<SegmentView>& room) {
  const std::vector<uint32_t>& wanted = job.views_of_metric()[metric];
  if (room.size() < wanted.size()) room.resize(wanted.size());
  for (size_t v = 0; v < wanted.size(); ++v) room[v] = views.Segment(wanted[v], line);
  return std::span(room).first(wanted.size());
}

// Adds what was translated to a metric's views of the references, if it compares with it.
inline void AddSource(const Job& job, size_t metric, const Batch& batch,
                      const std::unique_ptr<StreamViews>& source, uint32_t segment,
                      std::vector<SegmentView>& room, ReferenceViews& views) {
  if (!job.metrics()[metric].row->needs_source) return;
  views.source = CollectViews(job, metric, *source, segment, room);
  views.segment = batch.index_of(segment);
}

// Returns true if the last Extract() has no row: it was beyond the budget, whose flag is cleared,
// or the work must stop (core/base/stop.h).
inline bool GaveUp(Scratch& scratch) {
  return std::exchange(scratch.beyond_budget, false) || StopRequested();
}
// Returns the error for a segment at which a metric gave up: Cancelled, or the InputError for a
// segment beyond the metric's budget.
Status GaveUpError(const MadeMetric& metric, const ErrorPlace& place);

}  // namespace mtgauge
