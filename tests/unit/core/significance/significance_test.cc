// Tests of margins (core/significance/significance.h), compared with their definition, one pair
// after another.
#include "core/significance/significance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace mtgauge {
namespace {

using Scores = std::vector<double>;

struct Case {
  CompareOptions options;
  ResampledScores resampled;
  MetricComparison metric;
};

// Returns systems around 50 that vary together, like those of one test set.
Case MakeCase(uint32_t systems, uint32_t baseline, bool higher_is_better, Correction correction,
              uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Case made;
  made.options.resamples = 500;
  made.options.baseline = baseline;
  made.options.margin = 0.5;
  made.options.correction = correction;
  made.metric.units = 1000;
  made.metric.higher_is_better = higher_is_better;
  made.metric.systems.resize(systems);
  for (SystemEstimate& system : made.metric.systems) {
    system.score = 50 + 0.5 * normal(random);
    made.resampled.observed.push_back(system.score);
  }
  made.resampled.scores.resize(systems);
  for (uint64_t b = 0; b < made.options.resamples; ++b) {
    const double common = normal(random);
    for (uint32_t s = 0; s < systems; ++s) {
      made.resampled.scores[s].push_back(made.metric.systems[s].score + common +
                                         0.4 * normal(random));
    }
  }
  return made;
}

// How much better the other system of each pair is than the baseline: observed, and in resamples.
struct Leads {
  Scores observed;
  std::vector<Scores> deviations;  // [pair][resample], from `observed`
};
Leads LeadsOf(const Case& of) {
  const uint32_t baseline = *of.options.baseline;
  const double sign = of.metric.higher_is_better ? 1 : -1;
  Leads leads;
  for (uint32_t s = 0; s < of.metric.systems.size(); ++s) {
    if (s == baseline) continue;
    const double lead = sign * (of.resampled.observed[s] - of.resampled.observed[baseline]);
    Scores& deviations = leads.deviations.emplace_back();
    for (uint64_t b = 0; b < of.options.resamples; ++b) {
      deviations.push_back(sign * (of.resampled.scores[s][b] - of.resampled.scores[baseline][b]) -
                           lead);
    }
    leads.observed.push_back(lead);
  }
  return leads;
}

double SpreadOf(const Scores& values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double P(size_t exceedances, size_t resamples) {
  return static_cast<double>(exceedances + 1) / static_cast<double>(resamples + 1);
}

TEST(Margins, PIsTheShareOfDeviationsBeyondLeadAndMargin) {
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    Case made = MakeCase(2 + seed % 4, seed % 2, seed % 3 != 0, Correction::kNone, seed);
    TestPairs(made.options, made.resampled, nullptr, made.metric);
    const Leads leads = LeadsOf(made);
    for (size_t i = 0; i < leads.observed.size(); ++i) {
      const auto beyond = std::count_if(
          leads.deviations[i].begin(), leads.deviations[i].end(),
          [&](double value) { return value >= leads.observed[i] + *made.options.margin; });
      const PairTest& pair = made.metric.pairs[i];
      EXPECT_DOUBLE_EQ(*pair.p_margin, P(static_cast<size_t>(beyond), made.options.resamples));
      EXPECT_EQ(*pair.p_margin_adjusted, *pair.p_margin);
    }
  }
}

TEST(Margins, MaxTIsStepDownOverThePairs) {
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    Case made = MakeCase(2 + seed % 4, 0, seed % 2 != 0, Correction::kMaxT, seed);
    TestPairs(made.options, made.resampled, nullptr, made.metric);
    const Leads leads = LeadsOf(made);
    const size_t pairs = leads.observed.size();
    Scores statistics;
    for (size_t i = 0; i < pairs; ++i) {
      statistics.push_back((leads.observed[i] + *made.options.margin) /
                           SpreadOf(leads.deviations[i]));
    }
    Scores adjusted;
    for (size_t i = 0; i < pairs; ++i) {
      size_t most = 0;
      for (size_t j = 0; j < pairs; ++j) {  // those that are at least as significant
        if (statistics[j] < statistics[i]) continue;
        size_t count = 0;
        for (uint64_t b = 0; b < made.options.resamples; ++b) {
          double largest = -std::numeric_limits<double>::infinity();
          for (size_t k = 0; k < pairs; ++k) {
            if (statistics[k] > statistics[j]) continue;
            largest = std::max(largest, leads.deviations[k][b] / SpreadOf(leads.deviations[k]));
          }
          count += largest >= statistics[j] ? 1 : 0;
        }
        most = std::max(most, count);
      }
      EXPECT_DOUBLE_EQ(*made.metric.pairs[i].p_margin_adjusted, P(most, made.options.resamples))
          << seed;
    }
  }
}

TEST(Margins, OutputsThatDoNotDifferAreNotWorse) {
  Case made = MakeCase(2, 0, true, Correction::kMaxT, 1);
  made.resampled.scores[1] = made.resampled.scores[0];
  made.resampled.observed[1] = made.resampled.observed[0];
  made.metric.systems[1].score = made.metric.systems[0].score;
  TestPairs(made.options, made.resampled, nullptr, made.metric);
  EXPECT_DOUBLE_EQ(*made.metric.pairs[0].p_margin_adjusted, P(0, made.options.resamples));
}

}  // namespace
}  // namespace mtgauge
