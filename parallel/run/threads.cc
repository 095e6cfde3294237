// Keeps one arena per number of threads. oneTBB is not started until there is work for it, because
// that takes as long as a short job.
#include "parallel/run/threads.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>
#include <vector>

#include "parallel/run/cgroup.h"

namespace mtgauge {
namespace {

namespace tbb = oneapi::tbb;
using tbb::global_control;

std::atomic<uint32_t> most_threads{0};
std::atomic<bool> forked_from_threads{false};

tbb::task_arena& ArenaOf(uint32_t threads) {
  static std::mutex mutex;
  static auto& arenas = *new std::map<uint32_t, tbb::task_arena>();
  const std::lock_guard<std::mutex> lock(mutex);
  if (arenas.empty()) pthread_atfork(nullptr, nullptr, [] { forked_from_threads = true; });
  const uint32_t most = most_threads;
  if (most > 0 && arenas.empty()) {
    static const auto& limit = *new global_control(global_control::max_allowed_parallelism, most);
    static_cast<void>(limit);
  }
  return arenas.try_emplace(threads, static_cast<int>(threads)).first->second;
}

// Returns the number of CPUs that the process may run on.
uint32_t AllowedCpus() {
  std::vector<cpu_set_t> cpus(1);
  // The call fails if the system has more CPUs than the set can represent.
  while (sched_getaffinity(0, cpus.size() * sizeof(cpu_set_t), cpus.data()) != 0) {
    if (errno != EINVAL || cpus.size() > 64) return 1;
    cpus.resize(2 * cpus.size());
  }
  return static_cast<uint32_t>(CPU_COUNT_S(cpus.size() * sizeof(cpu_set_t), cpus.data()));
}

}  // namespace

uint32_t AvailableThreads() {
  const uint32_t cpus = AllowedCpus();
  if (cpus < 2) return cpus;
  static const uint32_t of_group = CpusOfGroup("");
  return std::min(cpus, of_group);
}

uint32_t ThreadsOf(uint32_t asked) {
  if (forked_from_threads) return 1;
  return asked == 0 ? AvailableThreads() : asked;
}

void LimitThreads(uint32_t threads) { most_threads = threads; }

void RunInArena(uint32_t threads, const std::function<void()>& body) {
  ArenaOf(threads).execute(body);
}

void InParallel(uint32_t threads, size_t count, const std::function<void(size_t)>& body) {
  threads = ThreadsOf(threads);
  if (threads == 1) {
    for (size_t i = 0; i < count; ++i) body(i);
  } else {
    RunInArena(threads, [&] { tbb::parallel_for(size_t{0}, count, body); });
  }
}

Fork ForkOf(uint32_t threads) {
  threads = ThreadsOf(threads);
  return {threads, [threads](uint32_t parts, const std::function<void(uint32_t)>& work) {
            InParallel(threads, parts, [&](size_t part) { work(static_cast<uint32_t>(part)); });
          }};
}

void RunSteps(uint32_t threads, size_t ahead, const Steps& steps) {
  using Item = std::shared_ptr<void>;
  threads = ThreadsOf(threads);
  if (threads == 1) {
    while (const Item item = steps.next()) {
      steps.work(item.get());
      steps.deliver(item.get());
    }
    return;
  }
  const auto next = tbb::make_filter<void, Item>(tbb::filter_mode::serial_in_order,
                                                 [&](tbb::flow_control& control) {
                                                   Item item = steps.next();
                                                   if (item == nullptr) control.stop();
                                                   return item;
                                                 });
  const auto work = tbb::make_filter<Item, Item>(tbb::filter_mode::parallel, [&](Item item) {
    steps.work(item.get());
    return item;
  });
  const auto deliver = tbb::make_filter<Item, void>(
      tbb::filter_mode::serial_in_order, [&](const Item& item) { steps.deliver(item.get()); });
  RunInArena(threads, [&] { tbb::parallel_pipeline(ahead, next & work & deliver); });
}

}  // namespace mtgauge
