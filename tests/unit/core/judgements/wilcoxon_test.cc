// Wilcoxon's test, compared with a slow one that goes through all signs, and at its limits.
#include "core/judgements/wilcoxon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "core/stats/normal.h"

namespace mtgauge {
namespace {

using Doubles = std::vector<double>;

// Ranks by counting.
double Rank(const Doubles& differences, double at) {
  double below = 0, equal = 0;
  for (const double other : differences) {
    if (other == 0) continue;
    below += std::fabs(other) < std::fabs(at) ? 1 : 0;
    equal += std::fabs(other) == std::fabs(at) ? 1 : 0;
  }
  return below + (equal + 1) / 2;
}

double SumOfPositive(const Doubles& differences) {
  double sum = 0;
  for (const double at : differences) sum += at > 0 ? Rank(differences, at) : 0;
  return sum;
}

// Goes through all signs of up to 16 differences.
WilcoxonP Enumerate(const Doubles& differences) {
  const double observed = SumOfPositive(differences);
  const auto all = uint32_t{1} << differences.size();
  double less = 0, greater = 0;
  for (uint32_t signs = 0; signs < all; ++signs) {
    Doubles turned = differences;
    for (size_t i = 0; i < turned.size(); ++i) {
      if ((signs >> i & 1) != 0) turned[i] = -turned[i];
    }
    const double sum = SumOfPositive(turned);
    less += sum <= observed ? 1 : 0;
    greater += sum >= observed ? 1 : 0;
  }
  return {std::min(1.0, 2 * std::min(less, greater) / all), greater / all, less / all, true};
}

WilcoxonP Approximate(const Doubles& differences) {
  double n = 0, variance = 0;
  for (const double at : differences) {
    if (at == 0) continue;
    ++n;
    const double rank = Rank(differences, at);
    variance += rank * rank / 4;
  }
  const double z = (SumOfPositive(differences) - n * (n + 1) / 4) / std::sqrt(variance);
  return {2 * NormalCdf(-std::fabs(z)), NormalCdf(-z), NormalCdf(z), false};
}

void ExpectP(const WilcoxonP& got, const WilcoxonP& want) {
  EXPECT_EQ(got.exact, want.exact);
  EXPECT_NEAR(got.two_sided, want.two_sided, 1e-12 * want.two_sided);
  EXPECT_NEAR(got.greater, want.greater, 1e-12 * want.greater);
  EXPECT_NEAR(got.less, want.less, 1e-12 * want.less);
}

bool HasTiesOrZeros(const Doubles& differences) {
  return std::any_of(differences.begin(), differences.end(), [&](double at) {
    return at == 0 || Rank(differences, at) != std::floor(Rank(differences, at)) ||
           std::count_if(differences.begin(), differences.end(),
                         [at](double other) { return std::fabs(other) == std::fabs(at); }) > 1;
  });
}

TEST(Wilcoxon, EqualsTheSlowTestOfRandomDifferences) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    const size_t n = 1 + random() % 14;
    const auto range = static_cast<int64_t>(1 + random() % 60);
    Doubles differences;
    for (size_t i = 0; i < n; ++i) {
      differences.push_back(static_cast<double>(static_cast<int64_t>(random() % 61) - 30) /
                            static_cast<double>(range));
      if (round % 2 == 0) differences.back() = std::floor(differences.back());
    }
    if (std::all_of(differences.begin(), differences.end(), [](double d) { return d == 0; })) {
      EXPECT_TRUE(std::isnan(Wilcoxon(differences).two_sided));
      continue;
    }
    const bool exact = n <= 13 || !HasTiesOrZeros(differences);
    ExpectP(Wilcoxon(differences), exact ? Enumerate(differences) : Approximate(differences));
  }
}

TEST(Wilcoxon, EqualsTheSlowNormalTest) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 100; ++round) {
    const size_t n = 51 + random() % 100;
    Doubles differences;
    for (size_t i = 0; i < n; ++i) {
      differences.push_back(static_cast<double>(random() % (round + 2)) -
                            static_cast<double>(round % 7));
    }
    if (std::all_of(differences.begin(), differences.end(), [](double d) { return d == 0; })) {
      continue;
    }
    ExpectP(Wilcoxon(differences), Approximate(differences));
  }
}

TEST(Wilcoxon, ExactUpToFiftyWithoutTies) {
  Doubles rising;
  for (int i = 1; i <= 50; ++i) rising.push_back(i);
  ExpectP(Wilcoxon(rising), {0x1p-49, 0x1p-50, 1, true});
  rising.push_back(51);
  EXPECT_FALSE(Wilcoxon(rising).exact);
  rising.resize(50);
  rising[0] = 0;  // a zero counts for the limit, and rules the exact test out above 13
  EXPECT_FALSE(Wilcoxon(rising).exact);
}

TEST(Wilcoxon, TurnsWithTheSigns) {
  std::mt19937_64 random(3);
  for (const size_t n : {5u, 13u, 14u, 50u, 200u}) {
    Doubles differences, turned;
    for (size_t i = 0; i < n; ++i) {
      differences.push_back(static_cast<double>(random() % 1000) - 400);
      turned.push_back(-differences.back());
    }
    const WilcoxonP one = Wilcoxon(differences), other = Wilcoxon(turned);
    EXPECT_EQ(one.two_sided, other.two_sided);
    EXPECT_EQ(one.greater, other.less);
    EXPECT_EQ(one.less, other.greater);
  }
}

TEST(Wilcoxon, Undefined) {
  for (const Doubles& differences : {Doubles{}, {0}, Doubles(100, 0.0), {1, NAN, 2}}) {
    const WilcoxonP p = Wilcoxon(differences);
    EXPECT_TRUE(std::isnan(p.two_sided) && std::isnan(p.greater) && std::isnan(p.less));
  }
  ExpectP(Wilcoxon(Doubles{3}), {1, 0.5, 1, true});
}

TEST(Wilcoxon, AMillionDifferences) {
  std::mt19937_64 random(4);
  Doubles differences;
  for (int i = 0; i < 1000000; ++i) {
    differences.push_back(static_cast<double>(random() % 201) - 100);
  }
  const WilcoxonP p = Wilcoxon(differences);
  EXPECT_NEAR(p.greater + p.less, 1, 1e-12);
  EXPECT_GT(p.two_sided, 1e-6);
}

}  // namespace
}  // namespace mtgauge
