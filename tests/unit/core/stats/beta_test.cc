// The incomplete beta function, compared with closed forms, symmetry and sums of binomials.
#include "core/stats/beta.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mtgauge {
namespace {

TEST(Beta, LogGamma) {
  double factorial = 1;
  for (int n = 1; n <= 100; ++n) {
    EXPECT_NEAR(LogGamma(n), std::log(factorial), 1e-13 * (1 + std::log(factorial))) << n;
    factorial *= n;
  }
  EXPECT_NEAR(LogGamma(0.5), 0.5 * std::log(std::acos(-1)), 1e-15);
}

TEST(Beta, BinomialTails) {
  for (const int n : {1, 2, 9, 40, 150}) {
    for (int k = 1; k <= n; ++k) {
      for (const double x : {0.01, 0.3, 0.5, 0.9}) {
        double tail = 0;
        for (int j = k; j <= n; ++j) {
          tail += std::exp(std::lgamma(n + 1) - std::lgamma(j + 1) - std::lgamma(n - j + 1)) *
                  std::pow(x, j) * std::pow(1 - x, n - j);
        }
        EXPECT_NEAR(IncompleteBeta(k, n - k + 1, x), tail, 1e-11 * tail + 1e-300);
      }
    }
  }
}

TEST(Beta, StudentOfOneAndTwoFreedoms) {
  for (const double t : {-30.0, -1.0, 0.0, 0.5, 3.0, 1e4}) {
    EXPECT_NEAR(StudentTail(t, 1), 0.5 - std::atan(t) / std::acos(-1), 1e-13);
    EXPECT_NEAR(StudentTail(t, 2), 0.5 - t / (2 * std::sqrt(2 + t * t)), 1e-13);
  }
  EXPECT_EQ(StudentTail(INFINITY, 3), 0);
  EXPECT_TRUE(std::isnan(StudentTail(1, 0)));
}

TEST(Beta, Edges) {
  EXPECT_EQ(IncompleteBeta(2, 3, 0), 0);
  EXPECT_EQ(IncompleteBeta(2, 3, 1), 1);
  EXPECT_TRUE(std::isnan(IncompleteBeta(0, 3, 0.5)));
  EXPECT_TRUE(std::isnan(IncompleteBeta(2, 3, 1.5)));
  EXPECT_EQ(CorrelationP(1, 10), 0);
  EXPECT_EQ(CorrelationP(-1, 2), 1);
  EXPECT_NEAR(CorrelationP(0, 10), 1, 1e-15);
  EXPECT_NEAR(FisherTail(1, 7, 7), 0.5, 1e-13);
}

}  // namespace
}  // namespace mtgauge
