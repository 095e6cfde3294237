// Measures of every metric under every criterion, their bootstrap, and the tests between metrics.
#include "parallel/evaluator.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/compare/metric_ranking.h"
#include "core/meta/item_bootstrap.h"
#include "core/meta/measures.h"
#include "core/meta/metric_tests.h"
#include "core/stats/intervals.h"
#include "core/stats/random/mtg1.h"
#include "core/stats/reductions.h"
#include "core/stats/row_product.h"
#include "parallel/arena.h"

namespace mtgauge {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Streams of their own, beside the strata of segments.
constexpr uint32_t kSwapStratum = UINT32_MAX, kSystemStratum = UINT32_MAX - 1;

bool DrawsSegments(const EvaluateOptions& options) {
  return options.units == ResampledUnits::kSegments || options.units == ResampledUnits::kBoth;
}

// The interval and error that resampled values give; those without a value are left out.
void Describe(std::vector<double> values, double alpha, MeasureEstimate& out) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.size() < 2) return;
  std::sort(values.begin(), values.end());
  out.bootstrap = PercentileInterval(values, alpha);
  out.se = NumpyStd(values, 1);
}

// Bootstrap of a measure of segments: the segments are drawn, the systems stay.
void EstimateBySegments(const Measure& measure, const SideScores& human, const SideScores& metric,
                        const EvaluateOptions& options, const Schedule& schedule,
                        MeasureEstimate& out) {
  const uint32_t items = metric.segments.items;
  if (!DrawsSegments(options) || items < 2) return;
  const ItemFunction value = MakeItemFunction(measure, human, metric, options.measure);
  if (value == nullptr) return;
  const Bootstrap bootstrap(items);
  std::vector<double> values(options.resamples, kNaN);
  oneapi::tbb::parallel_for(uint64_t{0}, options.resamples, [&](uint64_t b) {
    if (schedule.stop != nullptr && *schedule.stop) return;
    std::vector<uint32_t> counts(items);
    DrawItems(bootstrap, options.seed, b, counts);
    values[b] = value(counts);
  });
  Describe(std::move(values), options.alpha, out);
}

// The scores of all systems on all sides in each resample of the segments.
class ResampledSides {
 public:
  ResampledSides(const EvaluationInput& input, const EvaluateOptions& options)
      : systems_(input.systems.size()), resamples_(options.resamples) {
    for (const auto* sides : {&input.humans, &input.metrics}) {
      for (const EvaluatedSide& side : *sides) sides_.push_back(&side);
    }
    scores_.resize(sides_.size() * systems_ * resamples_);
  }

  // Whether the side's scores change with the segments that are drawn.
  bool Varies(size_t side) const {
    return !sides_[side]->rows.empty() && !sides_[side]->systems_given;
  }

  absl::Status Run(const EvaluateOptions& options, const Schedule& schedule) {
    std::vector<const RowStore*> stores;
    for (size_t side = 0; side < sides_.size(); ++side) {
      if (!Varies(side)) continue;
      for (const RowStore& rows : sides_[side]->rows) stores.push_back(&rows);
    }
    const RowProduct product(stores);
    Draws draws;
    draws.seed = options.seed;
    draws.resamples = resamples_;
    return Resample(
        std::span(&product, 1), draws, schedule,
        [&](uint64_t first, uint32_t count, std::span<const int64_t> sums) {
          for (uint32_t r = 0; r < count; ++r) {
            Score(first + r, sums.subspan(r * product.columns(), product.columns()));
          }
        },
        [](double) {});
  }

  std::span<const double> Of(size_t side, uint64_t resample) const {
    return std::span(scores_).subspan((resample * sides_.size() + side) * systems_, systems_);
  }

 private:
  void Score(uint64_t resample, std::span<const int64_t> sums) {
    size_t column = 0;
    for (size_t side = 0; side < sides_.size(); ++side) {
      const EvaluatedSide& of = *sides_[side];
      for (size_t s = 0; s < systems_ && Varies(side); ++s) {
        const uint32_t width = of.rows[s].columns();
        const std::span<const int64_t> row = sums.subspan(column, width);
        column += width;
        // Nobody may have scored what was drawn of a system.
        scores_[(resample * sides_.size() + side) * systems_ + s] =
            std::isnan(of.scores.systems[s]) ? kNaN : of.ScoreOf(row);
      }
    }
  }

