// Compares generator, reductions, intervals, corrections and clusters with numpy, scipy and
// mt-metrics-eval. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "core/stats/clusters.h"
#include "core/stats/enumeration.h"
#include "core/stats/intervals.h"
#include "core/stats/random/multiplicity.h"
#include "core/stats/random/numpy_random.h"
#include "core/stats/reductions.h"
#include "tests/support/shared_data.h"

namespace mtgauge::statistics_test {
namespace {

using nlohmann::json;
using Doubles = std::vector<double>;
constexpr double kTolerance = 1e-12;

json Golden(const std::string& part) { return ReadJson(SharedFolder() / "golden" / part); }

uint64_t Hex(const std::string& digits) { return std::stoull(digits, nullptr, 16); }

NumpyRandom Seeded(const std::string& seed) {
  return NumpyRandom(SeedSequence::FromDecimal(seed).value());
}

// Generator.random(): the upper 53 bits.
double Double(NumpyRandom& random) { return static_cast<double>(random.Next64() >> 11) * 0x1p-53; }

void ExpectState(Uint128 got, const std::string& digits) {
  ASSERT_EQ(digits.size(), 34u);  // 0x and 32 digits
  EXPECT_EQ(static_cast<uint64_t>(got >> 64), Hex(digits.substr(2, 16)));
  EXPECT_EQ(static_cast<uint64_t>(got), Hex(digits.substr(18)));
}

template <typename Draw>
std::vector<uint64_t> Draws(size_t count, const Draw& draw) {
  std::vector<uint64_t> drawn(count);
  std::generate(drawn.begin(), drawn.end(), draw);
  return drawn;
}

// Calls check(seed, its vectors) for each seed of the golden file.
void ForEachSeed(const std::function<void(const std::string&, const json&)>& check) {
  const json golden = Golden("numpy_rng.json").at("seeds");
  EXPECT_GE(golden.size(), 8u);
  for (const auto& [seed, vectors] : golden.items()) {
    SCOPED_TRACE("seed " + seed);
    check(seed, vectors);
  }
}

TEST(NumpyGolden, SeedsAndDraws) {
  MTG_SKIP_WITHOUT_SHARED("golden/numpy_rng.json");
  ForEachSeed([](const std::string& seed, const json& vectors) {
    const SeedSequence sequence = SeedSequence::FromDecimal(seed).value();
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(sequence.pool()[i], Hex(vectors.at("seedsequence_pool_u32")[i]));
      EXPECT_EQ(sequence.Generate()[i], Hex(vectors.at("generate_state_4xu64")[i]));
    }
    NumpyRandom raw(sequence), floats(sequence), doubles(sequence);
    ExpectState(raw.state(), vectors.at("state128"));
    ExpectState(raw.increment(), vectors.at("inc128"));
    for (const json& word : vectors.at("raw_u64_20")) EXPECT_EQ(raw.Next64(), Hex(word));
    for (const json& value : vectors.at("float32_20_times_2^24")) {
      EXPECT_EQ(floats.Float32(), value.get<float>() * 0x1p-24f);
    }
    for (const json& value : vectors.at("double_5")) {
      EXPECT_EQ(Double(doubles), std::strtod(value.get<std::string>().c_str(), nullptr));
    }
  });
}

TEST(NumpyGolden, BoundedDraws) {
  MTG_SKIP_WITHOUT_SHARED("golden/numpy_rng.json");
  ForEachSeed([](const std::string& seed, const json& vectors) {
    for (const auto& [n, expected] : vectors.at("bounded").items()) {
      NumpyRandom random = Seeded(seed);
      const uint64_t bound = std::stoull(n);
      EXPECT_EQ(Draws(20, [&] { return random.Bounded(bound); }),
                expected.get<std::vector<uint64_t>>())
          << n;
    }
    // 30 % of these are rejected.
    NumpyRandom random = Seeded(seed);
    uint64_t sum = 0;
    for (int i = 0; i < 5000; ++i) sum += random.Bounded(3000000000);
    EXPECT_EQ(sum, vectors.at("bounded_5000_n3e9_sum").get<uint64_t>());
  });
}

TEST(NumpyGolden, IndexMatrix) {
  MTG_SKIP_WITHOUT_SHARED("golden/numpy_rng.json");
  ForEachSeed([](const std::string& seed, const json& vectors) {
    const json& expected = vectors.at("choice_3003_1000x3003");
    NumpyRandom random = Seeded(seed);
    const std::vector<uint64_t> all = Draws(1000 * 3003, [&] { return random.Bounded(3003); });
    uint64_t sum = 0;
    for (const uint64_t index : all) sum += index;
    EXPECT_EQ(sum, expected.at("sum").get<uint64_t>());
    for (size_t i = 0; i < 10; ++i) {
      EXPECT_EQ(all[i], expected.at("row0_first10")[i]);
      EXPECT_EQ(all[3003 + i], expected.at("row1_first10")[i]);
      EXPECT_EQ(all[all.size() - 10 + i], expected.at("row999_last10")[i]);
    }
    EXPECT_EQ(random.Next64(), Hex(expected.at("next_raw_after")));
  });
}

TEST(NumpyGolden, CoinsAndThenIndices) {
  MTG_SKIP_WITHOUT_SHARED("golden/numpy_rng.json");
  ForEachSeed([](const std::string& seed, const json& vectors) {
    const json& expected = vectors.at("bool_3x50_then_choice1000x10");
    NumpyRandom random = Seeded(seed);
    NumpyCoins coins(random);
    std::string drawn;
    for (int i = 0; i < 150; ++i) drawn += coins.Next() ? '1' : '0';
    EXPECT_EQ(drawn, expected.at("bools").get<std::string>());
    EXPECT_EQ(Draws(10, [&] { return random.Bounded(1000); }),
              expected.at("choice").get<std::vector<uint64_t>>());
  });
}

TEST(NumpyGolden, Reductions) {
  MTG_SKIP_WITHOUT_SHARED("golden/numpy_rng.json");
  const json golden = Golden("numpy_rng.json").at("reductions_default_rng7_times100").at("values");
  // The values follow each other in one stream, by size.
  std::vector<size_t> sizes;
  for (const auto& [size, expected] : golden.items()) sizes.push_back(std::stoull(size));
  std::sort(sizes.begin(), sizes.end());
  ASSERT_GE(sizes.size(), 20u);
  NumpyRandom random(7);
  for (const size_t size : sizes) {
    SCOPED_TRACE(size);
    Doubles values(size);
    for (double& value : values) value = Double(random) * 100;
    const json& expected = golden.at(std::to_string(size));
    const auto figure = [&expected](const char* name) {
      return std::strtod(expected.at(name).get<std::string>().c_str(), nullptr);
    };
    EXPECT_EQ(NumpySum(values), figure("sum"));
    EXPECT_EQ(NumpyMean(values), figure("mean"));
    EXPECT_EQ(NumpyStd(values, 0), figure("std0"));
    if (size == 1) {
      EXPECT_TRUE(std::isnan(NumpyStd(values, 1)) && std::isnan(figure("std1")));
    } else {
      EXPECT_EQ(NumpyStd(values, 1), figure("std1"));
    }
    std::sort(values.begin(), values.end());
    EXPECT_EQ(Percentile(values, 0.025), figure("pct2.5"));
    EXPECT_EQ(Percentile(values, 0.975), figure("pct97.5"));
  }
}

double Mean(std::span<const double> x) { return NumpyMean(x); }
double Sd(std::span<const double> x) { return NumpyStd(x, 0); }

void ExpectInterval(const Interval& got, const json& want) {
  EXPECT_NEAR(got.low, want[0].get<double>(), kTolerance);
  EXPECT_NEAR(got.high, want[1].get<double>(), kTolerance);
}

// Checks intervals of the statistic, over resamples of x by numpy's index stream and with each
// value left out.
void ExpectScipysIntervals(const json& golden, const std::string& name,
                           double (*statistic)(std::span<const double>)) {
  const auto x = golden.at("x").get<Doubles>();
  NumpyRandom random(golden.at("seed").get<uint64_t>());
  Doubles resamples, sample(x.size()), jackknife;
  for (int b = 0; b < golden.at("B"); ++b) {
    for (double& value : sample) value = x[random.Bounded(x.size())];
    resamples.push_back(statistic(sample));
  }
  EXPECT_NEAR(NumpyStd(resamples, 1), golden.at(name + "_se").get<double>(), kTolerance);
  for (size_t i = 0; i < x.size(); ++i) {
    Doubles others = x;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    jackknife.push_back(statistic(others));
  }
  std::sort(resamples.begin(), resamples.end());
  const double observed = statistic(x);
  ExpectInterval(PercentileInterval(resamples, 0.05), golden.at(name + "_percentile"));
  ExpectInterval(BasicInterval(resamples, observed, 0.05), golden.at(name + "_basic"));
  const BcaResult bca = BcaInterval(resamples, observed, jackknife, 0.05);
  EXPECT_EQ(bca.undefined, "");
  ExpectInterval(bca.interval, golden.at(name + "_BCa"));
}

TEST(ScipyGolden, BootstrapIntervals) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/bootstrap_ci.json");
  for (const json& golden : Golden("meta/bootstrap_ci.json")) {
    ExpectScipysIntervals(golden, "mean", Mean);
    ExpectScipysIntervals(golden, "std", Sd);
  }
}

