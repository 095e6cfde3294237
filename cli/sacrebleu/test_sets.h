// The flags of the drop-in verb that only look into the cache of test sets.
#pragma once

#include <optional>
#include <string>

#include "cli/flags/flags.h"
#include "core/base/status.h"

namespace mtgauge {

// What --download, --list, --cite and --echo print; nothing when none of them is given.
absl::StatusOr<std::optional<std::string>> AboutTestSets(const LowArgs& args);

}  // namespace mtgauge
