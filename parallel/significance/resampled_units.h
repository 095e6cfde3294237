// The units that a comparison resamples: segments or documents, by stratum.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/status.h"
#include "core/stats/row_product.h"
#include "core/stats/row_store.h"
#include "parallel/significance/comparer.h"

namespace mtgauge {

// The rows to resample: one product per stratum, with the columns of all stores. The stores are the
// caller's, or sums of its rows over documents, or its rows divided into strata.
struct ResampledRows {
  std::vector<std::vector<RowStore>> made;  // per stratum; empty if the caller's stores are used
  std::vector<RowProduct> strata;
  uint64_t count = 0;
};

// Returns an InputError if a document is in two strata.
Result<ResampledRows> MakeUnits(const CompareInput& input, Unit unit,
                                const std::vector<const RowStore*>& stores);

}  // namespace mtgauge
