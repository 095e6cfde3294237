// Tests that swap the scores of two metrics, sign tests on pairs of outputs, and Williams's test.
#include "parallel/significance/metric_testing.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/evaluate/measures.h"
#include "core/evaluate/metric_tests.h"
#include "core/significance/metric_ranking.h"
#include "core/stats/random/mtg1.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

// A random stream that differs from those of the segment strata.
constexpr uint32_t kSwapStratum = UINT32_MAX;

// Returns the scores of systems as cells of a single group.
ScoreGrid SystemGrid(const SideScores& scores) {
  return {static_cast<uint32_t>(scores.systems.size()), 1, scores.systems};
}

const SideScores& PeopleOf(const EvaluatedPart& part) {
  return part.input->humans[part.human].scores;
}

// The scores of a part that may be swapped.
struct SwapGrids {
  ScoreGrid human;
  std::vector<ScoreGrid> metrics;
};

std::vector<SwapGrids> GridsOf(std::span<const EvaluatedPart> parts, bool systems) {
  std::vector<SwapGrids> grids;
  for (const EvaluatedPart& part : parts) {
    SwapGrids& of_part = grids.emplace_back();
    of_part.human = systems ? SystemGrid(PeopleOf(part)) : PeopleOf(part).segments;
    for (const EvaluatedSide& side : part.input->metrics) {
      of_part.metrics.push_back(systems ? SystemGrid(side.scores) : side.scores.segments);
    }
  }
  return grids;
}

// Standardizes each metric over all parts together.
void StandardizeJointly(std::vector<SwapGrids>& parts) {
  for (size_t m = 0; m < parts.front().metrics.size(); ++m) {
    std::vector<double> all;
    for (const SwapGrids& part : parts) {
      all.insert(all.end(), part.metrics[m].values.begin(), part.metrics[m].values.end());
    }
    StandardizePresent(all);
    auto next = all.begin();
    for (SwapGrids& part : parts) {
      std::vector<double>& values = part.metrics[m].values;
      std::copy_n(next, values.size(), values.begin());
      next += static_cast<std::ptrdiff_t>(values.size());
    }
  }
}

// Counts how often swaps favour each metric over each other at least as much as observed.
class SwapTest {
 public:
  SwapTest(const MeasureRow& measure, Grouping grouping, const std::vector<SwapGrids>& parts,
           bool one_scale, const EvaluateOptions& options)
      : options_(options), metrics_(parts.front().metrics.size()), counts_(metrics_ * metrics_) {
    double weights = 0;
    for (const SwapGrids& part : parts) {
      tests_.emplace_back(measure.statistic, part.human, Pointers(part.metrics), grouping,
                          !one_scale);
      const auto cells = static_cast<double>(tests_.back().cells());
      shares_.push_back(measure.pooled ? cells * (cells - 1) / 2 : 1);
      weights += shares_.back();
      cells_ += tests_.back().cells();
    }
    for (double& share : shares_) share /= weights;
    exact_ = cells_ <= kMostExactCells;
    draws_ = exact_ ? uint64_t{1} << cells_ : options.resamples;
  }

  Status Run(const Schedule& schedule) {
    observed_ = Agreement(std::vector<uint8_t>(cells_, 1), 1);
    std::atomic<bool> stopped = false;
    InParallel(schedule.threads, (draws_ + kTogether - 1) / kTogether, [&](size_t chunk) {
      stopped = stopped || (schedule.stop != nullptr && *schedule.stop);
      if (!stopped) Count(chunk * kTogether);
    });
    return stopped ? CancelledError() : OkStatus();
  }

  MetricPair Pair(uint32_t a, uint32_t b) const {
    const size_t m = metrics_;
    MetricPair pair{a, b, observed_[a * m + a] - observed_[b * m + b], 1, 1, exact_, false};
    const auto count = static_cast<double>(counts_[a * m + b]);
    const auto draws = static_cast<double>(draws_);
    pair.p = exact_ ? count / draws : (count + 1) / (draws + 1);
    return pair;
  }

 private:
  // Up to 2^16 swaps are enumerated.
  static constexpr size_t kMostExactCells = 16;
  static constexpr uint64_t kTogether = 8;

  static std::vector<const ScoreGrid*> Pointers(const std::vector<ScoreGrid>& grids) {
    std::vector<const ScoreGrid*> pointers;
    for (const ScoreGrid& grid : grids) pointers.push_back(&grid);
    return pointers;
  }

  void Keep(uint64_t draw, uint8_t* keeps) const {
    if (exact_) {
      for (size_t c = 0; c < cells_; ++c) keeps[c] = (draw >> c & 1) == 0 ? 1 : 0;
      return;
    }
    BlockCounts coins;
    for (size_t begin = 0; begin < cells_; begin += kBlockSegments) {
      const auto count = static_cast<uint32_t>(std::min<size_t>(kBlockSegments, cells_ - begin));
      CoinBlock({options_.seed, draw, kSwapStratum}, begin / kBlockSegments, count, coins);
      std::copy(coins.counts, coins.counts + count, keeps + begin);
    }
  }

  // Returns the agreement over all parts: [draw][a][b]. `keeps` is [draw][cell], with the cells of
  // one part after another.
  std::vector<double> Agreement(const std::vector<uint8_t>& keeps, uint32_t draws) const {
    std::vector<double> all(draws * metrics_ * metrics_), of_part(all.size());
    size_t first = 0;
    for (size_t p = 0; p < tests_.size(); ++p) {
      const size_t cells = tests_[p].cells();
      std::vector<uint8_t> own;
      for (uint32_t d = 0; d < draws; ++d) {
        const auto begin = keeps.begin() + static_cast<std::ptrdiff_t>(d * cells_ + first);
        own.insert(own.end(), begin, begin + static_cast<std::ptrdiff_t>(cells));
      }
      first += cells;
      tests_[p].Draw(own, draws, of_part);
      for (size_t k = 0; k < all.size(); ++k) all[k] += shares_[p] * of_part[k];
    }
    return all;
  }

