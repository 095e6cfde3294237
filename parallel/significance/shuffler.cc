// Shuffles by coin tosses for all pairs at once, by enumerating all swaps of a few units, or by
// dividing several runs.
#include "parallel/significance/shuffler.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/stats/enumeration.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

using Sums = std::span<const int64_t>;

std::vector<ShuffledDifferences> Sized(std::span<const ShuffleInput> metrics, uint64_t shuffles,
                                       bool exact) {
  std::vector<ShuffledDifferences> out(metrics.size());
  for (size_t m = 0; m < metrics.size(); ++m) {
    out[m].differences.assign(metrics[m].pairs.size(), std::vector<double>(shuffles));
    out[m].exact = exact;
  }
  return out;
}

// Returns the score of kept + all - given: the output of a system whose units outside a mask were
// swapped.
double ScoreOfMixture(const Metric& metric, bool sacrebleu, Sums kept, Sums all, Sums given,
                      std::vector<int64_t>& mixture) {
  mixture.resize(kept.size());
  for (size_t c = 0; c < kept.size(); ++c) mixture[c] = kept[c] + all[c] - given[c];
  if (const auto floats = metric.Floats()) {
    mixture[floats->sum] = std::bit_cast<int64_t>(std::bit_cast<double>(kept[floats->sum]) +
                                                  std::bit_cast<double>(given[floats->rest]));
  }
  return sacrebleu ? metric.ScoreInt64(mixture) : metric.Score(mixture, Level::kCorpus);
}

// Computes |d*| of every pair from the sums of each column over the units of a mask.
void EvaluateMask(std::span<const ShuffleInput> metrics, Sums masked, Sums totals, uint64_t shuffle,
                  std::vector<ShuffledDifferences>& out) {
  std::vector<int64_t> mixture;
  for (size_t m = 0; m < metrics.size(); ++m) {
    for (size_t p = 0; p < metrics[m].pairs.size(); ++p) {
      const ScoredRun& a = metrics[m].runs[metrics[m].pairs[p].first];
      const ScoredRun& b = metrics[m].runs[metrics[m].pairs[p].second];
      const Sums of_a = masked.subspan(a.first_column, a.width);
      const Sums of_b = masked.subspan(b.first_column, b.width);
      const bool sacrebleu = metrics[m].sacrebleu;
      const double score_a = ScoreOfMixture(*a.metric, sacrebleu, of_a,
                                            totals.subspan(b.first_column, b.width), of_b, mixture);
      const double score_b = ScoreOfMixture(*b.metric, sacrebleu, of_b,
                                            totals.subspan(a.first_column, a.width), of_a, mixture);
      out[m].differences[p][shuffle] = std::fabs(score_a - score_b);
    }
  }
}

std::vector<ShuffledDifferences> AllSwaps(std::span<const RowProduct> strata,
                                          std::span<const ShuffleInput> metrics, uint64_t units) {
  const uint32_t columns = strata.front().columns();
  std::vector<int64_t> rows(units * columns);
  int64_t* row = rows.data();
  for (const RowProduct& stratum : strata) {
    for (uint64_t unit = 0; unit < stratum.units(); ++unit, row += columns) stratum.Row(unit, row);
  }
  std::vector<ShuffledDifferences> out = Sized(metrics, (uint64_t{1} << units) - 1, true);
  const std::vector<int64_t> totals = TotalsOf(strata);
  uint64_t subset = 0;
  EnumerateSubsets(rows, columns, [&](Sums sums) {
    // The empty subset is the observed difference. It is accounted for by adding one to the counts.
    if (subset > 0) EvaluateMask(metrics, sums, totals, subset - 1, out);
    ++subset;
  });
  return out;
}

// The outputs of two systems for some units, row by row, to be shuffled within each unit.
class Pool {
 public:
  Pool(const ShuffleInput& metric, std::pair<uint32_t, uint32_t> pair) {
    uint32_t first_run = 0;
    for (uint32_t system = 0; system < metric.runs_of_system.size(); ++system) {
      const uint32_t runs = metric.runs_of_system[system];
      if (system == pair.first) runs_of_a_ = runs;
      if (system == pair.first || system == pair.second) {
        runs_.insert(runs_.end(), metric.runs.begin() + first_run,
                     metric.runs.begin() + first_run + runs);
      }
      first_run += runs;
    }
    width_ = runs_.front().width;
  }

  size_t sums() const { return runs_.size() * width_; }

  void Load(const RowProduct& rows, uint64_t block) {
    units_ = rows.units_of(block);
    values_.resize(units_ * sums());
    int64_t* row = values_.data();
    for (uint32_t unit = 0; unit < units_; ++unit) {
      for (const ScoredRun& run : runs_) {
        rows.StoreRow(block * kBlockSegments + unit, run.first_column, row);
        row += width_;
      }
    }
  }

  // Assigns the outputs of each loaded unit randomly to the runs, and adds them to the runs' sums.
  void Deal(KeyedDraws draws, int64_t* sums) {
    order_.resize(runs_.size());
    const int64_t* unit_values = values_.data();
    for (uint32_t unit = 0; unit < units_; ++unit, unit_values += this->sums()) {
      for (uint32_t i = 0; i < order_.size(); ++i) {  // Fisher-Yates shuffle, inside-out
        const auto j = static_cast<uint32_t>(draws.Below(i + 1));
        order_[i] = order_[j];
        order_[j] = i;
      }
      for (uint32_t i = 0; i < order_.size(); ++i) {
        const int64_t* from = unit_values + size_t{order_[i]} * width_;
        for (uint32_t c = 0; c < width_; ++c) sums[i * width_ + c] += from[c];
      }
    }
  }

