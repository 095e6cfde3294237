// Resampling, per (unit x resample): the counts of rng:mtg1, and their product with 18 planes (two
// systems' BLEU) and 150, for every instruction set. All are first compared with the scalar one.
#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <vector>

#include "bench/micro/register.h"
#include "core/simd/kernels.h"
#include "core/stats/random/mtg1.h"

namespace mtgauge::bench {
namespace {

constexpr uint32_t kGroups = kBlockSegments / 64;
constexpr uint32_t kResamples = 32;

struct alignas(64) BlockBytes {
  uint8_t of[kBlockSegments];
};

RandomLanes AnyLanes() {
  RandomLanes lanes;
  uint64_t word = 1;
  for (auto& row : lanes.lane) {
    for (uint64_t& lane : row) lane = word *= 0x9E3779B97F4A7C15;
  }
  for (uint64_t& slow : lanes.slow) slow = word *= 0x9E3779B97F4A7C15;
  return lanes;
}

const PoissonTable& Table() {
  static const PoissonTable table = MakePoissonTable(PoissonLaw(62, 64));
  return table;
}

// Returns the counts of kResamples blocks, one after the other.
std::vector<BlockBytes> Counts(const Kernels& set) {
  std::vector<BlockBytes> counts(kResamples);
  RandomLanes lanes = AnyLanes();
  for (BlockBytes& block : counts) set.poisson_counts(&Table(), &lanes, kGroups, block.of);
  return counts;
}

std::vector<uint32_t> Product(const Kernels& set, const std::vector<BlockBytes>& counts,
                              const std::vector<const uint8_t*>& planes) {
  std::vector<uint32_t> sums(counts.size() * planes.size());
  set.multiply(counts[0].of, kBlockSegments, static_cast<uint32_t>(counts.size()), planes.data(),
               static_cast<uint32_t>(planes.size()), kGroups, sums.data());
  return sums;
}

bool SameCounts(const std::vector<BlockBytes>& a, const std::vector<BlockBytes>& b) {
  return std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

void SetUnits(benchmark::State& state, double units) {
  state.counters["time/(unit*resample)"] =
      benchmark::Counter(units * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void PoissonCounts(benchmark::State& state, const Kernels& set) {
  if (!SameCounts(Counts(set), Counts(**RunnableKernels().begin()))) {
    return state.SkipWithError("differs from the scalar twin");
  }
  BlockBytes block;
  RandomLanes lanes = AnyLanes();
  for (auto _ : state) {
    benchmark::DoNotOptimize(set.poisson_counts(&Table(), &lanes, kGroups, block.of));
  }
  SetUnits(state, kBlockSegments);
}

void Multiply(benchmark::State& state, const Kernels& set, uint32_t planes) {
  const std::vector<BlockBytes> counts = Counts(set);
  std::vector<BlockBytes> values(planes);
  std::vector<const uint8_t*> plane;
  for (BlockBytes& block : values) {
    for (uint32_t i = 0; i < kBlockSegments; ++i) {
      block.of[i] = static_cast<uint8_t>(i * i + plane.size());
    }
    plane.push_back(block.of);
  }
  std::vector<uint32_t> sums = Product(set, counts, plane);
  if (sums != Product(**RunnableKernels().begin(), counts, plane)) {
    return state.SkipWithError("differs from the scalar twin");
  }
  for (auto _ : state) {
    set.multiply(counts[0].of, kBlockSegments, kResamples, plane.data(), planes, kGroups,
                 sums.data());
    benchmark::ClobberMemory();
  }
  SetUnits(state, double{kBlockSegments} * kResamples);
}

// Draws all counts of a resample, including keys and further draws, with the active instruction
// set.
void CountBlocks(benchmark::State& state, uint64_t units) {
  const Bootstrap bootstrap(units);
  std::vector<uint32_t> totals(bootstrap.blocks());
  BlockCounts counts;
  ResampleKey key{12345, 0, 0};
  uint64_t drawn = 0;
  bootstrap.BlockTotals(key, totals);
  for (uint64_t block = 0; block < totals.size(); ++block) {
    bootstrap.CountBlock(key, block, totals[block], counts);
    for (const uint8_t count : counts.counts) drawn += count;
    for (const auto& [unit, more] : counts.spill) drawn += more;
  }
  if (drawn != bootstrap.draws()) return state.SkipWithError("draws are lost");
  for (auto _ : state) {
    ++key.resample;
    bootstrap.BlockTotals(key, totals);
    for (uint64_t block = 0; block < totals.size(); ++block) {
      bootstrap.CountBlock(key, block, totals[block], counts);
      benchmark::DoNotOptimize(counts.counts[0]);
    }
  }
  SetUnits(state, static_cast<double>(units));
}

}  // namespace

void RegisterAll() {
  for (const Kernels* set : RunnableKernels()) {
    const std::string name(set->name);
    benchmark::RegisterBenchmark((name + "/poisson_counts").c_str(), PoissonCounts, *set);
    for (const uint32_t planes : {18u, 150u}) {
      const std::string case_name = name + "/multiply/" + std::to_string(planes);
      benchmark::RegisterBenchmark(case_name.c_str(), Multiply, *set, planes);
    }
  }
  const std::string active(ActiveKernels().name);
  for (const uint64_t units : {200u, 3000u, 4096u, 1000000u}) {
    const std::string case_name = active + "/count_blocks/" + std::to_string(units);
    benchmark::RegisterBenchmark(case_name.c_str(), CountBlocks, units);
  }
}

}  // namespace mtgauge::bench
