// Checks that the texts of a batch are UTF-8 and handles invalid ones as the job requests.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/status.h"
#include "core/text/batch.h"
#include "mtgauge/options.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Returns an InputError with the file, line and byte of the first segment with invalid UTF-8, or
// replaces the invalid bytes, or skips such segments (Batch::excluded), by `policy`. Returns how
// many were replaced. `names` are those of the batch's streams.
Result<uint64_t> MendEncoding(const StreamNames& names, OnInvalid policy, Batch& batch);

// How many segments there were, and how many of them had invalid UTF-8.
struct MendedSegments {
  uint64_t segments = 0, skipped = 0, replaced = 0;
};
// Warns whenever `on-invalid` skip or replace changed anything.
void AddInvalidTextWarnings(const MendedSegments& mended, std::vector<Warning>& warnings);

}  // namespace mtgauge
