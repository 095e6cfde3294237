// Draws resamples and hands out their sums: the engine behind every interval and test.
//
// It does not know metrics: it takes rows and returns sums. All columns of all systems and metrics
// get the same resamples.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/status.h"
#include "core/metric/metric.h"
#include "core/stats/row_product.h"
#include "parallel/scorer.h"

namespace mtgauge {

// A sum that sacreBLEU adds up as floats: see Metric::Floats(). Columns count over all stores.
struct FloatSums {
  FloatColumns columns;
  std::vector<double> values;  // of each unit
};

struct Draws;
// sums: `count` rows, one per resample from `first` on, of the columns of a RowProduct. Called for
// disjoint ranges in any order and by several threads at once.
using SumsSink = std::function<void(uint64_t first, uint32_t count, std::span<const int64_t> sums)>;
// Called by one thread at a time with the share that is done, 0 to 1.
using Progress = std::function<void(double share)>;
// What may take the place of Resample().
using SumsMaker = std::function<absl::Status(std::span<const RowProduct> strata, const Draws& draws,
                                             const Schedule& schedule, const SumsSink& sink,
                                             const Progress& progress)>;

struct Draws {
  enum class Kind {
    kBootstrap,     // as many draws with replacement as there are units
    kHalf,          // units / 2 distinct units
    kHalfReplaced,  // units / 2 draws with replacement
    kCoins,         // each unit with probability 1/2
  };
  // kNumpy draws what sacreBLEU draws (bootstrap and coins only, one stratum).
  enum class Source { kMtg1, kNumpy };

  Kind kind = Kind::kBootstrap;
  Source source = Source::kMtg1;
  uint64_t seed = 0;
  uint64_t resamples = 0;
  // Of NumPy's bootstrap: sums as float32 additions in the order of the draws give them.
  bool float32_sums = false;
  // Likewise of what is no integer: in float32 under a bootstrap. Under coins in double, in runs of
  // 384 units, as OpenBLAS multiplies large matrices on CPUs with AVX-512 (on others, and small
  // ones, it adds in other orders).
  std::vector<FloatSums> floats = {};
  // Of NumPy's bootstrap: how many coins the same generator has thrown before, in one call.
  uint64_t coins_before = 0;
  // A share of the blocks alone is added up, the strata's one after another; the sums of all shares
  // add up to those of all blocks. Of what is drawn by block: native draws but those of a half.
  std::optional<Shard> blocks = std::nullopt;
  SumsMaker maker = nullptr;  // makes the sums in Resample()'s place
};

// Resamples within each stratum and adds up. All strata have the same columns, and at least one
// unit each. The sums depend on nothing but the rows and the draws.
absl::Status Resample(std::span<const RowProduct> strata, const Draws& draws,
                      const Schedule& schedule, const SumsSink& sink, const Progress& progress);

}  // namespace mtgauge
