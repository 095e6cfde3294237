// Segment scores as lines whose fields a separator divides: tsv and csv.
#pragma once

#include <memory>

#include "core/report/forms/separated.h"
#include "core/report/segments/segment_score_table.h"
#include "core/report/segments/segment_writer.h"

namespace mtgauge {

std::unique_ptr<SegmentWriter> MakeSeparatedSegments(const Separation& by, SegmentScoreTable table);

// A ReportFormat::SegmentForm.
template <const Separation& by, bool details>
std::unique_ptr<SegmentWriter> SeparatedSegments(const Job& job, const WriteOptions& options,
                                                 const SegmentLabels& labels) {
  return MakeSeparatedSegments(by, SegmentScoreTable(job, options, labels, details));
}

}  // namespace mtgauge
