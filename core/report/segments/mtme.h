// --format mtme: the score files of mt-metrics-eval, to be put into its metric-scores/SRC-TGT:
// METRIC-REFS.seg.score, .sys.score and, if documents are known, .doc.score. Every line is SYSTEM
// TAB SCORE; the systems follow one another, each with all its segments or documents.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/report/segments/segment_output.h"
#include "core/score/job.h"

namespace mtgauge {

inline constexpr std::string_view kMtmeFormat = "mtme";

// Writes files into `folder`, which is made if necessary. No file appears before all are complete.
// The job, which must outlive the output, scores segments; its metrics under `corpus` score
// documents and systems. `documents` means that every segment will have a document.
Result<std::unique_ptr<SegmentOutput>> MakeMtmeOutput(const std::string& folder, const Job& job,
                                                      const JobOptions& corpus, bool documents,
                                                      bool unit_scale);

// Returns "refA" for "path/en-de.refA.txt".
std::string MtmeReferenceName(std::string_view path);
// Returns "Online-B" for "path/Online-B.txt".
std::string MtmeSystemName(std::string_view path);

}  // namespace mtgauge
