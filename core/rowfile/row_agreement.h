// Checks which row files belong together and joins their headers.
#pragma once

#include <vector>

#include "core/base/status.h"
#include "core/rowfile/row_set.h"

namespace mtgauge {

// Sorts shards by their numbers. Returns an InputError that names a missing or duplicate shard.
// Files without numbers keep their order.
Status OrderShards(std::vector<RowFile>& files);

// Rejects a file that is named twice, and all segments of the same reference files twice.
Status CheckNoneTwice(const std::vector<RowFile>& files);

// Checks that the segments of `next` may follow those of `first`: that both have the same systems,
// metrics, options and learnt values.
Status CheckFollows(const RowFile& first, const RowFile& next);
// Appends the header of the following file.
void AppendHeader(const RowHeader& next, RowHeader& header);

// Checks that `other` has the same segments, references and options as `first`.
Status CheckBeside(const RowSequence& first, const RowSequence& other);
// Adds the header of a file with the same segments; each warning only once.
void AddBeside(const RowHeader& other, RowHeader& header);

}  // namespace mtgauge
