// Measures every metric against every criterion, and bootstraps the measures.
#include "parallel/evaluate/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/base/nan.h"
#include "core/evaluate/item_bootstrap.h"
#include "core/evaluate/measures.h"
#include "core/evaluate/metric_tests.h"
#include "core/significance/metric_ranking.h"
#include "core/stats/random/mtg1.h"
#include "core/stats/row_product.h"
#include "parallel/evaluate/soft_bootstrap.h"
#include "parallel/run/threads.h"
#include "parallel/significance/metric_testing.h"

namespace mtgauge {
namespace {

// A random stream that differs from those of the segment strata and the swaps.
constexpr uint32_t kSystemStratum = UINT32_MAX - 1;

bool DrawsSegments(const EvaluateOptions& options) {
  return options.units == ResampledUnits::kSegments || options.units == ResampledUnits::kBoth;
}

// Bootstraps a measure of segments: resamples segments with a fixed set of systems.
void EstimateBySegments(const MeasureRow& measure, const SideScores& human,
                        const SideScores& metric, const MeasureOptions& own,
                        const EvaluateOptions& options, const Schedule& schedule,
                        MeasureEstimate& out) {
  const uint32_t items = metric.segments.items;
  if (!DrawsSegments(options) || items < 2) return;
  const ItemFunction value = MakeItemFunction(measure, human, metric, own);
  if (value == nullptr) return;
  const Bootstrap bootstrap(items);
  std::vector<double> values(options.resamples, kNaN);
  InParallel(schedule.threads, options.resamples, [&](size_t b) {
    if (schedule.stop != nullptr && *schedule.stop) return;
    std::vector<uint32_t> counts(items);
    DrawItems(bootstrap, options.seed, b, counts);
    values[b] = value(counts);
  });
  out.resampled = std::move(values);
  DescribeResamples(options.alpha, out);
}

// The scores of all systems on all sides, in each resample of the segments.
class ResampledSides {
 public:
  ResampledSides(const EvaluationInput& input, const EvaluateOptions& options)
      : systems_(input.systems.size()), resamples_(options.resamples) {
    for (const auto* sides : {&input.humans, &input.metrics}) {
      for (const EvaluatedSide& side : *sides) sides_.push_back(&side);
    }
    scores_.resize(sides_.size() * systems_ * resamples_);
  }

  // Returns true if the side's scores depend on the resampled segments.
  bool Varies(size_t side) const {
    return !sides_[side]->rows.empty() && !sides_[side]->systems_given;
  }