TEST(ScipyGolden, MinimalDetectableDifference) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/power.json");
  for (const json& golden : Golden("meta/power.json")) {
    const double se = golden.at("sd_diff").get<double>() / std::sqrt(golden.at("n").get<double>());
    const double expected = golden.at("mdd_normal");
    EXPECT_NEAR(
        MinimalDetectable(se, golden.at("alpha_two_sided"), 1 - golden.at("beta").get<double>()),
        expected, kTolerance * expected);
  }
}

TEST(DefinitionsGolden, Corrections) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/multiple_comparisons.json");
  const std::pair<const char*, Doubles (*)(std::span<const double>)> corrections[] = {
      {"bonferroni", Bonferroni}, {"sidak", Sidak},          {"holm", Holm},
      {"hochberg", Hochberg},     {"bh", BenjaminiHochberg}, {"by", BenjaminiYekutieli}};
  for (const json& golden : Golden("meta/multiple_comparisons.json")) {
    const auto p = golden.at("p").get<Doubles>();
    for (const auto& [name, adjust] : corrections) {
      const Doubles adjusted = adjust(p);
      for (size_t i = 0; i < p.size(); ++i) {
        EXPECT_NEAR(adjusted[i], golden.at(name)[i].get<double>(), kTolerance) << name << " " << i;
      }
    }
  }
}

