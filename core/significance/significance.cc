// Computes intervals, tests, corrections and ranks.
#include "core/significance/significance.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "core/stats/clusters.h"
#include "core/stats/intervals.h"
#include "core/stats/random/multiplicity.h"
#include "core/stats/reductions.h"

namespace mtgauge {
namespace {

using Scores = std::vector<double>;

// [system][resample]
std::vector<Scores> SystemScores(const ResampledScores& resampled,
                                 const std::vector<SystemEstimate>& systems) {
  std::vector<Scores> out;
  size_t run = 0;
  for (const SystemEstimate& system : systems) {
    Scores mean = resampled.scores[run++];
    for (uint32_t r = 1; r < system.runs; ++r, ++run) {
      for (size_t b = 0; b < mean.size(); ++b) mean[b] += resampled.scores[run][b];
    }
    if (system.runs > 1) {
      for (double& score : mean) score /= system.runs;
    }
    out.push_back(std::move(mean));
  }
  return out;
}

Interval IntervalOf(const CompareOptions& options, std::span<const double> sorted, double observed,
                    std::span<const double> jackknife) {
  switch (options.interval) {
    case IntervalKind::kBasic:
      return BasicInterval(sorted, observed, options.alpha);
    case IntervalKind::kBca:
      return BcaInterval(sorted, observed, jackknife, options.alpha).interval;
    case IntervalKind::kOrder:
      return OrderInterval(sorted, options.alpha);
    case IntervalKind::kPercentile:
      break;
  }
  return PercentileInterval(sorted, options.alpha);
}

// Clark et al. (2011): the mean over runs of each run's bootstrap sd, and the sd over runs.
void SeparateSpreads(const ResampledScores& resampled, size_t first_run, SystemEstimate& system) {
  Scores observed, spreads;
  for (size_t run = first_run; run < first_run + system.runs; ++run) {
    observed.push_back(resampled.observed[run]);
    spreads.push_back(NumpyStd(resampled.scores[run], 1));
  }
  system.sd_selection = ExactMean(spreads);
  if (system.runs > 1) system.sd_optimizer = NumpyStd(observed, 1);
}

// Computes the rank of each system in each resample; equal scores share the better rank.
void RankResamples(const CompareOptions& options, const std::vector<Scores>& scores,
                   MetricComparison& out) {
  if (!out.ranks) return;
  std::vector<Scores> ranks(scores.size());
  for (size_t b = 0; b < scores.front().size(); ++b) {
    for (size_t i = 0; i < scores.size(); ++i) {
      uint32_t better = 0;
      for (size_t j = 0; j < scores.size(); ++j) {
        better += (out.higher_is_better ? scores[j][b] > scores[i][b] : scores[j][b] < scores[i][b])
                      ? 1
                      : 0;
      }
      ranks[i].push_back(1.0 + better);
    }
  }
  for (size_t i = 0; i < scores.size(); ++i) {
    std::sort(ranks[i].begin(), ranks[i].end());
    out.systems[i].rank_interval = OrderInterval(ranks[i], options.alpha);
  }
}

uint64_t CountExceedances(std::span<const double> values, double threshold, TieRule ties) {
  return static_cast<uint64_t>(std::count_if(values.begin(), values.end(), [&](double value) {
    return ties == TieRule::kAtLeast ? value >= threshold : value > threshold;
  }));
}

double AddOneP(uint64_t exceedances, uint64_t resamples) {
  return static_cast<double>(exceedances + 1) / static_cast<double>(resamples + 1);
}

Scores Absolute(Scores values) {
  for (double& value : values) value = std::fabs(value);
  return values;
}

std::vector<float> AsFloat32(std::span<const double> values) {
  return std::vector<float>(values.begin(), values.end());
}

// numpy.mean; in float32 if NumPy has float32 values.
double MeanAsNumpy(std::span<const double> values, bool float32) {
  return float32 ? double{NumpyMean(AsFloat32(values))} : NumpyMean(values);
}

double Rounded(double value, bool float32) {
  return float32 ? double{static_cast<float>(value)} : value;
}

// |d*| - mean |d*|: sacreBLEU's model of the null hypothesis (after Riezler & Maxwell 2005).
Scores Shifted(const Scores& differences, bool float32) {
  Scores shifted = Absolute(differences);
  const double mean = MeanAsNumpy(shifted, float32);
  for (double& value : shifted) value = Rounded(value - mean, float32);
  return shifted;
}

// A system's score and its resamples.
struct Side {
  double score;
  std::span<const double> resamples;
};

// One tested pair. Differences are recomputed when needed: storing them for all pairs would take
// more memory than anything else.
class Pair {
 public:
  // Strict comparison follows the reference tool and uses rounded numbers unchanged.
  Pair(const Side& a, const Side& b, TieRule ties, bool float32) : a_(a), b_(b), float32_(float32) {
    test.difference = a.score - b.score;
    if (ties == TieRule::kAtLeast) {
      slack_ = kSlack * std::max(std::fabs(a.score), std::fabs(b.score));
    }
  }

