// Checks which row files belong together, and joins their headers.
#pragma once

#include <vector>

#include "core/base/status.h"
#include "core/rows/row_set.h"

namespace mtgauge {

// Puts shards into the order of their numbers. An InputError that names a shard which is missing,
// or there twice. Files without numbers stay as they are.
absl::Status OrderShards(std::vector<RowFile>& files);

// Whether the segments of `next` may follow those of `first`: same systems, same metrics under the
// same options, same lessons learnt.
absl::Status CheckFollows(const RowFile& first, const RowFile& next);
// The header of both, one after the other.
void AppendHeader(const RowHeader& next, RowHeader& header);

// Whether `other` is of the same segments and references as `first`, under the same options.
absl::Status CheckBeside(const RowSequence& first, const RowSequence& other);
// Warnings about files and records, each once.
void AddBeside(const RowHeader& other, RowHeader& header);

}  // namespace mtgauge
