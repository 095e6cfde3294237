// Resamples that several machines add up: each writes the sums of a share of the blocks, and a
// comparison reads those of all.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/rows/row_header.h"
#include "mtgauge/compare.h"
#include "parallel/comparer.h"

namespace mtgauge {

// Writes what a share of the blocks gives all resamples of a comparison of these rows.
absl::Status WriteShare(const RowHeader& rows, CompareInput input, const CompareOptions& options,
                        const std::optional<Shard>& blocks, const RunOptions& run,
                        const std::string& file);

// Replaces resampling by the sums of files, which hold all shares. An InputError if they are for
// other rows or draws.
absl::StatusOr<SumsMaker> ReadSums(const std::vector<std::string>& files, const RowHeader& rows,
                                   const CompareOptions& options);

}  // namespace mtgauge
