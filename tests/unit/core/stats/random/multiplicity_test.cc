// Adjusted p-values, compared with their definitions, and max-T, compared with a slow version of
// the algorithm.
#include "core/stats/random/multiplicity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace mtgauge {
namespace {

using Doubles = std::vector<double>;
using Adjustment = std::function<Doubles(std::span<const double>)>;

struct Named {
  std::string name;
  Adjustment adjust;
};
const Named kAll[] = {
    {"bonferroni", Bonferroni}, {"sidak", Sidak},          {"holm", Holm},
    {"hochberg", Hochberg},     {"bh", BenjaminiHochberg}, {"by", BenjaminiYekutieli}};

void ExpectNear(const Doubles& got, const Doubles& want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-15) << i;
}

TEST(Multiplicity, ByHand) {
  const Doubles p = {0.01, 0.04, 0.03, 0.005};
  ExpectNear(Bonferroni(p), {0.04, 0.16, 0.12, 0.02});
  ExpectNear(Sidak(p), {0.03940399, 0.15065344, 0.11470719, 0.019850499375});
  ExpectNear(Holm(p), {0.03, 0.06, 0.06, 0.02});
  ExpectNear(Hochberg(p), {0.03, 0.04, 0.04, 0.02});
  ExpectNear(BenjaminiHochberg(p), {0.02, 0.04, 0.04, 0.02});
  ExpectNear(BenjaminiYekutieli(p), {0.125 / 3, 0.25 / 3, 0.25 / 3, 0.125 / 3});
}

TEST(Multiplicity, FewAndExtremeValues) {
  for (const Named& named : kAll) {
    EXPECT_EQ(named.adjust({}), Doubles{}) << named.name;
    EXPECT_EQ(named.adjust(Doubles{0.25}), Doubles{0.25}) << named.name;
    EXPECT_EQ(named.adjust(Doubles{0, 0, 0}), (Doubles{0, 0, 0})) << named.name;
    EXPECT_EQ(named.adjust(Doubles{1, 1}), (Doubles{1, 1})) << named.name;
  }
  EXPECT_DOUBLE_EQ(Sidak(Doubles(1000, 1e-300)).front(), 1e-297);
}

TEST(Multiplicity, WhatIsNoProbabilityIsRefused) {
  for (const Named& named : kAll) {
    for (const double bad : {static_cast<double>(NAN), -0.1, 1.5}) {
      const Doubles adjusted = named.adjust(Doubles{0.01, bad, 0.5});
      EXPECT_EQ(adjusted.size(), 3u);
      for (const double p : adjusted) EXPECT_TRUE(std::isnan(p)) << named.name << " " << bad;
    }
  }
}

TEST(Multiplicity, OrderAndBounds) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    Doubles p(1 + random() % 30);
    for (double& value : p) value = static_cast<double>(random() % 40) / 40;  // many ties
    const Doubles bonferroni = Bonferroni(p), holm = Holm(p), hochberg = Hochberg(p);
    const Doubles bh = BenjaminiHochberg(p), by = BenjaminiYekutieli(p), sidak = Sidak(p);
    for (size_t i = 0; i < p.size(); ++i) {
      constexpr double kRounding = 1e-15;
      ASSERT_LE(p[i], bh[i] + kRounding);
      ASSERT_LE(bh[i], hochberg[i] + kRounding);
      ASSERT_LE(bh[i], by[i] + kRounding);
      ASSERT_LE(hochberg[i], holm[i] + kRounding);
      ASSERT_LE(holm[i], bonferroni[i] + kRounding);
      ASSERT_LE(sidak[i], bonferroni[i] + kRounding);
      ASSERT_LE(bonferroni[i], 1);
      for (size_t j = 0; j < p.size(); ++j) {
        if (p[i] > p[j]) continue;
        for (const Doubles* adjusted : {&bonferroni, &sidak, &holm, &hochberg, &bh, &by}) {
          ASSERT_LE((*adjusted)[i], (*adjusted)[j]);  // equal if p is equal
        }
      }
    }
  }
}

// A definition of Holm that is independent of the code: test i is rejected at level a if every set
// of tests that contains i is rejected by Bonferroni (closed testing).
TEST(Multiplicity, HolmIsClosedTesting) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    Doubles p(1 + random() % 8);
    for (double& value : p) value = static_cast<double>(random() % 200) / 1000;
    const Doubles holm = Holm(p);
    for (size_t i = 0; i < p.size(); ++i) {
      double closed = 0;
      for (uint32_t set = 0; set < 1u << p.size(); ++set) {
        if ((set >> i & 1) == 0) continue;
        double least = 1, size = 0;
        for (size_t j = 0; j < p.size(); ++j) {
          if ((set >> j & 1) == 0) continue;
          least = std::min(least, p[j]);
          ++size;
        }
        closed = std::max(closed, std::min(1.0, size * least));
      }
      ASSERT_NEAR(holm[i], closed, 1e-15);
    }
  }
}

