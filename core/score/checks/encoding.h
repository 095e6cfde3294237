// Checks that the texts of a batch are UTF-8, and handles those that are not as the job says.
#pragma once

#include <cstdint>

#include "core/base/status.h"
#include "core/score/job.h"
#include "core/text/batch.h"

namespace mtgauge {

// Segments with invalid UTF-8 are an InputError with the file, line and byte of the first one, or
// are replaced, or skipped (Batch::excluded). Returns how many were replaced. `names`: of the
// batch's streams.
absl::StatusOr<uint64_t> MendEncoding(const StreamNames& names, OnInvalid policy, Batch& batch);

}  // namespace mtgauge
