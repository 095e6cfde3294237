// The rows of the table of flags that the drop-in verb has to itself: sacreBLEU's command line.
#pragma once

#include <span>

#include "cli/flags/flags.h"

namespace mtgauge {

std::span<const Flag> SacreBleuFlags();

}  // namespace mtgauge