  std::vector<const EvaluatedSide*> sides_;
  size_t systems_;
  uint64_t resamples_;
  std::vector<double> scores_;  // [resample][side][system]
};

// Bootstrap of the measures of systems, for one language pair.
class SystemBootstrap {
 public:
  SystemBootstrap(const EvaluationInput& input, const EvaluateOptions& options)
      : input_(input), options_(options), sides_(input, options) {}

  absl::Status Run(const Schedule& schedule) {
    bool rows = false;
    for (size_t side = 0; side < input_.humans.size() + input_.metrics.size(); ++side) {
      rows = rows || sides_.Varies(side);
    }
    by_segments_ = rows && DrawsSegments(options_);
    return by_segments_ ? sides_.Run(options_, schedule) : absl::OkStatus();
  }

  void Estimate(size_t human, size_t metric, const Measure& measure, MeasureEstimate& out) const {
    const bool by_systems =
        options_.units == ResampledUnits::kSystems || options_.units == ResampledUnits::kBoth;
    const bool varies =
        by_segments_ && (sides_.Varies(human) || sides_.Varies(input_.humans.size() + metric));
    if (!(by_systems || varies)) return;
    std::vector<double> values;
    for (uint64_t b = 0; b < options_.resamples; ++b) {
      const SideScores x = Resampled(input_.humans[human], human, b, by_systems);
      const SideScores y =
          Resampled(input_.metrics[metric], input_.humans.size() + metric, b, by_systems);
      values.push_back(measure.compute(x, y, options_.measure).value);
    }
    Describe(std::move(values), options_.alpha, out);
  }

 private:
  // A resample of systems that are all the same has no correlation, and is left out.
  SideScores Resampled(const EvaluatedSide& side, size_t number, uint64_t resample,
                       bool by_systems) const {
    SideScores scores;
    if (by_segments_ && sides_.Varies(number)) {
      const std::span<const double> drawn = sides_.Of(number, resample);
      scores.systems.assign(drawn.begin(), drawn.end());
    } else {
      scores.systems = side.scores.systems;
    }
    if (!by_systems) return scores;
    KeyedDraws draws({options_.seed, resample, kSystemStratum}, 0);
    const std::vector<double> all = scores.systems;
    for (double& score : scores.systems) score = all[draws.Below(all.size())];
    return scores;
  }

  const EvaluationInput& input_;
  const EvaluateOptions& options_;
  ResampledSides sides_;
  bool by_segments_ = false;
};

// Scores of systems as cells of one group.
ScoreGrid SystemGrid(const SideScores& scores) {
  return {static_cast<uint32_t>(scores.systems.size()), 1, scores.systems};
}

// How often swaps favour each metric over each other at least as much as what was observed.
class SwapTest {
 public:
  SwapTest(const Measure& measure, Grouping grouping, const ScoreGrid& human,
           const std::vector<ScoreGrid>& metrics, const EvaluateOptions& options)
      : test_(measure.statistic, human, Pointers(metrics), grouping),
        options_(options),
        exact_(test_.cells() <= kMostExactCells),
        draws_(exact_ ? uint64_t{1} << test_.cells() : options.resamples),
        counts_(metrics.size() * metrics.size()) {}

  absl::Status Run(const Schedule& schedule) {
    const std::vector<uint8_t> kept(test_.cells(), 1);
    observed_.resize(counts_.size());
    test_.Draw(kept, 1, observed_);
    std::atomic<bool> stopped = false;
    RunInArena(ThreadsOf(schedule.threads), [&] {
      oneapi::tbb::parallel_for(uint64_t{0}, (draws_ + kTogether - 1) / kTogether,
                                [&](uint64_t chunk) {
                                  stopped = stopped || (schedule.stop != nullptr && *schedule.stop);
                                  if (!stopped) Count(chunk * kTogether);
                                });
    });
    return stopped ? CancelledError() : absl::OkStatus();
  }

  MetricPair Pair(uint32_t a, uint32_t b) const {
    const size_t m = test_.metrics();
    MetricPair pair{a, b, observed_[a * m + a] - observed_[b * m + b], 1, 1, exact_, false};
    const auto count = static_cast<double>(counts_[a * m + b]);
    const auto draws = static_cast<double>(draws_);
    pair.p = exact_ ? count / draws : (count + 1) / (draws + 1);
    return pair;
  }

