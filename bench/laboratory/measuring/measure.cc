// Measures candidates in turns and compares their times.
#include "bench/laboratory/measuring/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numeric>
#include <utility>

#include "core/stats/reductions.h"

namespace mtgauge {
namespace {

constexpr uint64_t kMostRepetitions = 100'000;
constexpr uint64_t kMostGrowth = 16;  // limits the growth of repetitions: cold runs are slow
constexpr double kNoisy = 0.1;        // deviation over median
constexpr double kMostDoubt = 0.05;

double Seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return Percentile(values, 0.5);
}

void MeasureOnce(const Candidate& candidate, const Clock& clock, Timing& timing) {
  const Moment begin = clock();
  for (uint64_t i = 0; i < timing.repetitions; ++i) candidate.run();
  const Moment end = clock();
  const auto repetitions = static_cast<double>(timing.repetitions);
  timing.wall.push_back((end.wall - begin.wall) / repetitions);
  timing.cpu.push_back((end.cpu - begin.cpu) / repetitions);
}

Status CheckAnswer(const Candidate& candidate) {
  if (!candidate.answer || candidate.answer() == candidate.twin()) return OkStatus();
  return MakeStatus(
      ErrorKind::kInternal, {},
      fmt::format("{}: its result differs from that of the slow version, so its time means nothing",
                  candidate.name),
      "this is a bug in mtgauge; please report it, with the input");
}

// Finds how often to repeat the work, so that the clock's resolution does not matter.
Timing WarmUp(const Candidate& candidate, const Method& method, const Clock& clock) {
  Timing timing;
  timing.name = candidate.name;
  for (uint32_t i = 0; i < method.warmups; ++i) candidate.run();
  while (timing.repetitions < kMostRepetitions) {
    MeasureOnce(candidate, clock, timing);
    const double wanted = method.least_seconds / timing.wall.back();  // may be infinite
    const auto repetitions = static_cast<double>(timing.repetitions);
    if (wanted <= repetitions) break;
    timing.repetitions = static_cast<uint64_t>(
        std::min({std::ceil(wanted), kMostGrowth * repetitions, 1.0 * kMostRepetitions}));
  }
  timing.wall.clear();
  timing.cpu.clear();
  return timing;
}

}  // namespace

Moment Now() { return {Seconds(CLOCK_MONOTONIC), Seconds(CLOCK_PROCESS_CPUTIME_ID)}; }

Result<std::vector<Timing>> MeasureInTurns(std::span<const Candidate> candidates,
                                           const Method& method, const Clock& clock,
                                           const std::atomic<bool>& stop,
                                           const std::function<void(double)>& progress) {
  const size_t count = candidates.size();
  const size_t steps = count * (size_t{method.rounds} + 1);
  size_t done = 0;
  const auto advance = [&] {
    if (progress) progress(static_cast<double>(++done) / static_cast<double>(steps));
    return stop ? CancelledError() : OkStatus();
  };
  std::vector<Timing> timings;
  for (const Candidate& candidate : candidates) MTG_RETURN_IF_ERROR(CheckAnswer(candidate));
  for (const Candidate& candidate : candidates) {
    timings.push_back(WarmUp(candidate, method, clock));
    MTG_RETURN_IF_ERROR(advance());
  }
  for (uint32_t round = 0; round < method.rounds; ++round) {
    for (size_t turn = 0; turn < count; ++turn) {
      const size_t c = (round + turn) % count;
      MeasureOnce(candidates[c], clock, timings[c]);
      MTG_RETURN_IF_ERROR(advance());
    }
  }
  return timings;
}

Spread SpreadOf(std::span<const double> values) {
  Spread spread;
  spread.median = Median({values.begin(), values.end()});
  std::vector<double> deviations;
  for (const double value : values) deviations.push_back(std::abs(value - spread.median));
  spread.deviation = Median(std::move(deviations));
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  spread.least = *least;
  spread.most = *most;
  return spread;
}

size_t LowerRank(size_t values) {
  // The bounds at rank k miss the median if fewer than k of the values are on one side of it.
  double probability = std::pow(0.5, static_cast<double>(values));  // that no value is on that side
  double missed = probability;
  size_t rank = 1;
  while (rank < values) {
    probability *= static_cast<double>(values - rank + 1) / static_cast<double>(rank);
    missed += probability;
    if (2 * missed > kMostDoubt) break;
    ++rank;
  }
  return rank;
}

Ratio RatioOf(std::span<const double> times, std::span<const double> base) {
  std::vector<double> ratios;
  for (size_t i = 0; i < times.size(); ++i) ratios.push_back(times[i] / base[i]);
  std::sort(ratios.begin(), ratios.end());
  const size_t rank = LowerRank(ratios.size());
  return {Percentile(ratios, 0.5), ratios[rank - 1], ratios[ratios.size() - rank]};
}

std::vector<std::string> NoiseWarnings(std::span<const Timing> timings) {
  std::vector<double> medians;
  std::string noisy, alike;
  for (const Timing& timing : timings) {
    const Spread spread = SpreadOf(timing.cpu);
    medians.push_back(spread.median);
    if (spread.deviation <= kNoisy * spread.median) continue;
    noisy += fmt::format("{}{} (by {:.0f} %)", noisy.empty() ? "" : ", ", timing.name,
                         100 * spread.deviation / spread.median);
  }
  std::vector<size_t> order(timings.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return medians[a] < medians[b]; });
  for (size_t i = 1; i < order.size(); ++i) {
    const Timing& fast = timings[order[i - 1]];
    const Timing& slow = timings[order[i]];
    const Ratio ratio = RatioOf(slow.cpu, fast.cpu);
    if (ratio.resolved()) continue;
    alike += fmt::format("{}{} and {} ({:.3f} to {:.3f} times)", alike.empty() ? "" : ", ",
                         fast.name, slow.name, ratio.low, ratio.high);
  }
  std::vector<std::string> warnings;
  if (!noisy.empty()) {
    warnings.push_back("these times vary from round to round: " + noisy +
                       "; the machine is busy, so measure again when it is idle");
  }
  if (!alike.empty()) {
    warnings.push_back(fmt::format(
        "{} rounds are too few to tell which of these is faster: {}; use more `rounds`, or treat "
        "them as equally fast",
        timings.front().cpu.size(), alike));
  }
  return warnings;
}

}  // namespace mtgauge
