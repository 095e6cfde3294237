// What a comparison resamples: segments or documents, by stratum.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/status.h"
#include "core/stats/row_product.h"
#include "core/stats/row_store.h"
#include "parallel/comparer.h"

namespace mtgauge {

// The rows that are resampled: one product per stratum, whose columns are those of all stores. The
// stores are the caller's, or sums of their rows over documents, or their rows by stratum.
struct ResampledUnits {
  std::vector<std::vector<RowStore>> made;  // per stratum; empty where the caller's serve
  std::vector<RowProduct> strata;
  uint64_t count = 0;
};

// InputError for a document that is in two strata.
absl::StatusOr<ResampledUnits> MakeUnits(const CompareInput& input, Unit unit,
                                         const std::vector<const RowStore*>& stores);

}  // namespace mtgauge
