// Draws resamples and computes their sums, for all intervals and tests.
//
// The resampler is independent of metrics: it takes rows and returns sums. All columns of all
// systems and metrics get the same resamples.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/stats/row_product.h"
#include "parallel/run/schedule.h"

namespace mtgauge {

// A sum that sacreBLEU computes in floating point; see Metric::Floats(). Columns are numbered over
// all stores.
struct FloatSums {
  FloatColumns columns;
  std::vector<double> values;  // one per unit
};

struct Draws;
// Receives the sums of `count` resamples, starting with `first`: one row per resample, with the
// columns of a RowProduct. It is called for disjoint ranges, in any order, and by several threads
// at once.
using SumsSink = std::function<void(uint64_t first, uint32_t count, std::span<const int64_t> sums)>;
// Called with the fraction done, from 0 to 1, by one thread at a time.
using Progress = std::function<void(double share)>;
// A replacement for Resample().
using SumsMaker =
    std::function<Status(std::span<const RowProduct> strata, const Draws& draws,
                         const Schedule& schedule, const SumsSink& sink, const Progress& progress)>;

struct Draws {
  enum class Kind {
    kBootstrap,     // as many draws with replacement as there are units
    kHalf,          // units / 2 distinct units
    kHalfReplaced,  // units / 2 draws with replacement
    kCoins,         // each unit with probability 1/2
  };
  // kNumpy draws the same as sacreBLEU (only for bootstrap and coins, and one stratum).
  enum class Source { kMtg1, kNumpy };

  Kind kind = Kind::kBootstrap;
  Source source = Source::kMtg1;
  uint64_t seed = 0;
  uint64_t resamples = 0;
  // For NumPy's bootstrap: adds in float32, in the order of the draws.
  bool float32_sums = false;
  // The same for values that are not integers: added in float32 under a bootstrap. Under coins,
  // they are added in double, in runs of 384 units, as OpenBLAS multiplies large matrices on CPUs
  // with AVX-512. (On other CPUs, and for small matrices, it adds in other orders.)
  std::vector<FloatSums> floats = {};
  // For NumPy's bootstrap: how many coins the same generator has tossed before, in one call.
  uint64_t coins_before = 0;
  // If set, only a share of the blocks is added up; the blocks of the strata are numbered
  // consecutively. The sums of all shares add up to the sums of all blocks. Only for draws that are
  // made block by block: all native draws except kHalf.
  std::optional<Shard> blocks = std::nullopt;
  SumsMaker maker = nullptr;  // makes the sums instead of Resample()
};

// Resamples within each stratum and computes the sums. All strata must have the same columns and at
// least one unit. The sums depend only on the rows and the draws.
Status Resample(std::span<const RowProduct> strata, const Draws& draws, const Schedule& schedule,
                const SumsSink& sink, const Progress& progress);

}  // namespace mtgauge