  Status Run(const EvaluateOptions& options, const Schedule& schedule) {
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
        // The resampled segments of a system may have no human scores.
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

// Bootstraps the measures of systems, for one language pair.
class SystemBootstrap {
 public:
  SystemBootstrap(const EvaluationInput& input, const EvaluateOptions& options)
      : input_(input), options_(options), sides_(input, options) {}

  Status Run(const Schedule& schedule) {
    bool rows = false;
    for (size_t side = 0; side < input_.humans.size() + input_.metrics.size(); ++side) {
      rows = rows || sides_.Varies(side);
    }
    by_segments_ = rows && DrawsSegments(options_);
    return by_segments_ ? sides_.Run(options_, schedule) : OkStatus();
  }

  void Estimate(size_t human, size_t metric, const MeasureRow& measure,
                MeasureEstimate& out) const {
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
    out.resampled = std::move(values);
    DescribeResamples(options_.alpha, out);
  }

 private:
  // Resamples with only copies of one system have no correlation and are left out.
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

bool IsPearsonOfSystems(const MeasureRow& measure) {
  return measure.test == MetricTestKind::kSwapSystems && measure.statistic == Statistic::kPearson;
}

// Returns the options of measures for a metric and a criterion. Their scores are negated where
// lower is better.
MeasureOptions OptionsFor(const EvaluatedSide& human, const EvaluatedSide& metric,
                          const EvaluateOptions& options) {
  MeasureOptions own = options.measure;
  for (const auto& [name, good] : options.good_of_metric) {
    if (name == metric.name) own.good_metric = good;
  }
  if (!human.higher_is_better) own.good = -own.good;
  if (own.good_metric && !metric.higher_is_better) own.good_metric = -*own.good_metric;
  return own;
}

// Returns [metric][measure]. Computes all of them in parallel.
std::vector<std::vector<MeasureEstimate>> EstimateAll(const EvaluationInput& input, size_t human,
                                                      const EvaluateOptions& options,
                                                      const SystemBootstrap& bootstrap,
                                                      const Schedule& schedule) {
  const size_t measures = options.measures.size();
  std::vector<std::vector<MeasureEstimate>> estimates(input.metrics.size(),
                                                      std::vector<MeasureEstimate>(measures));
  InParallel(schedule.threads, input.metrics.size() * measures, [&](size_t cell) {
    const size_t m = cell / measures, k = cell % measures;
    const MeasureRow& measure = RowOf(*options.measures[k]);
    const EvaluatedSide& metric = input.metrics[m];
    const SideScores& people = input.humans[human].scores;
    const SideScores& scores = metric.scores;
    MeasureEstimate& out = estimates[m][k];
    out.measured = {kNaN, kNaN, 0, std::nullopt};
    out.se = kNaN;
    if (!CanMeasure(measure, people, scores)) return;
    const MeasureOptions own = OptionsFor(input.humans[human], metric, options);
    out.measured = measure.compute(people, scores, own);
    if (out.measured.cut && !metric.higher_is_better) out.measured.cut = -*out.measured.cut;
    if (IsPearsonOfSystems(measure)) {
      out.fisher = FisherInterval(out.measured.value, out.measured.weight, options.alpha);
    }
    if (measure.of_segments) {
      EstimateBySegments(measure, people, scores, own, options, schedule, out);
    } else {
      bootstrap.Estimate(human, m, measure, out);
    }
  });
  return estimates;
}

// Returns the original scores of systems, with their sign restored.
std::vector<double> ScoresOf(const EvaluatedSide& side) {
  std::vector<double> scores;
  for (const double score : side.scores.systems) {
    scores.push_back(side.higher_is_better ? score : -score);
  }
  return scores;
}

// Checks that the scores of people say which outputs are free of errors.
Status CheckErrorFree(const EvaluatedSide& human) {
  if (human.scores.marks == nullptr) {
    return UsageError({.option = "good"},
                      fmt::format("`good` error-free: the scores '{}' do not say in which outputs "
                                  "people marked errors",
                                  human.name),
                      "use files with error spans, such as those of ESA, or a number");
  }
  if (human.higher_is_better) return OkStatus();
  return UsageError({.option = "good"},
                    fmt::format("`good` error-free needs scores from 0 to 100, where higher is "
                                "better, but of '{}' lower is better",
                                human.name),
                    "use a number, such as `good` 0");
}

uint64_t OutputsOf(const SideScores& scores) {
  const std::vector<double>& values = scores.segments.values;
  return static_cast<uint64_t>(
      std::count_if(values.begin(), values.end(), [](double score) { return !std::isnan(score); }));
}

// Returns the place of spa among the measures; their number if it is not measured.
size_t PlaceOfSpa(const EvaluateOptions& options) {
  const auto found = std::find_if(options.measures.begin(), options.measures.end(),
                                  [](const Measure* measure) { return measure->name == "spa"; });
  return static_cast<size_t>(found - options.measures.begin());
}

}  // namespace

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

Status PrepareInput(const EvaluateOptions& options, EvaluationInput& input) {
  for (auto* sides : {&input.humans, &input.metrics}) {
    for (EvaluatedSide& side : *sides) {
      if (options.ties == ScoreTies::kExact) continue;
      JoinTies(side.scores.systems);
      JoinTies(side.scores.segments.values);
    }
  }
  for (EvaluatedSide& human : input.humans) {
    human.scores.lengths = input.lengths;
    if (options.measure.error_free) MTG_RETURN_IF_ERROR(CheckErrorFree(human));
  }
  if (PlaceOfSpa(options) == options.measures.size()) return OkStatus();
  return AddFlips(options.measure.spa_ties, input);
}

Result<std::vector<Evaluation>> Evaluate(const EvaluationInput& input,
                                         const EvaluateOptions& options, const Schedule& schedule) {
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
    evaluation.rater = input.rater;
    if (!input.rater.empty()) evaluation.outputs = OutputsOf(input.humans[h].scores);
    evaluation.estimates = EstimateAll(input, h, options, bootstrap, schedule);
    const size_t spa = PlaceOfSpa(options);
    if (spa < options.measures.size() && DrawsSegments(options)) {
      BootstrapSoftAccuracy(input, h, spa, options, schedule, evaluation.estimates);
    }
    if (schedule.stop != nullptr && *schedule.stop) return CancelledError();
    for (const Measure* measure : options.tested) {
      const auto found = std::find(options.measures.begin(), options.measures.end(), measure);
      const auto k = static_cast<size_t>(found - options.measures.begin());
      const EvaluatedPart part = {&input, h, &evaluation};
      if (!CanTest(std::span(&part, 1), options, RowOf(*measure))) continue;
      MTG_ASSIGN_OR_RETURN(TestedMeasure tested,
                           TestMetrics(std::span(&part, 1), options, k, schedule));
      evaluation.tests.push_back(std::move(tested));
    }
  }
  return evaluations;
}

}  // namespace mtgauge
