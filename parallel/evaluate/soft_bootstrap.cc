// Recomputes p of sign flips for each resample.
#include "parallel/evaluate/soft_bootstrap.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "core/base/nan.h"
#include "core/evaluate/item_bootstrap.h"
#include "core/evaluate/soft_accuracy.h"
#include "core/evaluate/system_level.h"
#include "core/significance/metric_ranking.h"
#include "core/stats/random/mtg1.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

std::unique_ptr<ResampledFlips> FlipsOfSide(const EvaluationInput& input, const EvaluatedSide& side,
                                            SpaTies ties) {
  const ScoreGrid& grid = side.scores.segments;
  if (side.scores.flips.empty()) return nullptr;
  return std::make_unique<ResampledFlips>(
      grid, input.by_name, input.judged ? input.flipped_items : CompleteItems(grid), ties);
}

}  // namespace

bool IsTooLargeForSoftBootstrap(const EvaluationInput& input, const EvaluateOptions& options) {
  constexpr double kMostCells = 3e8;  // scores that are added up under 1,000 signs each
  double cells = 0;
  for (const EvaluatedSide& side : input.metrics) {
    cells += static_cast<double>(side.scores.segments.values.size());
  }
  return cells * static_cast<double>(options.resamples) > kMostCells;
}

void BootstrapSoftAccuracy(const EvaluationInput& input, size_t human, size_t measure,
                           const EvaluateOptions& options, const Schedule& schedule,
                           std::vector<std::vector<MeasureEstimate>>& estimates) {
  const SpaTies ties = options.measure.spa_ties;
  const auto systems = static_cast<uint32_t>(input.systems.size());
  const std::unique_ptr<ResampledFlips> people = FlipsOfSide(input, input.humans[human], ties);
  if (people == nullptr || IsTooLargeForSoftBootstrap(input, options)) return;
  std::vector<std::unique_ptr<ResampledFlips>> metrics;
  for (const EvaluatedSide& side : input.metrics) {
    metrics.push_back(FlipsOfSide(input, side, ties));
  }
  const uint32_t items = input.humans[human].scores.segments.items;
  if (items < 2) return;
  const Bootstrap bootstrap(items);
  std::vector<std::vector<double>> values(metrics.size(),
                                          std::vector<double>(options.resamples, kNaN));
  InParallel(schedule.threads, options.resamples, [&](size_t b) {
    if (schedule.stop != nullptr && *schedule.stop) return;
    std::vector<uint32_t> counts(items);
    DrawItems(bootstrap, options.seed, b, counts);
    const std::vector<double> p = people->P(counts);
    for (size_t m = 0; m < metrics.size(); ++m) {
      if (metrics[m] == nullptr) continue;
      values[m][b] = SoftPairwiseAccuracy(p, metrics[m]->P(counts), systems);
    }
  });
  for (size_t m = 0; m < metrics.size(); ++m) {
    if (metrics[m] == nullptr) continue;
    MeasureEstimate& estimate = estimates[m][measure];
    estimate.resampled = std::move(values[m]);
    DescribeResamples(options.alpha, estimate);
  }
}

}  // namespace mtgauge
