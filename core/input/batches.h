// Reading inputs batch by batch in one plain loop, for verbs that do not score while they read.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/status.h"
#include "core/input/source.h"
#include "core/text/batch.h"

namespace mtgauge {

// Reads the sources (references first) to their end and hands each batch to `use`, whose error ends
// the reading, as does `stop`, unless it is null, with a Cancelled error.
absl::Status ForEachBatch(const std::vector<Source*>& sources, size_t references,
                          const std::atomic<bool>* stop,
                          const std::function<absl::Status(std::unique_ptr<Batch>)>& use);

}  // namespace mtgauge
