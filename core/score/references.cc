// Counts references and makes errors about them.
#include "core/score/references.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/base/stop.h"
#include "core/text/unicode.h"

namespace mtgauge {

void DropEmptyReferences(Batch& batch) {
  if (batch.refs.size() < 2) return;
  std::vector<std::vector<uint8_t>> blank;  // [reference][segment]
  std::vector<uint8_t> has_text(batch.segments);
  for (const Stream& stream : batch.refs) {
    std::vector<uint8_t>& of_stream = blank.emplace_back(batch.segments);
    ForEachText(stream, batch.segments, [&](uint32_t i, std::string_view text) {
      of_stream[i] = IsBlankText(text) ? 1 : 0;
      if (of_stream[i] == 0 && !stream.missing_at(i)) has_text[i] = 1;
    });
  }
  for (size_t r = 0; r < batch.refs.size(); ++r) {
    std::vector<uint8_t>& missing = batch.refs[r].missing;
    missing.resize(batch.segments);
    for (uint32_t i = 0; i < batch.segments; ++i) {
      if (blank[r][i] != 0 && has_text[i] != 0) missing[i] = 1;
    }
  }
}

Result<ReferenceCounts> CountReferences(const Job& job, const StreamNames& names,
                                        const Batch& batch) {
  const auto found = std::ranges::find_if(
      job.metrics(), [](const MadeMetric& made) { return made.row->needs_first; });
  const MadeMetric* const needs_first = found == job.metrics().end() ? nullptr : &*found;
  ReferenceCounts counts;
  for (uint32_t i = 0; i < batch.segments; ++i) {
    if (batch.excluded_at(i)) continue;
    uint32_t present = 0;
    for (const Stream& stream : batch.refs) present += stream.missing_at(i) ? 0 : 1;
    if (present == 0) {
      return InputError({names.refs.front(), batch.line_of(batch.refs[0], i), batch.index_of(i)},
                        "the segment has no reference", "add at least one");
    }
    if (needs_first && batch.refs[0].missing_at(i)) {
      return InputError(
          {names.refs.front(), batch.line_of(batch.refs[0], i), batch.index_of(i)},
          fmt::format("the segment has no first reference, which {} needs", needs_first->Title()),
          fmt::format("add it, or leave out `metrics` {}", needs_first->row->name));
    }
    counts.least = std::min(counts.least, present);
    counts.most = std::max(counts.most, present);
  }
  return counts;
}

Status CutSource(const Job& job, const StreamNames& names, const Batch& batch,
                 ViewStemmers& stemmers, std::unique_ptr<StreamViews>& source) {
  if (batch.sources.empty()) return OkStatus();
  if (!source) source = std::make_unique<StreamViews>(job, TextRole::kReference);
  const Stream& text = batch.sources.front();
  source->Cut(text, nullptr, batch.segments, stemmers);
  return source->CheckCut(batch, text, names.sources.front());
}

Status GaveUpError(const MadeMetric& metric, const ErrorPlace& place) {
  if (StopRequested()) return CancelledError();
  return InputError(
      place,
      fmt::format(
          "the segment is too long for {}, whose time grows at least with the square of the length",
          metric.Title()),
      fmt::format("split the segment, or leave out `metrics` {}", metric.row->name));
}

}  // namespace mtgauge