  // Returns |mean score of the first system's runs - mean score of the second's|.
  double Difference(const int64_t* sums) const {
    double of_a = 0, of_b = 0;
    for (uint32_t i = 0; i < runs_.size(); ++i) {
      const double score = runs_[i].metric->Score(Sums(sums + i * width_, width_), Level::kCorpus);
      (i < runs_of_a_ ? of_a : of_b) += score;
    }
    return std::fabs(of_a / runs_of_a_ - of_b / static_cast<double>(runs_.size() - runs_of_a_));
  }

 private:
  std::vector<ScoredRun> runs_;
  uint32_t runs_of_a_ = 0;
  uint32_t width_ = 0;
  uint32_t units_ = 0;
  std::vector<int64_t> values_;  // [unit][run][column]
  std::vector<uint32_t> order_;
};

// Computes all shuffles of one pair of systems with several runs.
Status SplitRuns(std::span<const RowProduct> strata, const ShuffleInput& metric,
                 std::pair<uint32_t, uint32_t> pair, const Draws& draws, const Schedule& schedule,
                 std::vector<double>& differences) {
  constexpr uint64_t kTogether = 64;  // number of shuffles for each load of a block's rows
  const auto stopped = [&] {
    return schedule.stop != nullptr && schedule.stop->load(std::memory_order_relaxed);
  };
  const uint64_t chunks = (draws.resamples + kTogether - 1) / kTogether;
  InParallel(schedule.threads, chunks, [&](size_t chunk) {
    if (stopped()) return;
    const uint64_t first = chunk * kTogether;
    const uint64_t count = std::min(kTogether, draws.resamples - first);
    Pool pool(metric, pair);
    std::vector<int64_t> sums(count * pool.sums(), 0);
    for (uint32_t s = 0; s < strata.size(); ++s) {
      for (uint64_t block = 0; block < strata[s].blocks(); ++block) {
        pool.Load(strata[s], block);
        for (uint64_t i = 0; i < count; ++i) {
          const ResampleKey key = {draws.seed, first + i, s};
          pool.Deal(KeyedDraws(key, block), sums.data() + i * pool.sums());
        }
      }
    }
    for (uint64_t i = 0; i < count; ++i) {
      differences[first + i] = pool.Difference(sums.data() + i * pool.sums());
    }
  });
  return stopped() ? CancelledError() : OkStatus();
}

Status CheckMemory(std::span<const ShuffleInput> metrics, uint64_t shuffles) {
  constexpr double kMost = 0x1p33;  // bytes
  double bytes = 0;
  for (const ShuffleInput& metric : metrics) {
    bytes +=
        static_cast<double>(metric.pairs.size()) * static_cast<double>(shuffles) * sizeof(double);
  }
  if (bytes <= kMost) return OkStatus();
  return UsageError({.option = "test"},
                    fmt::format("`test` ar: {} shuffles of this many pairs need {:.0f} GB",
                                shuffles, bytes / 1e9),
                    "use fewer `resamples`, a `baseline`, or `test` bs");
}

bool HasSeveralRuns(const ShuffleInput& metric) {
  return std::any_of(metric.runs_of_system.begin(), metric.runs_of_system.end(),
                     [](uint32_t runs) { return runs > 1; });
}

}  // namespace

Result<std::vector<ShuffledDifferences>> Shuffle(std::span<const RowProduct> strata,
                                                 std::span<const ShuffleInput> metrics,
                                                 const Draws& draws, const Schedule& schedule,
                                                 const Progress& progress) {
  MTG_RETURN_IF_ERROR(CheckMemory(metrics, draws.resamples));
  if (!metrics.empty() && HasSeveralRuns(metrics.front())) {
    if (draws.source == Draws::Source::kNumpy) {
      return UsageError({.option = "rng"}, "`rng` numpy does not support systems with several runs",
                        "leave it out");
    }
    std::vector<ShuffledDifferences> out = Sized(metrics, draws.resamples, false);
    for (size_t m = 0; m < metrics.size(); ++m) {
      for (size_t p = 0; p < metrics[m].pairs.size(); ++p) {
        MTG_RETURN_IF_ERROR(SplitRuns(strata, metrics[m], metrics[m].pairs[p], draws, schedule,
                                      out[m].differences[p]));
        const double pairs = static_cast<double>(metrics[m].pairs.size());
        if (progress) {
          progress((static_cast<double>(m) + static_cast<double>(p + 1) / pairs) /
                   static_cast<double>(metrics.size()));
        }
      }
    }
    return out;
  }
  uint64_t units = 0;
  for (const RowProduct& stratum : strata) units += stratum.units();
  const bool native = draws.source == Draws::Source::kMtg1;
  if (native && units <= kMostEnumeratedUnits && (uint64_t{1} << units) - 1 <= draws.resamples) {
    if (progress) progress(1);  // at once
    return AllSwaps(strata, metrics, units);
  }
  std::vector<ShuffledDifferences> out = Sized(metrics, draws.resamples, false);
  const std::vector<int64_t> totals = TotalsOf(strata);
  const SumsSink evaluate = [&](uint64_t first, uint32_t count, Sums sums) {
    for (uint32_t i = 0; i < count; ++i) {
      EvaluateMask(metrics, sums.subspan(i * totals.size(), totals.size()), totals, first + i, out);
    }
  };
  MTG_RETURN_IF_ERROR(Resample(strata, draws, schedule, evaluate, progress));
  return out;
}

}  // namespace mtgauge
