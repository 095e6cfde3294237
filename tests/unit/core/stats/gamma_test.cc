// The incomplete gamma function and the chi-square quantile, compared with 40-digit values.
#include "core/stats/gamma.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mtgauge {
namespace {

constexpr double kNoEnd = std::numeric_limits<double>::infinity();

// Computed by mpmath.
TEST(Gamma, IncompleteGammaIsPreciseOnBothSides) {
  const struct {
    double a, x, lower, upper;
  } points[] = {{0.5, 0.1, 0.34527915398142297956, 0.65472084601857702044},
                {0.5, 5, 0.99843459774199745032, 0.0015654022580025496775},
                {3, 2, 0.32332358381693654053, 0.67667641618306345947},
                {3, 30, 0.99999999995498983352, 4.501016648012123985e-11},
                {100, 80, 0.017108313035133114166, 0.98289168696486688583},
                {100, 150, 0.99999407545966451608, 5.9245403354839158294e-6},
                {5000, 5100, 0.92067111892238102324, 0.079328881077618976758}};
  for (const auto& [a, x, lower, upper] : points) {
    EXPECT_NEAR(IncompleteGamma(a, x), lower, 2e-11 * lower) << a << " " << x;
    EXPECT_NEAR(IncompleteGammaTail(a, x), upper, 2e-11 * upper) << a << " " << x;
  }
}

TEST(Gamma, EdgesAndTheirSum) {
  EXPECT_EQ(IncompleteGamma(2, 0), 0);
  EXPECT_EQ(IncompleteGammaTail(2, 0), 1);
  EXPECT_EQ(IncompleteGamma(2, kNoEnd), 1);
  EXPECT_EQ(IncompleteGammaTail(2, kNoEnd), 0);
  for (const double bad : {0.0, -1.0, static_cast<double>(NAN)}) {
    EXPECT_TRUE(std::isnan(IncompleteGamma(bad, 1))) << bad;
    EXPECT_TRUE(std::isnan(IncompleteGammaTail(bad, 1))) << bad;
  }
  EXPECT_TRUE(std::isnan(IncompleteGamma(1, -1)));
  for (int i = 1; i < 200; ++i) {
    const double a = i / 10.0, x = 40.0 / i;
    EXPECT_NEAR(IncompleteGamma(a, x) + IncompleteGammaTail(a, x), 1, 1e-14);
    EXPECT_NEAR(IncompleteGammaTail(1, x), std::exp(-x), 1e-13 * std::exp(-x));
  }
}

TEST(Gamma, ChiSquareQuantile) {
  const struct {
    double p, freedoms, quantile;
  } points[] = {{0.025, 1, 0.0009820691171752560214}, {0.975, 1, 5.0238861873148874181},
                {0.025, 4, 0.4844185570879298204},    {0.975, 8, 17.534546139484649541},
                {0.5, 2, 1.3862943611198906188},      {1e-10, 5, 0.00032335571462496934607},
                {0.999999, 5, 35.888186879610420991}, {0.025, 1000, 914.25715379925893561},
                {0.975, 100000, 100878.4153056655714}};
  for (const auto& [p, freedoms, quantile] : points) {
    EXPECT_NEAR(ChiSquareQuantile(p, freedoms), quantile, 1e-11 * quantile) << p << " " << freedoms;
  }
  for (const double bad : {0.0, 1.0, static_cast<double>(NAN)}) {
    EXPECT_TRUE(std::isnan(ChiSquareQuantile(bad, 3))) << bad;
  }
  EXPECT_TRUE(std::isnan(ChiSquareQuantile(0.5, 0)));
}

}  // namespace
}  // namespace mtgauge
