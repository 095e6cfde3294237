// Leaving out the byte order mark that some editors put in front of UTF-8 text.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "core/input/source.h"

namespace mtgauge {

// Set once a mark has been left out. The source may be read by any thread.
using MarkSeen = std::shared_ptr<std::atomic<bool>>;

// `source` without the three bytes of a mark at its very beginning; a mark elsewhere stays. `seen`
// may be null. As ranged and rereadable as the source is.
std::unique_ptr<Source> WithoutMark(std::unique_ptr<Source> source, MarkSeen seen);

// `source` itself, as one whose warnings() are `known` and, where `seen` says so, one of the mark.
std::unique_ptr<Source> WithWarnings(std::unique_ptr<Source> source, MarkSeen seen,
                                     std::vector<InputWarning> known = {});

}  // namespace mtgauge
