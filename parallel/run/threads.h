// Runs loops and pipelines on the threads of oneTBB. A number of threads of
// 0 stands for all that are available to the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/base/fork.h"
#include "mtgauge/options.h"

namespace mtgauge {

// Limits the number of threads of the program, including threads in excess of the CPUs. Call it
// before anything else.
void LimitThreads(uint32_t threads);

// Returns the number of threads for work that asked for `asked`. A forked process has none of the
// threads of its parent, and oneTBB does not notice: if the parent has used threads, it has 1.
uint32_t ThreadsOf(uint32_t asked);

// Runs `body` in the arena for this number of threads, at least 2. Arenas are created once and
// kept, because idle workers stay in their last arena for a while and would be missing in a new
// one. Rethrows exceptions.
void RunInArena(uint32_t threads, const std::function<void()>& body);

// Calls body(0), ..., body(count - 1), in any order, and returns when all have ended. One thread
// does it without oneTBB. `body` may call it, too. Rethrows exceptions.
void InParallel(uint32_t threads, size_t count, const std::function<void(size_t)>& body);

// Returns this, for code that has no dependency on the thread library.
Fork ForkOf(uint32_t threads);

// The steps of a pipeline, for any type of item.
struct Steps {
  std::function<std::shared_ptr<void>()> next;
  std::function<void(void*)> work;
  std::function<void(void*)> deliver;
};
void RunSteps(uint32_t threads, size_t ahead, const Steps& steps);

// Takes items from `next`, by one thread at a time, until it returns null; calls `work` for each,
// in any order; and then `deliver`, in order, by one thread at a time. At most `ahead` items exist.
template <typename Item>
void RunPipeline(uint32_t threads, size_t ahead, const std::function<std::shared_ptr<Item>()>& next,
                 const std::function<void(Item&)>& work,
                 const std::function<void(Item&)>& deliver) {
  RunSteps(threads, ahead,
           {next, [&](void* item) { work(*static_cast<Item*>(item)); },
            [&](void* item) { deliver(*static_cast<Item*>(item)); }});
}

}  // namespace mtgauge
