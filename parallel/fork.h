// Threads for code that knows of none. Inside parallel/ only.
#pragma once

#include <cstdint>

#include "core/base/fork.h"

namespace mtgauge {

// Runs in the arena of so many threads.
Fork ForkOf(uint32_t threads);

}  // namespace mtgauge