  void Count(uint64_t first) {
    const auto draws = static_cast<uint32_t>(std::min(kTogether, draws_ - first));
    const size_t m = metrics_;
    std::vector<uint8_t> keeps(draws * cells_);
    for (uint32_t d = 0; d < draws; ++d) Keep(first + d, &keeps[d * cells_]);
    const std::vector<double> agreement = Agreement(keeps, draws);
    for (size_t k = 0; k < agreement.size(); ++k) {
      const size_t pair = k % (m * m), a = pair / m, b = pair % m;
      const double swapped = agreement[k] - agreement[k - pair + b * m + a];
      if (AtLeast(swapped, observed_[a * m + a] - observed_[b * m + b])) {
        counts_[pair].fetch_add(1, std::memory_order_relaxed);
      }
    }
  }

  const EvaluateOptions& options_;
  size_t metrics_;
  std::vector<PermBoth> tests_;  // [part]
  std::vector<double> shares_;   // weights of the parts
  size_t cells_ = 0;
  bool exact_ = false;
  uint64_t draws_ = 0;
  std::vector<std::atomic<uint64_t>> counts_;  // [a * metrics + b]
  std::vector<double> observed_;
};

MetricPair WilliamsPair(const EvaluatedPart& part, uint32_t a, uint32_t b) {
  const std::vector<double>& h = PeopleOf(part).systems;
  const std::vector<double>& x = part.input->metrics[a].scores.systems;
  const std::vector<double>& y = part.input->metrics[b].scores.systems;
  const double first = Pearson(h, x), second = Pearson(h, y);
  return {a, b,    first - second, ComputeWilliams(first, second, Pearson(x, y), h.size()).p,
          1, true, false};
}

MetricPair SignPair(std::span<const EvaluatedPart> parts, size_t measure, Grouping grouping,
                    uint32_t a, uint32_t b) {
  std::vector<SignTestScores> scores;
  for (const EvaluatedPart& part : parts) {
    const auto& estimates = part.evaluation->estimates;
    const std::vector<EvaluatedSide>& metrics = part.input->metrics;
    scores.push_back({&PeopleOf(part).segments, &metrics[a].scores.segments,
                      &metrics[b].scores.segments, *estimates[a][measure].measured.eps,
                      *estimates[b][measure].measured.eps});
  }
  const SignTest test = ComputeSignTest(scores, grouping);
  return {a, b, test.difference, test.p, 1, test.exact, false};
}

bool IsWilliams(const EvaluateOptions& options, const MeasureRow& measure) {
  return options.test == MetricTest::kWilliams && measure.test == MetricTestKind::kSwapSystems &&
         !measure.pooled;
}

// Returns the value of each metric over all parts.
std::vector<double> ValuesOver(std::span<const EvaluatedPart> parts, const Measure& measure,
                               size_t k) {
  std::vector<double> values;
  for (size_t m = 0; m < parts.front().input->metrics.size(); ++m) {
    std::vector<Measured> of_parts;
    for (const EvaluatedPart& part : parts) {
      of_parts.push_back(part.evaluation->estimates[m][k].measured);
    }
    values.push_back(ValueOver(measure, of_parts, [&](size_t p) { return of_parts[p].value; }));
  }
  return values;
}

}  // namespace

bool CanTest(std::span<const EvaluatedPart> parts, const EvaluateOptions& options,
             const MeasureRow& measure) {
  if (IsWilliams(options, measure) && parts.size() > 1) return false;
  return std::all_of(parts.begin(), parts.end(), [&](const EvaluatedPart& part) {
    const std::vector<EvaluatedSide>& metrics = part.input->metrics;
    return metrics.size() > 1 &&
           std::all_of(metrics.begin(), metrics.end(), [&](const EvaluatedSide& metric) {
             return CanMeasure(measure, PeopleOf(part), metric.scores);
           });
  });
}

Result<TestedMeasure> TestMetrics(std::span<const EvaluatedPart> parts,
                                  const EvaluateOptions& options, size_t measure,
                                  const Schedule& schedule) {
  const MeasureRow& by = RowOf(*options.measures[measure]);
  const std::vector<double> values = ValuesOver(parts, by, measure);
  const Grouping grouping =
      by.of_segments ? options.measure.grouping.value_or(by.grouping) : Grouping::kNone;
  if (by.test == MetricTestKind::kSign) {
    return RankMetrics(options, by, values, [&](uint32_t a, uint32_t b) {
      return SignPair(parts, measure, grouping, a, b);
    });
  }
  if (IsWilliams(options, by)) {
    return RankMetrics(options, by, values,
                       [&](uint32_t a, uint32_t b) { return WilliamsPair(parts.front(), a, b); });
  }
  std::vector<SwapGrids> grids = GridsOf(parts, by.test == MetricTestKind::kSwapSystems);
  const bool one_scale = by.pooled && parts.size() > 1;
  if (one_scale) StandardizeJointly(grids);
  SwapTest test(by, grouping, grids, one_scale, options);
  MTG_RETURN_IF_ERROR(test.Run(schedule));
  return RankMetrics(options, by, values, [&](uint32_t a, uint32_t b) { return test.Pair(a, b); });
}

}  // namespace mtgauge
