// Ranks of metrics, and means over language pairs and criteria.
#include "core/significance/metric_ranking.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>

#include "core/evaluate/metric_tests.h"
#include "core/significance/significance.h"
#include "core/stats/clusters.h"
#include "core/stats/intervals.h"
#include "core/stats/reductions.h"

namespace mtgauge {

TestedMeasure RankMetrics(const EvaluateOptions& options, const Measure& measure,
                          std::span<const double> values, const PairTestFunction& test) {
  TestedMeasure out;
  out.measure = &measure;
  for (uint32_t m = 0; m < values.size(); ++m) {
    if (!std::isnan(values[m])) out.order.push_back(m);
  }
  std::stable_sort(out.order.begin(), out.order.end(),
                   [&](uint32_t a, uint32_t b) { return values[a] > values[b]; });
  std::map<std::pair<uint32_t, uint32_t>, size_t> pair_of_places;
  std::vector<double> p;
  const auto places = static_cast<uint32_t>(out.order.size());
  for (uint32_t i = 0; i < places; ++i) {
    for (uint32_t j = i + 1; j < places; ++j) {
      pair_of_places[{i, j}] = out.pairs.size();
      out.pairs.push_back(test(out.order[i], out.order[j]));
      p.push_back(out.pairs.back().p);
    }
  }
  const std::vector<double> adjusted = Adjusted(options.correction, p);
  for (size_t k = 0; k < p.size(); ++k) {
    out.pairs[k].p_adjusted = adjusted[k];
    out.pairs[k].significant = adjusted[k] <= options.alpha;
  }
  const Beats beats = [&](uint32_t i, uint32_t j) {
    return out.pairs[pair_of_places.at({i, j})].significant;
  };
  out.clusters = options.clusters == ClusterRule::kWmt ? WmtClusters(places, beats)
                                                       : GreedyRanks(places, beats);
  for (const RankRange& range : RankRanges(places, beats)) {
    out.low.push_back(range.low);
    out.high.push_back(range.high);
  }
  return out;
}

void DescribeResamples(double alpha, MeasureEstimate& estimate) {
  std::vector<double> values = estimate.resampled;
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.size() < 2) return;
  std::sort(values.begin(), values.end());
  estimate.bootstrap = PercentileInterval(values, alpha);
  estimate.se = NumpyStd(values, 1);
}

void CompareSeries(Study& study) {
  study.pairs.clear();
  if (study.points.empty()) return;
  const auto series = static_cast<uint32_t>(study.series.size());
  for (size_t c = 0; c < study.points.front().evaluations.size(); ++c) {
    study.pairs.emplace_back(study.measures.size());
    for (size_t k = 0; k < study.measures.size(); ++k) {
      for (uint32_t a = 0; a < series; ++a) {
        for (uint32_t b = a + 1; b < series; ++b) {
          std::vector<double> differences;
          for (const StudyPoint& point : study.points) {
            const auto& estimates = point.evaluations[c].estimates;
            const double difference =
                estimates[a][k].measured.value - estimates[b][k].measured.value;
            if (!std::isnan(difference)) differences.push_back(difference);
          }
          if (differences.empty()) continue;
          double sum = 0;
          for (const double difference : differences) sum += difference;
          study.pairs[c][k].push_back({a, b, sum / static_cast<double>(differences.size()),
                                       ComputeSignedRanks(differences).p});
        }
      }
    }
  }
}

const std::string& NameIn(const EvaluationSet& set, const Evaluation& evaluation, size_t metric) {
  const EvaluatedMetric& of = set.metrics[metric];
  return of.is_raters && !evaluation.rater.empty() ? evaluation.rater : of.name;
}

namespace {

// Returns true if there is a rater, and too few outputs to give every metric a value.
bool LacksValue(const Evaluation& evaluation, size_t measure) {
  return !evaluation.rater.empty() &&
         std::any_of(evaluation.estimates.begin(), evaluation.estimates.end(),
                     [&](const auto& row) { return std::isnan(row[measure].measured.value); });
}

}  // namespace

double MeanOverEvaluations(const EvaluationSet& set, size_t metric, size_t measure,
                           const std::string& criterion) {
  double sum = 0, weights = 0;
  for (const Evaluation& evaluation : set.evaluations) {
    if (!criterion.empty() && evaluation.criterion != criterion) continue;
    if (LacksValue(evaluation, measure)) continue;
    const Measured& measured = evaluation.estimates[metric][measure].measured;
    const bool pooled = set.options.measures[measure]->pooled;
    const double weight = pooled ? static_cast<double>(measured.weight) : 1;
    sum += weight * measured.value;
    weights += weight;
  }
  return weights > 0 ? sum / weights : std::numeric_limits<double>::quiet_NaN();
}

bool MixesShares(std::span<const Measure* const> measures) {
  const auto shares = std::count_if(measures.begin(), measures.end(),
                                    [](const Measure* measure) { return measure->is_share; });
  return shares > 0 && static_cast<size_t>(shares) < measures.size();
}

double MeanOverMeasures(const EvaluationSet& set, size_t metric) {
  double sum = 0;
  const bool mixed = MixesShares(set.options.measures);
  const size_t measures = set.options.measures.size();
  for (size_t k = 0; k < measures; ++k) {
    const double value = MeanOverEvaluations(set, metric, k, "");
    const bool scaled = mixed && !set.options.measures[k]->is_share;
    sum += scaled ? (1 + value) / 2 : value;
  }
  return sum / static_cast<double>(measures);
}

}  // namespace mtgauge
