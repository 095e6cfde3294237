// What is compared: kept rows, outside scores and units, put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/metric/metric.h"
#include "core/score/job.h"
#include "mtgauge/compare.h"
#include "parallel/compare/outside_scores.h"
#include "parallel/compare/settings.h"
#include "parallel/comparer.h"

namespace mtgauge {

// What files say about the compared segments.
struct UnitFiles {
  std::vector<uint32_t> documents, strata;  // [segment of the input]; empty: there is no file
  std::vector<std::string> document_names;  // [document]
};
absl::StatusOr<UnitFiles> ReadUnitFiles(const CompareSettings& settings, size_t segments);

// What is compared, and what it refers to.
struct Material {
  std::vector<std::unique_ptr<Metric>> outside_metrics;
  CompareInput input;
  Report report;                              // of the texts; empty without
  std::vector<bool> skipped;                  // [segment of the input]
  std::vector<uint32_t> document_of_segment;  // as the texts tell; empty: they do not
  UnitFiles units;
};

// Of matched scores.
absl::Status AddOutsideScores(OutsideScores scores, bool drop_missing, Material& material);
absl::Status AddUnits(const CompareSettings& settings, const UnitFiles& files, Material& material);

void AddSystems(const std::vector<NamedFiles>& systems, CompareInput& input);

// The engine, within RunHooks::resampling.
absl::StatusOr<Comparison> RunComparison(const CompareInput& input, const CompareOptions& options,
                                         const RunOptions& run);

}  // namespace mtgauge
