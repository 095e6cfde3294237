// Resampling on several machines: each writes the sums of a share of the blocks, and a comparison
// reads the sums of all shares.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/rowfile/row_header.h"
#include "mtgauge/compare.h"
#include "parallel/significance/comparer.h"

namespace mtgauge {

// Writes the sums of a share of the blocks, for all resamples of a comparison of these rows.
Status WriteShare(const RowHeader& rows, CompareInput input, const CompareOptions& options,
                  const std::optional<Shard>& blocks, const RunOptions& run,
                  const std::string& file);

// Returns a replacement for Resample() that uses the sums in files. Together they must contain all
// shares. Returns an InputError if they are for other rows or draws.
Result<SumsMaker> ReadSums(const std::vector<std::string>& files, const RowHeader& rows,
                           const CompareOptions& options);

}  // namespace mtgauge
