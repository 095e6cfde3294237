// Threads for code that has no dependency on the thread library. Internal to parallel/.
#pragma once

#include <cstdint>

#include "core/base/fork.h"

namespace mtgauge {

// Returns a Fork that runs tasks in the arena for this number of threads.
Fork ForkOf(uint32_t threads);

}  // namespace mtgauge