  void Test(const CompareOptions& options, bool higher_is_better) {
    Scores differences, deviations;
    for (size_t i = 0; i < a_.resamples.size(); ++i) {
      differences.push_back(Difference(i));
      deviations.push_back(Deviation(i));
    }
    test.se = NumpyStd(differences, 1);
    // The mean of equal numbers is rounded, so that they may seem to vary around it.
    const auto is_none = [this](double deviation) { return deviation <= slack_; };
    if (std::all_of(deviations.begin(), deviations.end(), is_none) && slack_ > 0) test.se = 0;
    CountShares(differences, higher_is_better);
    const Scores shifted = Shifted(differences, float32_);
    test.p_sacrebleu_bs =
        AddOneP(CountExceedances(shifted, Size(), TieRule::kStrict), shifted.size());
    if (options.ties == TieRule::kAtLeast && test.se == 0 && test.difference != 0) {
      // All resamples equal the observed difference, so they say nothing about chance.
      test.exceedances = differences.size();
      test.p = 1;
      test.detectable = kNone;
      return;
    }
    test.detectable =
        test.se > 0 ? MinimalDetectable(test.se, options.alpha, options.power) : kNone;
    SetP(options, options.null == NullRule::kShifted ? shifted : deviations, Size());
    const double radius = SymmetricRadius(deviations, options.alpha);
    test.interval = {test.difference - radius, test.difference + radius};
  }

  // Raises p to the smallest value that a test of so few units may report.
  void RaiseP(double least) {
    if (test.p >= least) return;
    test.p = least;
    test.p_error = 0;
  }

  // Tests with shuffles instead; values that are tied with the observed difference are set equal to
  // it.
  void TestShuffles(const CompareOptions& options, std::span<double> shuffled, bool exact) {
    for (double& value : shuffled) value = Snapped(value);
    test.exact = exact;
    SetP(options, shuffled, std::fabs(test.difference));  // computed from integers, never float32
  }

  // How much better the system is than the other one, in the direction of `sign`, and how much more
  // so in a resample.
  double Lead(int sign) const { return sign * test.difference; }
  double LeadDeviation(int sign, size_t resample) const {
    return sign * (Difference(resample) - test.difference);
  }
  // Differences of scores are rounded: a value that is less than this below a number may be equal
  // to it.
  double slack() const { return slack_; }
  size_t resamples() const { return a_.resamples.size(); }

  double Size() const { return Rounded(std::fabs(test.difference), float32_); }
  // Returns |d* - d| of a resample.
  double Deviation(size_t resample) const {
    return Snapped(std::fabs(Difference(resample) - test.difference));
  }

  PairTest test;

  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

 private:
  // Scores are rounded, so values that are really equal may differ in the last digits.
  static constexpr double kSlack = 1e-13;

  double Difference(size_t resample) const {
    const double difference = Rounded(a_.resamples[resample] - b_.resamples[resample], float32_);
    return std::fabs(difference) <= slack_ ? 0 : difference;
  }
  double Snapped(double value) const {
    return std::fabs(value - Size()) <= slack_ ? Size() : value;
  }

  // Sets p from the statistic under the null hypothesis.
  void SetP(const CompareOptions& options, std::span<const double> null, double threshold) {
    test.exceedances = CountExceedances(null, threshold, options.ties);
    test.p = AddOneP(test.exceedances, null.size());
    test.p_error = test.exact ? 0 : MonteCarloError(test.p, null.size());
  }

