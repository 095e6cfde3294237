// Runs one task per part.
#include "parallel/run/fork.h"

#include <oneapi/tbb/parallel_for.h>

#include "parallel/run/arena.h"

namespace mtgauge {

Fork ForkOf(uint32_t threads) {
  if (threads == 1) return {};
  return {threads, [threads](uint32_t parts, const std::function<void(uint32_t)>& work) {
            RunInArena(threads, [&] {
              oneapi::tbb::parallel_for(uint32_t{0}, parts, work,
                                        oneapi::tbb::simple_partitioner());
            });
          }};
}

}  // namespace mtgauge
