// Reads inputs batch by batch in one plain loop, for commands that do not score while they read.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/status.h"
#include "core/input/source.h"
#include "core/text/batch.h"

namespace mtgauge {

// Reads the sources (references first) to their end and passes each batch to `use`. An error of
// `use` ends the reading; so does `stop` (may be null), with a Cancelled error.
Status ForEachBatch(const std::vector<Source*>& sources, size_t references,
                    const std::atomic<bool>* stop,
                    const std::function<Status(std::unique_ptr<Batch>)>& use);

}  // namespace mtgauge