using Resamples = std::vector<Doubles>;

Doubles AdjustedByMaxT(const Doubles& observed, const Resamples& resamples) {
  MaxT max_t(observed);
  for (const Doubles& statistics : resamples) max_t.Add(statistics);
  return max_t.AdjustedP();
}

// Applies the definition backwards: for test i, the maximum over all tests that are not more
// significant, compared with t_i; then no p may be below one of a more significant test.
Doubles SlowMaxT(const Doubles& observed, const Resamples& resamples) {
  Doubles single(observed.size()), adjusted(observed.size());
  for (size_t i = 0; i < observed.size(); ++i) {
    size_t count = 0;
    for (const Doubles& statistics : resamples) {
      bool reached = false;
      for (size_t j = 0; j < observed.size(); ++j) {
        reached = reached || (observed[j] <= observed[i] && statistics[j] >= observed[i]);
      }
      count += reached ? 1 : 0;
    }
    single[i] = static_cast<double>(count + 1) / static_cast<double>(resamples.size() + 1);
  }
  for (size_t i = 0; i < observed.size(); ++i) {
    for (size_t j = 0; j < observed.size(); ++j) {
      if (observed[j] >= observed[i]) adjusted[i] = std::max(adjusted[i], single[j]);
    }
  }
  return adjusted;
}

// Returns |t*| of `tests` tests, which share a part of their noise.
Resamples Correlated(size_t tests, size_t count, double shared, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Resamples resamples(count, Doubles(tests));
  for (Doubles& statistics : resamples) {
    const double common = normal(random);
    for (double& t : statistics) {
      t = std::fabs(std::sqrt(shared) * common + std::sqrt(1 - shared) * normal(random));
    }
  }
  return resamples;
}

TEST(MaxT, IsItsDefinition) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 100; ++round) {
    const size_t tests = 1 + random() % 8;
    Doubles observed(tests);
    for (double& t : observed) t = static_cast<double>(random() % 6) / 2;  // many ties
    Resamples resamples(random() % 30, Doubles(tests));
    for (Doubles& statistics : resamples) {
      for (double& t : statistics) t = static_cast<double>(random() % 6) / 2;
    }
    ASSERT_EQ(AdjustedByMaxT(observed, resamples), SlowMaxT(observed, resamples));
  }
}

TEST(MaxT, GainsFromDependenceOverHolm) {
  const Doubles observed = {1.0, 1.8, 2.2, 2.6, 2.9};
  double gained = 0;
  for (const double shared : {0.5, 0.9}) {
    const Resamples resamples = Correlated(observed.size(), 20000, shared, 4);
    Doubles raw;
    for (size_t i = 0; i < observed.size(); ++i) {
      const auto count = std::count_if(resamples.begin(), resamples.end(),
                                       [&](const Doubles& t) { return t[i] >= observed[i]; });
      raw.push_back(static_cast<double>(count + 1) / static_cast<double>(resamples.size() + 1));
    }
    const Doubles adjusted = AdjustedByMaxT(observed, resamples), holm = Holm(raw);
    for (size_t i = 0; i < observed.size(); ++i) {
      EXPECT_GE(adjusted[i], raw[i]);
      EXPECT_LE(adjusted[i], holm[i]);
      gained = std::max(gained, holm[i] / adjusted[i]);
    }
  }
  EXPECT_GT(gained, 1.5);
}

TEST(MaxT, ReturnsTheLargest) {
  MaxT max_t({0.5, 2.0, 1.0});
  for (const Doubles& t : Correlated(3, 100, 0.3, 5)) {
    EXPECT_EQ(max_t.Add(t), *std::max_element(t.begin(), t.end()));
  }
}

TEST(MaxT, IdenticalSystemsAndConstantDifferences) {
  // The first pair never differs (0/0), the second always by the same (d/0, in resamples 0/0).
  MaxT max_t({NAN, std::numeric_limits<double>::infinity()});
  for (int b = 0; b < 99; ++b) EXPECT_EQ(max_t.Add(Doubles{NAN, NAN}), 0);
  EXPECT_EQ(max_t.AdjustedP(), (Doubles{1, 0.01}));
  EXPECT_EQ(AdjustedByMaxT({0, 0}, {{0, 0}}), (Doubles{1, 1}));
}

TEST(MaxT, NoTestsAndNoResamples) {
  EXPECT_EQ(AdjustedByMaxT({}, {{}, {}}), Doubles{});
  EXPECT_EQ(AdjustedByMaxT({3, 4}, {}), (Doubles{1, 1}));
}

}  // namespace
}  // namespace mtgauge
