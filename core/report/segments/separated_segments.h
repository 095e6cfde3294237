// Segment scores as lines whose fields a separator divides: tsv and csv.
#pragma once

#include <memory>

#include "core/report/forms/separated.h"
#include "core/report/segments/segment_score_table.h"
#include "core/report/segments/segment_writer.h"

namespace mtgauge {

// A ReportFormat::SegmentForm.
template <const Separation& by, bool details>
std::unique_ptr<SegmentWriter> SeparatedSegments(const Job& job, const WriteOptions& options,
                                                 const SegmentLabels& labels);

}  // namespace mtgauge
