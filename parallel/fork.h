// Threads for code that does not know about threads. Inside parallel/ only.
#pragma once

#include <cstdint>

#include "core/base/fork.h"

namespace mtgauge {

// Runs in the arena of so many threads.
Fork ForkOf(uint32_t threads);

}  // namespace mtgauge
