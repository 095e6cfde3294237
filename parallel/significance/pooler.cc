// Pools measures, resamples and tests over language pairs.
#include "parallel/significance/pooler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "core/base/nan.h"
#include "core/evaluate/measures.h"
#include "core/significance/metric_ranking.h"
#include "parallel/significance/metric_testing.h"

namespace mtgauge {
namespace {

// The parts that are pooled into one evaluation.
using Parts = std::vector<EvaluatedPart>;

std::vector<Parts> PartsByCriterion(std::span<const EvaluatedPair> pairs) {
  const bool single = std::all_of(pairs.begin(), pairs.end(), [](const EvaluatedPair& pair) {
    return pair.evaluations.size() == 1;
  });
  std::vector<Parts> all;
  for (const EvaluatedPair& pair : pairs) {
    for (size_t h = 0; h < pair.evaluations.size(); ++h) {
      const Evaluation& evaluation = pair.evaluations[h];
      const auto found = std::find_if(all.begin(), all.end(), [&](const Parts& parts) {
        return single || parts.front().evaluation->criterion == evaluation.criterion;
      });
      Parts& parts = found == all.end() ? all.emplace_back() : *found;
      parts.push_back({pair.input, h, &evaluation});
    }
  }
  std::erase_if(all, [](const Parts& parts) { return parts.size() < 2; });
  return all;
}

// Leaves out raters for whom some metric has no value; there may be too few outputs for it.
Parts WithValue(Parts parts, size_t measure) {
  std::erase_if(parts, [&](const EvaluatedPart& part) {
    const auto& estimates = part.evaluation->estimates;
    return !part.evaluation->rater.empty() &&
           std::any_of(estimates.begin(), estimates.end(), [&](const auto& of_metric) {
             return std::isnan(of_metric[measure].measured.value);
           });
  });
  return parts;
}

// Appends a name to a list, unless it is already there.
void AddName(const std::string& name, std::string& names) {
  if ((',' + names + ',').find(',' + name + ',') != std::string::npos) return;
  names += (names.empty() ? "" : ",") + name;
}

MeasureEstimate PoolEstimates(const Parts& parts, size_t metric, size_t measure,
                              const EvaluateOptions& options) {
  const Measure& by = *options.measures[measure];
  std::vector<const MeasureEstimate*> estimates;
  std::vector<Measured> of_parts;
  size_t draws = 0;
  MeasureEstimate out;
  out.measured = {kNaN, kNaN, 0, std::nullopt};
  out.se = kNaN;
  for (const EvaluatedPart& part : parts) {
    estimates.push_back(&part.evaluation->estimates[metric][measure]);
    of_parts.push_back(estimates.back()->measured);
    out.measured.weight += of_parts.back().weight;
    draws = std::max(draws, estimates.back()->resampled.size());
  }
  out.measured.value = ValueOver(by, of_parts, [&](size_t p) { return of_parts[p].value; });
  // A pair that was not resampled keeps its value.
  for (size_t b = 0; b < draws; ++b) {
    out.resampled.push_back(ValueOver(by, of_parts, [&](size_t p) {
      return estimates[p]->resampled.empty() ? of_parts[p].value : estimates[p]->resampled[b];
    }));
  }
  DescribeResamples(options.alpha, out);
  return out;
}

// Concatenates the names, systems' scores and counts of all parts.
Evaluation Concatenate(const Parts& parts, size_t metrics) {
  Evaluation all;
  all.metric_scores.resize(metrics);
  for (const EvaluatedPart& part : parts) {
    const Evaluation& from = *part.evaluation;
    AddName(from.language_pair, all.language_pair);
    AddName(from.criterion, all.criterion);
    std::string part_name = from.language_pair;
    if (!from.rater.empty()) part_name += (part_name.empty() ? "" : ":") + from.rater;
    for (const std::string& system : from.systems) {
      all.systems.push_back(fmt::format("{}:{}", part_name, system));
    }
    all.human_scores.insert(all.human_scores.end(), from.human_scores.begin(),
                            from.human_scores.end());
    for (size_t m = 0; m < metrics; ++m) {
      all.metric_scores[m].insert(all.metric_scores[m].end(), from.metric_scores[m].begin(),
                                  from.metric_scores[m].end());
    }
    all.segments += from.segments;
    all.outputs += from.outputs;
  }
  return all;
}

}  // namespace

Result<std::vector<Evaluation>> Pool(std::span<const EvaluatedPair> pairs,
                                     const EvaluateOptions& options, const Schedule& schedule) {
  std::vector<Evaluation> pooled;
  for (const Parts& parts : PartsByCriterion(pairs)) {
    const size_t metrics = parts.front().input->metrics.size();
    Evaluation& all = pooled.emplace_back(Concatenate(parts, metrics));
    for (size_t m = 0; m < metrics; ++m) {
      std::vector<MeasureEstimate>& row = all.estimates.emplace_back();
      for (size_t k = 0; k < options.measures.size(); ++k) {
        row.push_back(PoolEstimates(WithValue(parts, k), m, k, options));
      }
    }
    for (size_t k = 0; k < options.measures.size(); ++k) {
      const Measure* measure = options.measures[k];
      const bool asked =
          std::find(options.tested.begin(), options.tested.end(), measure) != options.tested.end();
      const Parts valued = WithValue(parts, k);
      if (!asked || valued.empty() || !CanTest(valued, options, RowOf(*measure))) continue;
      MTG_ASSIGN_OR_RETURN(TestedMeasure tested, TestMetrics(valued, options, k, schedule));
      all.tests.push_back(std::move(tested));
    }
  }
  return pooled;
}

Result<std::optional<TestedMeasure>> TestMeanOver(std::span<const EvaluatedPair> pairs,
                                                  const EvaluateOptions& options,
                                                  const Schedule& schedule) {
  Parts parts;
  for (const EvaluatedPair& pair : pairs) {
    if (pair.evaluations.size() != 1) {
      return UsageError({.option = "tests"},
                        fmt::format("`tests` mean: there are {} criteria", pair.evaluations.size()),
                        "choose one, as in `human` NAME=FILE");
    }
    parts.push_back({pair.input, 0, &pair.evaluations.front()});
  }
  const bool testable =
      std::all_of(options.measures.begin(), options.measures.end(),
                  [&](const Measure* measure) { return CanTest(parts, options, RowOf(*measure)); });
  if (!testable) return std::optional<TestedMeasure>();
  MTG_ASSIGN_OR_RETURN(TestedMeasure tested, TestMean(parts, options, schedule));
  return std::optional(std::move(tested));
}

}  // namespace mtgauge
