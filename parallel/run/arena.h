// The task arenas shared by scoring and resampling. Internal to parallel/.
#pragma once

#include <cstdint>
#include <functional>

namespace mtgauge {

// Returns `asked`, or the number of threads available to the process if it is 0.
uint32_t ThreadsOf(uint32_t asked);

// Runs `body` in the arena for this number of threads. Arenas are created once and kept, because
// idle workers stay in their last arena for a while and would be missing in a new one. Thread-safe;
// propagates exceptions.
void RunInArena(uint32_t threads, const std::function<void()>& body);

}  // namespace mtgauge
