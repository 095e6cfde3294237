// Comparisons: the figures equal those of slow and obvious programs, the tests are valid, and the
// result does not depend on the number of threads.
#include "parallel/significance/comparer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/contract/mean_metric.h"
#include "core/stats/reductions.h"

namespace mtgauge::comparer_test {
namespace {

using Scores = std::vector<double>;

// Systems with given segment scores under the mean metric.
struct Means {
  std::unique_ptr<Metric> metric;
  CompareInput input;
};

Means Input(const std::vector<std::vector<Scores>>& systems) {
  std::vector<Scores> all;
  for (const auto& runs : systems) all.insert(all.end(), runs.begin(), runs.end());
  const auto fixed_point = ChooseFixedPoint(all, all.front().size());
  EXPECT_TRUE(fixed_point.ok());
  Means out;
  out.metric = MakeMeanMetric(*fixed_point);
  ComparedMetric compared;
  compared.metric = out.metric.get();
  compared.label = "MEAN";
  for (const Scores& scores : all) {
    std::vector<int64_t> rows;
    for (const double score : scores) rows.insert(rows.end(), {fixed_point->ToInteger(score), 1});
    compared.rows.emplace_back(2);
    compared.rows.back().Add(0, rows);
    compared.rows.back().Finish();
  }
  for (const auto& runs : systems) {
    out.input.systems.push_back("system " + std::to_string(out.input.systems.size() + 1));
    out.input.runs_of_system.push_back(static_cast<uint32_t>(runs.size()));
  }
  out.input.metrics.push_back(std::move(compared));
  return out;
}

MetricComparison CompareMeans(const Means& means, const CompareOptions& options,
                              uint32_t threads = 1) {
  Schedule schedule;
  schedule.threads = threads;
  const auto comparison = Compare(means.input, options, schedule, nullptr);
  EXPECT_TRUE(comparison.ok()) << comparison.status();
  return comparison.ok() ? comparison->metrics[0] : MetricComparison();
}

Scores RandomScores(size_t n, uint64_t seed, double shift = 0) {
  std::mt19937_64 random(seed);
  Scores scores;
  for (size_t i = 0; i < n; ++i) {
    scores.push_back(static_cast<double>(random() % 1000) / 1000 + shift);
  }
  return scores;
}

// Returns scores near a's, like those of another system on the same segments.
Scores Near(const Scores& a, uint64_t seed, double shift) {
  Scores b = RandomScores(a.size(), seed, shift);
  for (size_t i = 0; i < a.size(); ++i) b[i] = std::round((a[i] + 0.2 * b[i]) * 1000) / 1000;
  return b;
}

double Mean(const Scores& scores) {
  return std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
}

CompareOptions Options(uint64_t resamples) {
  CompareOptions options;
  options.resamples = resamples;
  return options;
}

// Multiplying all scores, even into the range of sentence probabilities, does not change p.
TEST(Comparer, TheSizeOfScoresDoesNotMatter) {
  CompareOptions options;
  options.resamples = 2000;
  for (const uint64_t seed : {1U, 2U, 3U, 4U}) {
    const Scores a = RandomScores(200, seed), b = RandomScores(200, seed + 10, .05),
                 c = RandomScores(200, seed + 20);
    const MetricComparison plain = CompareMeans(Input({{a}, {b}, {c}}), options);
    for (const int power : {-250, -60, -20, 30}) {
      std::vector<std::vector<Scores>> scaled = {{a}, {b}, {c}};
      for (auto& runs : scaled) {
        for (double& score : runs[0]) score = std::ldexp(score, power);
      }
      const MetricComparison other = CompareMeans(Input(scaled), options);
      for (size_t p = 0; p < plain.pairs.size(); ++p) {
        EXPECT_EQ(other.pairs[p].exceedances, plain.pairs[p].exceedances) << power;
        EXPECT_EQ(other.pairs[p].p_adjusted, plain.pairs[p].p_adjusted) << power;
        EXPECT_NEAR(std::ldexp(other.pairs[p].se, -power), plain.pairs[p].se, 1e-11) << power;
      }
    }
  }
}

TEST(Comparer, StandardErrorsAreThoseOfTheMean) {
  const Scores a = RandomScores(500, 1), b = Near(a, 2, 0);
  const MetricComparison out = CompareMeans(Input({{a}, {b}}), Options(20000));
  Scores differences;
  for (size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  const double root = std::sqrt(500.0);
  EXPECT_NEAR(out.systems[0].sd / (NumpyStd(a, 0) / root), 1, 0.02);
  EXPECT_NEAR(out.systems[1].sd / (NumpyStd(b, 0) / root), 1, 0.02);
  EXPECT_NEAR(out.pairs[0].se / (NumpyStd(differences, 0) / root), 1, 0.02);
  EXPECT_NEAR(out.pairs[0].difference, Mean(a) - Mean(b), 1e-12);
  EXPECT_NEAR(out.systems[0].mean, Mean(a), 4 * out.systems[0].sd / std::sqrt(20000.0));
}

TEST(Comparer, HalvesWithoutReplacementHaveTheRightWidthAndWithItAreTooWide) {
  const Scores a = RandomScores(2000, 3);
  CompareOptions options = Options(5000);
  const double full = CompareMeans(Input({{a}}), options).systems[0].sd;
  options.sampling = Sampling::kHalf;
  EXPECT_NEAR(CompareMeans(Input({{a}}), options).systems[0].sd / full, 1, 0.04);
  options.sampling = Sampling::kHalfReplaced;
  EXPECT_NEAR(CompareMeans(Input({{a}}), options).systems[0].sd / full, std::sqrt(2.0), 0.06);
}

TEST(Comparer, IdenticalSystemsDifferNowhere) {
  const Scores a = RandomScores(100, 4);
  for (const TestKind test : {TestKind::kBootstrap, TestKind::kRandomization}) {
    for (const Correction correction : {Correction::kMaxT, Correction::kHolm}) {
      CompareOptions options = Options(200);
      options.test = test;
      options.correction = correction;
      const MetricComparison out = CompareMeans(Input({{a}, {a}, {a}}), options);
      ASSERT_EQ(out.pairs.size(), 3U);
      for (const PairTest& pair : out.pairs) {
        EXPECT_EQ(pair.p, 1);
        EXPECT_EQ(pair.p_adjusted, 1);
        EXPECT_EQ(pair.ties, 1);
        EXPECT_EQ(pair.wins + pair.losses, 0);
        EXPECT_FALSE(pair.significant);
        EXPECT_EQ(pair.interval.low, 0);
        EXPECT_EQ(pair.interval.high, 0);
      }
      EXPECT_EQ(out.systems[2].cluster, 1U);
      EXPECT_EQ(out.systems[0].rank_high, 3U);
    }
  }
}

// All swaps of n units, compared with a loop over all masks.
TEST(Comparer, FewUnitsAreEnumerated) {
  for (const size_t n : {1U, 2U, 5U, 10U}) {
    const Scores a = RandomScores(n, n), b = Near(a, n + 1, 0.3);
    CompareOptions options = Options(10000);
    options.test = TestKind::kRandomization;
    const PairTest pair = CompareMeans(Input({{a}, {b}}), options).pairs[0];
    const double observed = std::fabs(Mean(a) - Mean(b));
    uint64_t as_large = 0;
    for (uint64_t mask = 0; mask < uint64_t{1} << n; ++mask) {
      double sum = 0;
      for (size_t i = 0; i < n; ++i) sum += (mask >> i & 1) != 0 ? b[i] - a[i] : a[i] - b[i];
      as_large += std::fabs(sum) / static_cast<double>(n) >= observed - 1e-12 ? 1 : 0;
    }
    EXPECT_TRUE(pair.exact);
    EXPECT_EQ(pair.p_error, 0);
    EXPECT_DOUBLE_EQ(pair.p, static_cast<double>(as_large) / std::ldexp(1.0, static_cast<int>(n)));
  }
}

TEST(Comparer, SampledShufflesAgreeWithTheExactLaw) {
  const Scores a = RandomScores(14, 5), b = Near(a, 6, 0.2);
  CompareOptions options = Options(20000);
  options.test = TestKind::kRandomization;
  const PairTest exact = CompareMeans(Input({{a}, {b}}), options).pairs[0];
  options.resamples = 16000;  // fewer than there are swaps
  const PairTest sampled = CompareMeans(Input({{a}, {b}}), options).pairs[0];
  EXPECT_TRUE(exact.exact);
  EXPECT_FALSE(sampled.exact);
  EXPECT_NEAR(sampled.p, exact.p, 4 * sampled.p_error);
}

// The symmetric interval excludes 0 exactly if p <= alpha.
TEST(Comparer, IntervalsAgreeWithTests) {
  int significant = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const Scores a = RandomScores(80, seed), b = Near(a, seed + 100, -0.43);
    for (const double alpha : {0.05, 0.01, 0.2}) {
      CompareOptions options = Options(199);
      options.alpha = alpha;
      options.seed = seed;
      const PairTest pair = CompareMeans(Input({{a}, {b}}), options).pairs[0];
      const bool outside = pair.interval.low > 0 || pair.interval.high < 0;
      EXPECT_EQ(outside, pair.p <= alpha) << pair.p << " at " << alpha;
      // With one pair, adjusted and raw p are equal.
      EXPECT_EQ(pair.p_adjusted, pair.p);
      EXPECT_EQ(pair.significant, pair.p <= alpha);
      EXPECT_DOUBLE_EQ(pair.simultaneous.low, pair.interval.low);
      significant += pair.significant ? 1 : 0;
    }
  }
  EXPECT_GT(significant, 20);
  EXPECT_LT(significant, 170);
}

TEST(Comparer, PIsUniformUnderTheNull) {
  constexpr int kSimulations = 400;
  for (const TestKind test : {TestKind::kBootstrap, TestKind::kRandomization}) {
    Scores p;
    for (uint64_t seed = 0; seed < kSimulations; ++seed) {
      const Scores base = RandomScores(200, 3 * seed);
      CompareOptions options = Options(400);
      options.test = test;
      options.seed = seed;
      p.push_back(
          CompareMeans(Input({{Near(base, 3 * seed + 1, 0)}, {Near(base, 3 * seed + 2, 0)}}),
                       options)
              .pairs[0]
              .p);
    }
    std::sort(p.begin(), p.end());
    double distance = 0;  // of Kolmogorov and Smirnov
    for (int i = 0; i < kSimulations; ++i) {
      distance =
          std::max(distance, std::fabs(p[static_cast<size_t>(i)] - (i + 0.5) / kSimulations));
    }
    EXPECT_LT(distance, 1.63 / std::sqrt(kSimulations));  // at level .01
  }
}

TEST(Comparer, ThreadsChangeNothing) {
  const Scores a = RandomScores(9000, 7);
  const Means means = Input({{a}, {Near(a, 8, 0.02)}, {Near(a, 9, -0.02)}});
  for (const TestKind test : {TestKind::kBootstrap, TestKind::kRandomization}) {
    CompareOptions options = Options(300);
    options.test = test;
    options.interval = IntervalKind::kBca;
    const MetricComparison alone = CompareMeans(means, options, 1);
    for (const uint32_t threads : {2U, 5U}) {
      const MetricComparison other = CompareMeans(means, options, threads);
      for (size_t s = 0; s < 3; ++s) {
        EXPECT_EQ(other.systems[s].mean, alone.systems[s].mean);
        EXPECT_EQ(other.systems[s].sd, alone.systems[s].sd);
        EXPECT_EQ(other.systems[s].interval.low, alone.systems[s].interval.low);
        EXPECT_EQ(other.systems[s].interval.high, alone.systems[s].interval.high);
        EXPECT_EQ(other.pairs[s].p, alone.pairs[s].p);
        EXPECT_EQ(other.pairs[s].p_adjusted, alone.pairs[s].p_adjusted);
        EXPECT_EQ(other.pairs[s].simultaneous.high, alone.pairs[s].simultaneous.high);
      }
    }
  }
}

TEST(Comparer, DocumentsAreDrawnWhole) {
  // Documents of equal segments: the error of the mean is that of 40 documents, not 2,000 segments.
  constexpr uint32_t kDocuments = 40, kSize = 50;
  const Scores of_document = RandomScores(kDocuments, 10);
  Scores a;
  Means means;
  std::vector<uint32_t> documents;
  for (uint32_t d = 0; d < kDocuments; ++d) {
    a.insert(a.end(), kSize, of_document[d]);
    documents.insert(documents.end(), kSize, d);
  }
  means = Input({{a}});
  means.input.document_of_segment = documents;
  CompareOptions options = Options(5000);
  const MetricComparison by_segment = CompareMeans(means, options);
  options.unit = Unit::kDocument;
  const MetricComparison by_document = CompareMeans(means, options);
  EXPECT_EQ(by_document.units, kDocuments);
  EXPECT_EQ(by_document.systems[0].score, by_segment.systems[0].score);
  EXPECT_NEAR(by_document.systems[0].sd / (NumpyStd(of_document, 0) / std::sqrt(kDocuments)), 1,
              0.05);
  EXPECT_NEAR(*by_segment.design_effect, kSize, 0.15 * kSize);
  EXPECT_NEAR(*by_document.design_effect, kSize, 0.15 * kSize);
  const auto comparison = Compare(means.input, Options(1000), {}, nullptr);
  ASSERT_TRUE(comparison.ok());
  EXPECT_EQ(comparison->documents, kDocuments);
  EXPECT_TRUE(std::any_of(comparison->warnings.begin(), comparison->warnings.end(),
                          [](const Warning& w) { return w.code == "design-effect"; }));
}

TEST(Comparer, StrataTakeAwayTheVarianceBetweenThem) {
  Scores a = RandomScores(400, 11);
  for (size_t i = 0; i < 200; ++i) a[i] += 100;
  Means means = Input({{a}});
  const double together = CompareMeans(means, Options(3000)).systems[0].sd;
  for (uint32_t i = 0; i < 400; ++i) means.input.stratum_of_segment.push_back(i < 200 ? 0 : 1);
  const double stratified = CompareMeans(means, Options(3000)).systems[0].sd;
  EXPECT_GT(together, 2.0);
  EXPECT_NEAR(stratified / (NumpyStd(RandomScores(400, 11), 0) / 20), 1, 0.06);
}

TEST(Comparer, DocumentsAcrossStrataAreRefused) {
  Means means = Input({{RandomScores(4, 1)}});
  means.input.document_of_segment = {0, 0, 1, 1};
  means.input.stratum_of_segment = {0, 1, 1, 1};
  CompareOptions options = Options(10);
  options.unit = Unit::kDocument;
  EXPECT_FALSE(Compare(means.input, options, {}, nullptr).ok());
  means.input.stratum_of_segment = {0, 0, 1, 1};
  EXPECT_TRUE(Compare(means.input, options, {}, nullptr).ok());
  means.input.stratum_of_segment = {0, 0, 1};
  EXPECT_FALSE(Compare(means.input, options, {}, nullptr).ok());
}

TEST(Comparer, RunsAreAveragedAndTheirSpreadsKeptApart) {
  const Scores base = RandomScores(300, 12);
  std::vector<std::vector<Scores>> systems(2);
  for (uint64_t run = 0; run < 3; ++run) {
    systems[0].push_back(Near(base, 20 + run, 0.05 * static_cast<double>(run)));
    systems[1].push_back(Near(base, 30 + run, 0));
  }
  for (const TestKind test : {TestKind::kBootstrap, TestKind::kRandomization}) {
    CompareOptions options = Options(2000);
    options.test = test;
    const MetricComparison out = CompareMeans(Input(systems), options, 2);
    Scores means;
    for (const Scores& run : systems[0]) means.push_back(Mean(run));
    EXPECT_NEAR(out.systems[0].score, Mean(means), 1e-12);
    EXPECT_NEAR(*out.systems[0].sd_optimizer, NumpyStd(means, 1), 1e-12);
    EXPECT_NEAR(out.systems[0].sd_selection / (NumpyStd(systems[0][0], 0) / std::sqrt(300.0)), 1,
                0.1);
    EXPECT_GT(out.pairs[0].p, 0);
    EXPECT_EQ(out.pairs[0].p, CompareMeans(Input(systems), options, 1).pairs[0].p);
  }
  EXPECT_FALSE(CompareMeans(Input({{base}}), Options(10)).systems[0].sd_optimizer.has_value());
}

// Splitting 2R outputs uniformly into R + R has a known variance: each segment's split is a draw
// without replacement.
TEST(Comparer, RunShufflesSplitUniformly) {
  constexpr uint32_t kRuns = 3;
  const size_t n = 50;
  std::vector<std::vector<Scores>> systems(2);
  for (uint64_t run = 0; run < kRuns; ++run) {
    systems[0].push_back(RandomScores(n, 40 + run));
    systems[1].push_back(RandomScores(n, 50 + run));
  }
  double variance = 0;  // of the shuffled difference of means
  for (size_t i = 0; i < n; ++i) {
    Scores pool;
    for (const auto& runs : systems) {
      for (const Scores& run : runs) pool.push_back(run[i]);
    }
    const double spread = NumpyStd(pool, 1);
    // The mean of R drawn minus the mean of the other R is twice the deviation from the pool's
    // mean.
    variance += 4 * spread * spread / kRuns * (1 - 0.5);
  }
  variance /= static_cast<double>(n * n);
  CompareOptions options = Options(20000);
  options.test = TestKind::kRandomization;
  const PairTest pair = CompareMeans(Input(systems), options, 2).pairs[0];
  // Two-sided p of a nearly normal difference.
  const double expected = std::erfc(std::fabs(pair.difference) / std::sqrt(2 * variance));
  EXPECT_NEAR(pair.p, expected, 0.02);
}

TEST(Comparer, BaselineTestsOnlyItsPairs) {
  const Scores a = RandomScores(200, 60);
  const Means means = Input({{a}, {Near(a, 61, 0)}, {Near(a, 62, 0)}, {Near(a, 63, 0.5)}});
  CompareOptions options = Options(500);
  options.baseline = 2;
  const MetricComparison out = CompareMeans(means, options);
  ASSERT_EQ(out.pairs.size(), 3U);
  for (const PairTest& pair : out.pairs) EXPECT_TRUE(pair.a == 2 || pair.b == 2);
  EXPECT_EQ(out.systems[0].cluster, 0U);
}

TEST(Comparer, ClustersAndRanksFollowTheTests) {
  const Scores a = RandomScores(400, 70);
  const Means means = Input({{Near(a, 71, 0)}, {Near(a, 72, 3)}, {Near(a, 73, 0)}});
  MetricComparison out = CompareMeans(means, Options(2000));
  EXPECT_EQ(out.systems[1].cluster, 1U);
  EXPECT_EQ(out.systems[0].cluster, 2U);
  EXPECT_EQ(out.systems[2].cluster, 2U);
  EXPECT_EQ(out.systems[1].rank_high, 1U);
  EXPECT_EQ(out.systems[0].rank_low, 2U);
  EXPECT_EQ(out.systems[0].rank_high, 3U);
  EXPECT_EQ(out.systems[1].rank_interval.high, 1);
  EXPECT_EQ(out.pairs[0].losses, 1);  // system 1 never beats system 2
  Means lower = Input({{Near(a, 71, 0)}, {Near(a, 72, 3)}, {Near(a, 73, 0)}});
  lower.input.metrics[0].higher_is_better = false;
  out = CompareMeans(lower, Options(2000));
  EXPECT_EQ(out.systems[1].cluster, 2U);
  EXPECT_EQ(out.pairs[0].wins, 1);
}

TEST(Comparer, BcaUsesEachSegmentLeftOut) {
  // Skewed scores: BCa must be to the right of the percentile interval.
  Scores a = RandomScores(60, 80);
  for (double& score : a) score = std::round(std::pow(score, 6) * 1000) / 1000;
  CompareOptions options = Options(4000);
  const Interval percentile = CompareMeans(Input({{a}}), options).systems[0].interval;
  options.interval = IntervalKind::kBca;
  const Interval bca = CompareMeans(Input({{a}}), options).systems[0].interval;
  EXPECT_GT(bca.low, percentile.low);
  EXPECT_GT(bca.high, percentile.high);
  options.interval = IntervalKind::kBasic;
  const MetricComparison basic = CompareMeans(Input({{a}}), options);
  EXPECT_DOUBLE_EQ(basic.systems[0].interval.low, 2 * basic.systems[0].score - percentile.high);
}

// Each pair is tested on the segments that both have, as if there were no other systems.
TEST(Comparer, MissingScoresAreDroppedPairByPair) {
  const Scores a = RandomScores(300, 95);
  const std::vector<Scores> scores = {a, Near(a, 96, 0.05), Near(a, 97, -0.05)};
  Means means = Input({{scores[0]}, {scores[1]}, {scores[2]}});
  ComparedMetric& metric = means.input.metrics[0];
  for (uint32_t s = 0; s < 3; ++s) {
    metric.missing.emplace_back(300, false);
    std::vector<int64_t> rows(600), row(2);
    for (uint64_t i = 0; i < 300; ++i) {
      metric.rows[s].Row(i, row.data());
      metric.missing[s][i] = i % 7 == s;
      if (!metric.missing[s][i])
        std::copy(row.begin(), row.end(), rows.begin() + 2 * static_cast<ptrdiff_t>(i));
    }
    metric.rows[s] = RowStore(2);
    metric.rows[s].Add(0, rows);
    metric.rows[s].Finish();
  }
  for (const TestKind test : {TestKind::kBootstrap, TestKind::kRandomization}) {
    CompareOptions options = Options(4000);
    options.test = test;
    const MetricComparison out = CompareMeans(means, options);
    for (const PairTest& pair : out.pairs) {
      Scores both_a, both_b, own_a;
      for (size_t i = 0; i < 300; ++i) {
        if (i % 7 != pair.a) own_a.push_back(scores[pair.a][i]);
        if (i % 7 == pair.a || i % 7 == pair.b) continue;
        both_a.push_back(scores[pair.a][i]);
        both_b.push_back(scores[pair.b][i]);
      }
      EXPECT_NEAR(pair.difference, Mean(both_a) - Mean(both_b), 1e-12);
      EXPECT_NEAR(out.systems[pair.a].score, Mean(own_a), 1e-12);
      const PairTest alone = CompareMeans(Input({{both_a}, {both_b}}), options).pairs[0];
      EXPECT_NEAR(pair.se / alone.se, 1, 0.06);
      EXPECT_NEAR(pair.p, alone.p, 0.05);
    }
  }
  means.input.runs_of_system = {2, 1};
  means.input.systems.pop_back();
  EXPECT_FALSE(Compare(means.input, Options(10), {}, nullptr).ok());
}

// A pair's own segments may contradict the ranking; then neither is better than the other.
TEST(Comparer, RanksFollowOnlyTestsThatAgreeWithThem) {
  // a is high where b has no score, and below b where both have one.
  Scores a, b;
  std::vector<bool> a_missing(200, false), b_missing(200, false);
  for (size_t i = 0; i < 200; ++i) {
    a.push_back(i < 100 ? 1 : 0.1 + 0.001 * static_cast<double>(i % 7));
    b.push_back(i < 100 ? 0 : 0.2 + 0.001 * static_cast<double>(i % 5));
    b_missing[i] = i < 100;
  }
  Means means = Input({{a}, {b}});
  ComparedMetric& metric = means.input.metrics[0];
  metric.missing = {a_missing, b_missing};
  std::vector<int64_t> rows(400), row(2);
  for (uint64_t i = 100; i < 200; ++i) {
    metric.rows[1].Row(i, row.data());
    std::copy(row.begin(), row.end(), rows.begin() + 2 * static_cast<ptrdiff_t>(i));
  }
  metric.rows[1] = RowStore(2);
  metric.rows[1].Add(0, rows);
  metric.rows[1].Finish();
  const MetricComparison out = CompareMeans(means, Options(500));
  EXPECT_GT(out.systems[0].score, out.systems[1].score);
  EXPECT_TRUE(out.pairs[0].significant);
  EXPECT_LT(out.pairs[0].difference, 0);
  EXPECT_EQ(out.systems[0].cluster, out.systems[1].cluster);
  EXPECT_EQ(out.systems[0].rank_high, 2U);
  std::fill(metric.missing[1].begin(), metric.missing[1].end() - 19, true);
  EXPECT_FALSE(Compare(means.input, Options(500), {}, nullptr).ok());
}

// Scores with few values often tie; rounding must not break the ties.
TEST(Comparer, TiesCountWhateverTheRounding) {
  const Scores a = {81, 14, 3, 94, 35}, b = {78, 15, 11, 90, 29};
  uint64_t as_large = 0, all = 0;
  int observed = 0;
  for (size_t i = 0; i < 5; ++i) observed += static_cast<int>(a[i] - b[i]);
  for (int code = 0; code < 3125; ++code, ++all) {
    int sum = 0;
    for (int k = 0, rest = code; k < 5; ++k, rest /= 5) {
      sum += static_cast<int>(a[static_cast<size_t>(rest % 5)] - b[static_cast<size_t>(rest % 5)]);
    }
    as_large += std::abs(sum - observed) >= std::abs(observed) ? 1 : 0;
  }
  const PairTest pair = CompareMeans(Input({{a}, {b}}), Options(100000)).pairs[0];
  EXPECT_NEAR(pair.p, static_cast<double>(as_large) / static_cast<double>(all), 4 * pair.p_error);
}

TEST(Comparer, WhatNeverVariesIsNeverSignificant) {
  const Means two = Input({{{0.1}}, {{0.9}}});
  for (const Correction correction : {Correction::kMaxT, Correction::kHolm, Correction::kNone}) {
    CompareOptions options = Options(200);
    options.correction = correction;
    const auto comparison = Compare(two.input, options, {}, nullptr);
    ASSERT_TRUE(comparison.ok());
    const PairTest& pair = comparison->metrics[0].pairs[0];
    EXPECT_EQ(pair.p, 1);
    EXPECT_EQ(pair.p_adjusted, 1);
    EXPECT_FALSE(pair.significant);
    EXPECT_TRUE(std::isnan(pair.interval.low));
    EXPECT_TRUE(std::any_of(comparison->warnings.begin(), comparison->warnings.end(),
                            [](const Warning& w) { return w.code == "no-variation"; }));
  }
}

TEST(Comparer, DocumentsAcrossStrataHaveNoDesignEffectButAreCompared) {
  Means means = Input({{RandomScores(40, 1)}});
  for (uint32_t i = 0; i < 40; ++i) {
    means.input.document_of_segment.push_back(i / 10);
    means.input.stratum_of_segment.push_back(i % 2);
  }
  EXPECT_FALSE(CompareMeans(means, Options(100)).design_effect.has_value());
  for (uint32_t i = 0; i < 40; ++i) means.input.stratum_of_segment[i] = i;
  means.input.stratum_of_segment[39] = 5000;
  EXPECT_FALSE(Compare(means.input, Options(100), {}, nullptr).ok());
}

TEST(Comparer, SamplingDoesNotMoveTheDesignEffect) {
  Means means = Input({{RandomScores(400, 2)}});
  for (uint32_t i = 0; i < 400; ++i) means.input.document_of_segment.push_back(i / 10);
  CompareOptions options = Options(1000);
  const double full = *CompareMeans(means, options).design_effect;
  options.sampling = Sampling::kHalfReplaced;
  EXPECT_EQ(*CompareMeans(means, options).design_effect, full);
}

TEST(Comparer, WarnsWhenResamplesCannotReachTheLevel) {
  const Scores a = RandomScores(50, 90);
  const Means means = Input({{a}, {Near(a, 91, 0)}, {Near(a, 92, 0)}});
  const auto codes = [&](uint64_t resamples, Correction correction) {
    CompareOptions options = Options(resamples);
    options.correction = correction;
    const auto comparison = Compare(means.input, options, {}, nullptr);
    EXPECT_TRUE(comparison.ok());
    return std::count_if(comparison->warnings.begin(), comparison->warnings.end(),
                         [](const Warning& w) { return w.code == "resamples"; });
  };
  EXPECT_EQ(codes(18, Correction::kMaxT), 1);
  EXPECT_EQ(codes(19, Correction::kMaxT), 0);
  EXPECT_EQ(codes(58, Correction::kHolm), 1);
  EXPECT_EQ(codes(59, Correction::kHolm), 0);
}

TEST(Comparer, RefusesWhatDoesNotGoTogether) {
  const Scores a = RandomScores(20, 93);
  const Means means = Input({{a}, {Near(a, 94, 0)}});
  CompareOptions options = Options(20);
  options.null = NullRule::kShifted;
  EXPECT_FALSE(Compare(means.input, options, {}, nullptr).ok());
  options.correction = Correction::kHolm;
  EXPECT_TRUE(Compare(means.input, options, {}, nullptr).ok());
  options.unit = Unit::kDocument;
  EXPECT_FALSE(Compare(means.input, options, {}, nullptr).ok());
  EXPECT_FALSE(Compare({}, Options(20), {}, nullptr).ok());
}

}  // namespace
}  // namespace mtgauge::comparer_test
