// The task arenas that scoring and resampling share. Inside parallel/ only.
#pragma once

#include <cstdint>
#include <functional>

namespace mtgauge {

// `asked`, or all that the process may use when it is 0.
uint32_t ThreadsOf(uint32_t asked);

// Runs `body` in the arena of so many threads. The arena is made once and kept: idle workers stay
// for a while where they last worked, and would be missing in a new arena. Thread-safe; passes
// exceptions on.
void RunInArena(uint32_t threads, const std::function<void()>& body);

}  // namespace mtgauge