 private:
  // 2^16 swaps at most are all taken.
  static constexpr size_t kMostExactCells = 16;
  static constexpr uint64_t kTogether = 8;

  static std::vector<const ScoreGrid*> Pointers(const std::vector<ScoreGrid>& grids) {
    std::vector<const ScoreGrid*> pointers;
    for (const ScoreGrid& grid : grids) pointers.push_back(&grid);
    return pointers;
  }

  void Keep(uint64_t draw, uint8_t* keeps) const {
    const size_t cells = test_.cells();
    if (exact_) {
      for (size_t c = 0; c < cells; ++c) keeps[c] = (draw >> c & 1) == 0 ? 1 : 0;
      return;
    }
    BlockCounts coins;
    for (size_t begin = 0; begin < cells; begin += kBlockSegments) {
      const auto count = static_cast<uint32_t>(std::min<size_t>(kBlockSegments, cells - begin));
      CoinBlock({options_.seed, draw, kSwapStratum}, begin / kBlockSegments, count, coins);
      std::copy(coins.counts, coins.counts + count, keeps + begin);
    }
  }

  void Count(uint64_t first) {
    const auto draws = static_cast<uint32_t>(std::min(kTogether, draws_ - first));
    const size_t m = test_.metrics();
    std::vector<uint8_t> keeps(draws * test_.cells());
    for (uint32_t d = 0; d < draws; ++d) Keep(first + d, &keeps[d * test_.cells()]);
    std::vector<double> agreement(draws * m * m);
    test_.Draw(keeps, draws, agreement);
    for (size_t k = 0; k < agreement.size(); ++k) {
      const size_t pair = k % (m * m), a = pair / m, b = pair % m;
      const double swapped = agreement[k] - agreement[k - pair + b * m + a];
      if (AtLeast(swapped, observed_[a * m + a] - observed_[b * m + b])) {
        counts_[pair].fetch_add(1, std::memory_order_relaxed);
      }
    }
  }

  PermBoth test_;
  const EvaluateOptions& options_;
  bool exact_;
  uint64_t draws_;
  std::vector<std::atomic<uint64_t>> counts_;  // [a * metrics + b]
  std::vector<double> observed_;
};

MetricPair WilliamsPair(const EvaluationInput& input, size_t human, uint32_t a, uint32_t b) {
  const std::vector<double>& h = input.humans[human].scores.systems;
  const std::vector<double>& x = input.metrics[a].scores.systems;
  const std::vector<double>& y = input.metrics[b].scores.systems;
  const double first = Pearson(h, x), second = Pearson(h, y);
  return {a, b,    first - second, ComputeWilliams(first, second, Pearson(x, y), h.size()).p,
          1, true, false};
}

// Tests between the metrics under one criterion and by one measure.
absl::StatusOr<TestedMeasure> TestMetrics(const EvaluationInput& input, size_t human,
                                          const EvaluateOptions& options, const Measure& measure,
                                          const std::vector<Measured>& measured,
                                          const Schedule& schedule) {
  std::vector<double> values;
  for (const Measured& of_metric : measured) values.push_back(of_metric.value);
  const Grouping grouping =
      measure.of_segments ? options.measure.grouping.value_or(measure.grouping) : Grouping::kNone;
  if (measure.test == MetricTestKind::kSign) {
    return RankMetrics(options, measure, values, [&](uint32_t a, uint32_t b) {
      const SignTest test = ComputeSignTest(
          input.humans[human].scores.segments, input.metrics[a].scores.segments, *measured[a].eps,
          input.metrics[b].scores.segments, *measured[b].eps, grouping);
      return MetricPair{a, b, test.difference, test.p, 1, test.exact, false};
    });
  }
  if (options.test == MetricTest::kWilliams && measure.test == MetricTestKind::kSwapSystems) {
    return RankMetrics(options, measure, values,
                       [&](uint32_t a, uint32_t b) { return WilliamsPair(input, human, a, b); });
  }
  const bool systems = measure.test == MetricTestKind::kSwapSystems;
  const SideScores& people = input.humans[human].scores;
  std::vector<ScoreGrid> grids;
  for (const EvaluatedSide& side : input.metrics) {
    grids.push_back(systems ? SystemGrid(side.scores) : side.scores.segments);
  }
  SwapTest test(measure, grouping, systems ? SystemGrid(people) : people.segments, grids, options);
  MTG_RETURN_IF_ERROR(test.Run(schedule));
  return RankMetrics(options, measure, values,
                     [&](uint32_t a, uint32_t b) { return test.Pair(a, b); });
}

