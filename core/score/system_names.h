// Which system a name is of: the name that is printed, the name of its file or a path to it, or
// FILE:NAME, as inputs are selected.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/options.h"

namespace mtgauge {

// Whether both end in the same file: "fluent.txt" and "demo/fluent.txt".
bool EndAlike(std::string_view a, std::string_view b);

// The system of this very name; else of this printed name, file name or path. Nothing: there is
// none. A UsageError where several are.
absl::StatusOr<std::optional<size_t>> FindSystem(const std::string& name,
                                                 std::span<const NamedFiles> systems);

}  // namespace mtgauge
