// Removes the byte order mark that some editors put in front of UTF-8 text.
#pragma once

#include <atomic>
#include <memory>
#include <string_view>
#include <vector>

#include "core/input/source.h"

namespace mtgauge {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The warning about a mark that was removed; `place`: where it was.
InputWarning MarkWarning(std::string_view file, std::string_view place);

// Set once a mark has been removed. Any thread may read the source.
using MarkSeen = std::shared_ptr<std::atomic<bool>>;

// Returns `source` without the three bytes of a mark at its very beginning; a mark elsewhere stays.
// `seen` may be null. The result is ranged and rereadable if `source` is.
std::unique_ptr<Source> WithoutMark(std::unique_ptr<Source> source, MarkSeen seen);

// Wraps `source` so that warnings() returns `known` and, if `seen` is set, a warning about the
// mark.
std::unique_ptr<Source> WithWarnings(std::unique_ptr<Source> source, MarkSeen seen,
                                     std::vector<InputWarning> known = {});

}  // namespace mtgauge
