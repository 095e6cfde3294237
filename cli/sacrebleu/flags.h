// Returns the flags that only the drop-in verb has: sacreBLEU's command line.
#pragma once

#include <span>

#include "cli/flags/flags.h"

namespace mtgauge {

std::span<const Flag> SacreBleuFlags();

}  // namespace mtgauge