TEST(MtMetricsEvalGolden, Clusters) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/clusters.json");
  for (const json& golden : Golden("meta/clusters.json")) {
    const auto p = golden.at("p_upper").get<std::vector<Doubles>>();
    const auto systems = static_cast<uint32_t>(p.size());
    const Beats beats = [&p](uint32_t i, uint32_t j) { return p[i][j] <= 0.05; };
    EXPECT_EQ(GreedyRanks(systems, beats),
              golden.at("mtme_assign_ranks_0.05").get<std::vector<uint32_t>>());
    EXPECT_EQ(WmtClusters(systems, beats),
              golden.at("wmt_clusters_0.05").get<std::vector<uint32_t>>());
    json ranges;
    for (const RankRange& range : RankRanges(systems, beats)) {
      ranges.push_back({range.low, range.high});
    }
    EXPECT_EQ(ranges, golden.at("rank_ranges_0.05"));
  }
}

// The differences have three decimals, so sums of integers are not rounded.
TEST(DefinitionsGolden, ExactRandomization) {
  MTG_SKIP_WITHOUT_SHARED("golden/meta/paired_exact.json");
  for (const json& golden : Golden("meta/paired_exact.json")) {
    std::vector<int64_t> differences;
    int64_t observed = 0;
    for (size_t i = 0; i < golden.at("a").size(); ++i) {
      const double difference = golden.at("a")[i].get<double>() - golden.at("b")[i].get<double>();
      differences.push_back(std::llround(difference * 1000));
      observed += differences.back();
    }
    uint64_t total = 0, one_sided = 0, at_least = 0, above = 0;
    EnumerateSubsets(differences, 1, [&](std::span<const int64_t> sums) {
      const int64_t swapped = observed - 2 * sums[0];
      ++total;
      one_sided += swapped >= observed ? 1 : 0;
      at_least += std::abs(swapped) >= std::abs(observed) ? 1 : 0;
      above += std::abs(swapped) > std::abs(observed) ? 1 : 0;
    });
    EXPECT_EQ(total, golden.at("total").get<uint64_t>());
    EXPECT_EQ(one_sided, golden.at("one_sided_ge").get<uint64_t>());
    EXPECT_EQ(at_least, golden.at("two_sided_ge").get<uint64_t>());
    EXPECT_EQ(above, golden.at("two_sided_gt").get<uint64_t>());
  }
}

}  // namespace
}  // namespace mtgauge::statistics_test
