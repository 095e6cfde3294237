// Checks that the texts of a batch are UTF-8, and mends those that are not as the job asks.
#pragma once

#include <cstdint>

#include "core/base/status.h"
#include "core/score/job.h"
#include "core/text/batch.h"

namespace mtgauge {

// Applies the job's policy to ill-formed segments: an InputError that names file, line and byte of
// the first one, or they are replaced, or left out (Batch::excluded). Returns how many were
// replaced.
absl::StatusOr<uint64_t> MendEncoding(const Job& job, Batch& batch);

}  // namespace mtgauge
