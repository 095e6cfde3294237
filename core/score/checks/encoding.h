// Checks that the texts of a batch are UTF-8, and mends those that are not as the job asks.
#pragma once

#include <cstdint>

#include "core/base/status.h"
#include "core/score/job.h"
#include "core/text/batch.h"

namespace mtgauge {

// What becomes of ill-formed segments: an InputError that names file, line and byte of the first,
// or they are replaced, or left out (Batch::excluded). Returns how many were replaced. `names`: of
// the batch's streams.
absl::StatusOr<uint64_t> MendEncoding(const StreamNames& names, OnInvalid policy, Batch& batch);

}  // namespace mtgauge