  void CountShares(const Scores& differences, bool higher_is_better) {
    const uint64_t above = CountExceedances(differences, 0, TieRule::kStrict);
    const auto ties =
        static_cast<uint64_t>(std::count(differences.begin(), differences.end(), 0.0));
    const uint64_t below = differences.size() - above - ties;
    const auto share = [&](uint64_t count) {
      return static_cast<double>(count) / static_cast<double>(differences.size());
    };
    test.ties = share(ties);
    test.wins = share(higher_is_better ? above : below);
    test.losses = share(higher_is_better ? below : above);
  }

  Side a_, b_;
  bool float32_;
  double slack_ = 0;
};

// Runs step-down max-T over the pairs, with each pair's standard error under the null hypothesis.
struct Studentized {
  Scores adjusted_p;
  Scores maxima;  // of each resample
};
Studentized RunMaxT(std::span<const Pair> pairs, std::span<const double> errors, size_t resamples,
                    const std::function<double(size_t pair, size_t resample)>& value) {
  Scores statistics(pairs.size());
  for (size_t i = 0; i < pairs.size(); ++i) statistics[i] = pairs[i].Size() / errors[i];
  MaxT max_t(statistics);
  Studentized out;
  for (size_t b = 0; b < resamples; ++b) {
    for (size_t i = 0; i < pairs.size(); ++i) statistics[i] = value(i, b) / errors[i];
    out.maxima.push_back(max_t.Add(statistics));
  }
  out.adjusted_p = max_t.AdjustedP();
  return out;
}

// Root mean square: the standard deviation of shuffled differences around their mean, 0.
double SpreadAroundZero(std::span<const double> values) {
  Scores squares(values.begin(), values.end());
  for (double& value : squares) value *= value;
  return std::sqrt(NumpyMean(squares));
}

// Returns corrected p-values; max-T also sets the simultaneous intervals of all pairs.
Scores Correct(const CompareOptions& options, std::vector<Pair>& pairs, size_t resamples,
               const ShuffledDifferences* shuffled) {
  if (options.correction != Correction::kMaxT) {
    Scores p;
    for (const Pair& pair : pairs) p.push_back(pair.test.p);
    return Adjusted(options.correction, p);
  }
  Scores errors;
  for (const Pair& pair : pairs) {
    // 0/0 and x/0 count as 0: a difference that never varies says nothing about chance.
    errors.push_back(pair.test.se > 0 ? pair.test.se : std::numeric_limits<double>::quiet_NaN());
  }
  Studentized studentized = RunMaxT(pairs, errors, resamples, [&](size_t pair, size_t resample) {
    return pairs[pair].Deviation(resample);
  });
  const double radius = SymmetricRadius(studentized.maxima, options.alpha);
  for (Pair& pair : pairs) {
    const double reach = radius * pair.test.se;
    if (pair.test.se == 0 && pair.test.difference != 0) continue;
    pair.test.simultaneous = {pair.test.difference - reach, pair.test.difference + reach};
  }
  if (shuffled == nullptr) return studentized.adjusted_p;
  const std::vector<Scores>& values = shuffled->differences;
  for (size_t i = 0; i < pairs.size(); ++i) errors[i] = SpreadAroundZero(values[i]);
  return RunMaxT(pairs, errors, values.front().size(),
                 [&](size_t pair, size_t shuffle) { return values[pair][shuffle]; })
      .adjusted_p;
}

// Tests for each pair the null hypothesis that its system is worse than the baseline by the margin
// or more: counts the deviations in favour of the system that are as large as its lead plus the
// margin.
void TestMargins(const CompareOptions& options, bool higher_is_better, double least_p,
                 std::vector<Pair>& pairs) {
  std::vector<int> signs;
  Scores p, observed, errors;
  for (const Pair& pair : pairs) {
    const int sign = (pair.test.a == *options.baseline) == higher_is_better ? -1 : 1;
    const double reach = pair.Lead(sign) + *options.margin;
    uint64_t exceedances = 0;
    for (size_t b = 0; b < pair.resamples(); ++b) {
      exceedances += pair.LeadDeviation(sign, b) >= reach - pair.slack() ? 1 : 0;
    }
    const bool varies = pair.test.se > 0 || pair.test.difference == 0;
    p.push_back(varies ? std::max(AddOneP(exceedances, pair.resamples()), least_p) : 1);
    signs.push_back(sign);
    errors.push_back(pair.test.se > 0 ? pair.test.se : std::numeric_limits<double>::quiet_NaN());
    observed.push_back((reach - pair.slack()) / errors.back());
  }
  Scores adjusted = Adjusted(options.correction, p);
  if (options.correction == Correction::kMaxT) {
    MaxT max_t(observed);
    Scores statistics(pairs.size());
    for (size_t b = 0; b < pairs.front().resamples(); ++b) {
      for (size_t i = 0; i < pairs.size(); ++i) {
        statistics[i] = pairs[i].LeadDeviation(signs[i], b) / errors[i];
      }
      max_t.Add(statistics);
    }
    adjusted = max_t.AdjustedP();
  }
  for (size_t i = 0; i < pairs.size(); ++i) {
    PairTest& test = pairs[i].test;
    test.p_margin = p[i];
    // If nothing varies, there is nothing to correct.
    test.p_margin_adjusted = test.se > 0 ? std::max(adjusted[i], least_p) : p[i];
  }
}

}  // namespace

std::vector<double> Adjusted(Correction correction, const std::vector<double>& p) {
  switch (correction) {
    case Correction::kHolm:
      return Holm(p);
    case Correction::kHochberg:
      return Hochberg(p);
    case Correction::kBonferroni:
      return Bonferroni(p);
    case Correction::kSidak:
      return Sidak(p);
    case Correction::kBenjaminiHochberg:
      return BenjaminiHochberg(p);
    case Correction::kBenjaminiYekutieli:
      return BenjaminiYekutieli(p);
    case Correction::kMaxT:
    case Correction::kNone:
      break;
  }
  return p;
}

std::vector<std::pair<uint32_t, uint32_t>> PairsOf(uint32_t systems,
                                                   std::optional<uint32_t> baseline) {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (uint32_t a = 0; a < systems; ++a) {
    for (uint32_t b = a + 1; b < systems; ++b) {
      if (!baseline || a == *baseline || b == *baseline) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

std::vector<double> AverageRuns(std::span<const double> runs,
                                std::span<const uint32_t> runs_of_system) {
  std::vector<double> means;
  size_t first = 0;
  for (const uint32_t count : runs_of_system) {
    double sum = 0;
    for (size_t run = first; run < first + count; ++run) sum += runs[run];
    means.push_back(count == 1 ? sum : sum / count);
    first += count;
  }
  return means;
}

void EstimateSystems(const CompareOptions& options, const ResampledScores& resampled,
                     std::span<const std::vector<double>> jackknife, MetricComparison& out) {
  std::vector<uint32_t> runs;
  for (const SystemEstimate& system : out.systems) runs.push_back(system.runs);
  const std::vector<double> observed = AverageRuns(resampled.observed, runs);
  const std::vector<Scores> scores = SystemScores(resampled, out.systems);
  size_t first_run = 0;
  for (size_t s = 0; s < out.systems.size(); ++s) {
    SystemEstimate& system = out.systems[s];
    system.score = observed[s];
    SeparateSpreads(resampled, first_run, system);
    first_run += system.runs;
    system.sd = NumpyStd(scores[s], 1);
    Scores sorted = scores[s];
    std::sort(sorted.begin(), sorted.end());
    // sacreBLEU uses an exact mean for a single system and NumPy's mean in paired tests.
    const bool numpy_mean = options.sacrebleu && out.systems.size() > 1;
    system.mean = numpy_mean ? MeanAsNumpy(sorted, resampled.float32)
                             : Rounded(ExactMean(sorted), resampled.float32);
    system.half_width = Rounded(HalfWidth(OrderInterval(sorted, options.alpha)), resampled.float32);
    system.interval = IntervalOf(options, sorted, system.score,
                                 jackknife.empty() ? std::span<const double>() : jackknife[s]);
  }
  RankResamples(options, scores, out);
}

double LeastP(const CompareOptions& options, uint64_t units) {
  if (options.test != TestKind::kBootstrap || options.ties != TieRule::kAtLeast) return 0;
  return units == 0 ? 0 : std::ldexp(1.0, 1 - static_cast<int>(std::min<uint64_t>(units, 1000)));
}

uint64_t FewestUnits(const CompareOptions& options, uint32_t runs) {
  const bool more_swaps = options.test == TestKind::kRandomization && runs > 1;
  const bool of_units =
      options.test == TestKind::kBootstrap || options.test == TestKind::kRandomization;
  if (!of_units || options.ties != TieRule::kAtLeast || more_swaps) return 1;
  return static_cast<uint64_t>(std::ceil(1 - std::log2(options.alpha)));
}

void TestPairs(const CompareOptions& options, const ResampledScores& resampled,
               ShuffledDifferences* shuffled, MetricComparison& out) {
  const std::vector<Scores> scores = SystemScores(resampled, out.systems);
  size_t runs = 0;
  for (const SystemEstimate& system : out.systems) runs += system.runs;
  const bool own_segments = resampled.scores.size() > runs;
  const auto side = [&](size_t pair, uint32_t system, size_t which) -> Side {
    const size_t own = runs + 2 * pair + which;
    if (own_segments) return {resampled.observed[own], resampled.scores[own]};
    return {out.systems[system].score, scores[system]};
  };
  const double least_p = LeastP(options, out.units);
  std::vector<Pair> pairs;
  for (const auto& [a, b] : PairsOf(static_cast<uint32_t>(scores.size()), options.baseline)) {
    const size_t number = pairs.size();
    Pair& pair =
        pairs.emplace_back(side(number, a, 0), side(number, b, 1), options.ties, resampled.float32);
    pair.test.a = a;
    pair.test.b = b;
    pair.Test(options, out.higher_is_better);
    pair.RaiseP(least_p);
    if (out.units < FewestUnits(options, out.systems[a].runs)) pair.test.detectable = Pair::kNone;
    if (shuffled != nullptr) {
      pair.TestShuffles(options, shuffled->differences[number], shuffled->exact);
    }
  }
  if (pairs.empty()) return;
  const Scores adjusted = Correct(options, pairs, scores.front().size(), shuffled);
  if (options.margin) TestMargins(options, out.higher_is_better, least_p, pairs);
  for (size_t i = 0; i < pairs.size(); ++i) {
    PairTest& test = pairs[i].test;
    test.p_adjusted = std::max(adjusted[i], least_p);
    test.significant = test.p_adjusted <= options.alpha;
    out.pairs.push_back(pairs[i].test);
  }
}

void RankSystems(const CompareOptions& options, MetricComparison& out) {
  if (!out.ranks) {
    for (SystemEstimate& system : out.systems)
      system.cluster = system.rank_low = system.rank_high = 0;
    return;
  }
  const auto systems = static_cast<uint32_t>(out.systems.size());
  std::vector<uint32_t> order(systems);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const double difference = out.systems[a].score - out.systems[b].score;
    return out.higher_is_better ? difference > 0 : difference < 0;
  });
  // A pair that is tested on its own segments may differ in the opposite direction to the ranking.
  std::vector<std::vector<bool>> better(systems, std::vector<bool>(systems));
  for (const PairTest& pair : out.pairs) {
    const bool a_is_better = (pair.difference > 0) == out.higher_is_better;
    better[pair.a][pair.b] = pair.significant && a_is_better;
    better[pair.b][pair.a] = pair.significant && !a_is_better;
  }
  // What is worse than the baseline is worse than all that is better than the baseline.
  for (uint32_t a = 0; options.baseline && a < systems; ++a) {
    for (uint32_t b = 0; better[a][*options.baseline] && b < systems; ++b) {
      if (better[*options.baseline][b]) better[a][b] = true;
    }
  }
  const Beats beats = [&](uint32_t i, uint32_t j) { return better[order[i]][order[j]]; };
  const std::vector<uint32_t> clusters = options.clusters == ClusterRule::kWmt
                                             ? WmtClusters(systems, beats)
                                             : GreedyRanks(systems, beats);
  const std::vector<RankRange> ranges = RankRanges(systems, beats);
  for (uint32_t i = 0; i < systems; ++i) {
    SystemEstimate& system = out.systems[order[i]];
    system.cluster = options.baseline ? 0 : clusters[i];
    system.rank_low = ranges[i].low;
    system.rank_high = ranges[i].high;
  }
}

std::optional<double> DesignEffect(const ResampledScores& documents,
                                   const ResampledScores& segments, size_t runs) {
  Scores ratios;
  for (size_t run = 0; run < runs; ++run) {
    const double by_segment = NumpyStd(segments.scores[run], 1);
    if (!(by_segment > 0)) continue;
    const double ratio = NumpyStd(documents.scores[run], 1) / by_segment;
    ratios.push_back(ratio * ratio);
  }
  if (ratios.empty()) return std::nullopt;
  return ExactMean(ratios);
}

}  // namespace mtgauge