uint64_t JudgedSegments(const SideScores& scores) {
  uint64_t judged = 0;
  for (uint32_t i = 0; i < scores.segments.items; ++i) {
    bool any = false;
    for (uint32_t s = 0; s < scores.segments.systems; ++s) {
      any = any || !std::isnan(scores.segments.At(s, i));
    }
    judged += any ? 1 : 0;
  }
  return judged;
}

bool IsPearsonOfSystems(const Measure& measure) {
  return measure.test == MetricTestKind::kSwapSystems && measure.statistic == Statistic::kPearson;
}

// [metric][measure], all metrics and measures at once on all threads.
std::vector<std::vector<MeasureEstimate>> EstimateAll(const EvaluationInput& input, size_t human,
                                                      const EvaluateOptions& options,
                                                      const SystemBootstrap& bootstrap,
                                                      const Schedule& schedule) {
  const size_t measures = options.measures.size();
  std::vector<std::vector<MeasureEstimate>> estimates(input.metrics.size(),
                                                      std::vector<MeasureEstimate>(measures));
  RunInArena(ThreadsOf(schedule.threads), [&] {
    oneapi::tbb::parallel_for(size_t{0}, input.metrics.size() * measures, [&](size_t cell) {
      const size_t m = cell / measures, k = cell % measures;
      const Measure& measure = *options.measures[k];
      const SideScores& people = input.humans[human].scores;
      const SideScores& scores = input.metrics[m].scores;
      MeasureEstimate& out = estimates[m][k];
      out.measured = {kNaN, kNaN, 0, std::nullopt};
      out.se = kNaN;
      if (!CanMeasure(measure, people, scores)) return;
      out.measured = measure.compute(people, scores, options.measure);
      if (IsPearsonOfSystems(measure)) {
        out.fisher = FisherInterval(out.measured.value, out.measured.weight, options.alpha);
      }
      if (measure.of_segments) {
        EstimateBySegments(measure, people, scores, options, schedule, out);
      } else {
        bootstrap.Estimate(human, m, measure, out);
      }
    });
  });
  return estimates;
}

// Scores of systems as they are, not turned round.
std::vector<double> ScoresOf(const EvaluatedSide& side) {
  std::vector<double> scores;
  for (const double score : side.scores.systems) {
    scores.push_back(side.higher_is_better ? score : -score);
  }
  return scores;
}

}  // namespace

absl::StatusOr<std::vector<Evaluation>> Evaluate(const EvaluationInput& input,
                                                 const EvaluateOptions& options,
                                                 const Schedule& schedule) {
  SystemBootstrap bootstrap(input, options);
  MTG_RETURN_IF_ERROR(bootstrap.Run(schedule));
  std::vector<Evaluation> evaluations;
  for (size_t h = 0; h < input.humans.size(); ++h) {
    Evaluation& evaluation = evaluations.emplace_back();
    evaluation.language_pair = input.language_pair;
    evaluation.criterion = input.humans[h].name;
    evaluation.systems = input.systems;
    evaluation.human_scores = ScoresOf(input.humans[h]);
    for (const EvaluatedSide& metric : input.metrics) {
      evaluation.metric_scores.push_back(ScoresOf(metric));
    }
    evaluation.segments = JudgedSegments(input.humans[h].scores);
    evaluation.estimates = EstimateAll(input, h, options, bootstrap, schedule);
    if (schedule.stop != nullptr && *schedule.stop) return CancelledError();
    for (const Measure* measure : options.tested) {
      const auto found = std::find(options.measures.begin(), options.measures.end(), measure);
      const auto k = static_cast<size_t>(found - options.measures.begin());
      std::vector<Measured> measured;
      bool can = input.metrics.size() > 1;
      for (size_t m = 0; m < input.metrics.size(); ++m) {
        measured.push_back(evaluation.estimates[m][k].measured);
        can = can && CanMeasure(*measure, input.humans[h].scores, input.metrics[m].scores);
      }
      if (!can) continue;
      MTG_ASSIGN_OR_RETURN(TestedMeasure tested,
                           TestMetrics(input, h, options, *measure, measured, schedule));
      evaluation.tests.push_back(std::move(tested));
    }
  }
  return evaluations;
}

}  // namespace mtgauge
