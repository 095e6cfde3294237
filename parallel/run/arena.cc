// Keeps one arena per number of threads. oneTBB is not started until there is work for it, because
// that takes as long as a short job.
#include "parallel/run/arena.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <sched.h>

#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>
#include <vector>

#include "parallel/score/scorer.h"

namespace mtgauge {
namespace {

using oneapi::tbb::global_control;

std::atomic<uint32_t> most_threads{0};

oneapi::tbb::task_arena& ArenaOf(uint32_t threads) {
  static std::mutex mutex;
  static auto& arenas = *new std::map<uint32_t, oneapi::tbb::task_arena>();
  const std::lock_guard<std::mutex> lock(mutex);
  const uint32_t most = most_threads;
  if (most > 0 && arenas.empty()) {
    static const auto& limit = *new global_control(global_control::max_allowed_parallelism, most);
    static_cast<void>(limit);
  }
  return arenas.try_emplace(threads, static_cast<int>(threads)).first->second;
}

}  // namespace

uint32_t AvailableThreads() {
  std::vector<cpu_set_t> cpus(1);
  // The call fails if the system has more CPUs than the set can represent.
  while (sched_getaffinity(0, cpus.size() * sizeof(cpu_set_t), cpus.data()) != 0) {
    if (errno != EINVAL || cpus.size() > 64) return 1;
    cpus.resize(2 * cpus.size());
  }
  return static_cast<uint32_t>(CPU_COUNT_S(cpus.size() * sizeof(cpu_set_t), cpus.data()));
}

uint32_t ThreadsOf(uint32_t asked) { return asked == 0 ? AvailableThreads() : asked; }

void LimitThreads(uint32_t threads) { most_threads = threads; }

void RunInArena(uint32_t threads, const std::function<void()>& body) {
  ArenaOf(threads).execute(body);
}

}  // namespace mtgauge
