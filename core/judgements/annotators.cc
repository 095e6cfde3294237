// Gathers what an annotator and the others gave to the same outputs.
#include "core/judgements/annotators.h"

#include <cmath>
#include <cstddef>

#include "core/base/nan.h"
#include "core/evaluate/agreement.h"
#include "core/judgements/rater_means.h"
#include "core/stats/beta.h"

namespace mtgauge {
namespace {

struct Moments {
  double mean = kNaN, deviation = kNaN;  // with n - 1
};

Moments MomentsOf(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  const double mean = sum / n;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (n - 1))};
}

// P of a correlation at least this high without any relation.
double UpperCorrelationP(double correlation, uint64_t n) {
  if (std::isnan(correlation)) return 1;
  const double both = CorrelationP(correlation, n);
  return correlation > 0 ? both / 2 : 1 - both / 2;
}

// What was given to the outputs of one annotator.
struct SharedOutputs {
  std::vector<double> own, others_means, others_scores;
};

RaterCheck CheckAnnotator(uint32_t rater, const SharedOutputs& shared) {
  RaterCheck check;
  check.rater = rater;
  check.outputs = shared.own.size();
  const Moments own = MomentsOf(shared.own);
  check.correlation = Pearson(shared.own, shared.others_means);
  check.correlation_p = UpperCorrelationP(check.correlation, check.outputs);
  check.mean_difference = own.mean - MomentsOf(shared.others_means).mean;
  check.others_deviation = MomentsOf(shared.others_scores).deviation;
  check.deviation_ratio =
      check.others_deviation > 0 ? own.deviation / check.others_deviation : kNaN;
  if (check.outputs < kFewestOutputs) return check;
  check.unrelated = check.others_deviation > 0 && check.correlation_p > 0.05;
  check.shifted = std::fabs(check.mean_difference) > check.others_deviation;
  check.scaled = check.deviation_ratio < 0.5 || check.deviation_ratio > 2;
  return check;
}

}  // namespace

std::vector<RaterCheck> CheckAnnotators(uint32_t raters, std::span<const RaterScore> scores) {
  const std::vector<RaterScore> means = RaterMeans(scores);
  std::vector<SharedOutputs> shared(raters);
  for (size_t begin = 0, end = 0; begin < means.size(); begin = end) {
    double sum = 0;
    while (end < means.size() && means[end].item == means[begin].item &&
           means[end].system == means[begin].system) {
      sum += means[end++].score;
    }
    if (end - begin < 2) continue;
    for (size_t k = begin; k < end; ++k) {
      SharedOutputs& of_rater = shared[means[k].rater];
      of_rater.own.push_back(means[k].score);
      of_rater.others_means.push_back((sum - means[k].score) /
                                      static_cast<double>(end - begin - 1));
      for (size_t other = begin; other < end; ++other) {
        if (other != k) of_rater.others_scores.push_back(means[other].score);
      }
    }
  }
  std::vector<RaterCheck> checks;
  for (uint32_t rater = 0; rater < raters; ++rater) {
    checks.push_back(CheckAnnotator(rater, shared[rater]));
  }
  return checks;
}

std::vector<double> RaterZScores(uint32_t raters, std::span<const RaterScore> scores) {
  std::vector<std::vector<double>> values(raters);
  for (const RaterScore& score : scores) values[score.rater].push_back(score.score);
  std::vector<Moments> moments;
  for (const std::vector<double>& of_rater : values) moments.push_back(MomentsOf(of_rater));
  std::vector<double> z;
  for (const RaterScore& score : scores) {
    const auto [mean, deviation] = moments[score.rater];
    z.push_back(deviation > 0 ? (score.score - mean) / deviation : kNaN);
  }
  return z;
}

}  // namespace mtgauge
