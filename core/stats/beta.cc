// Stirling's series and the continued fraction of the incomplete beta function.
#include "core/stats/beta.h"

#include <cmath>
#include <initializer_list>

#include "core/base/nan.h"
#include "core/base/pinned_math.h"

namespace mtgauge {
namespace {

// The continued fraction of I_x(a, b) (DLMF 8.17.22) by Lentz's method; converges quickly for x <
// (a + 1) / (a + b + 2), in about sqrt(max(a, b)) steps.
double BetaFraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  constexpr int kMostSteps = 100000;
  double c = 1;
  double d = 1 - (a + b) * x / (a + 1);
  if (std::fabs(d) < kTiny) d = kTiny;
  d = 1 / d;
  double fraction = d;
  for (int m = 1; m <= kMostSteps; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double change = 1;
    for (const double term : {even, odd}) {
      d = 1 + term * d;
      c = 1 + term / c;
      if (std::fabs(d) < kTiny) d = kTiny;
      if (std::fabs(c) < kTiny) c = kTiny;
      d = 1 / d;
      change = d * c;
      fraction *= change;
    }
    if (std::fabs(change - 1) < 1e-16) break;
  }
  return fraction;
}

// x^a y^b / (a B(a, b)) with y = 1 - x.
double BetaFront(double a, double b, double x, double y) {
  const double log_beta = LogGamma(a) + LogGamma(b) - LogGamma(a + b);
  return PinnedExp(a * PinnedLog(x) + b * PinnedLog(y) - log_beta) / a;
}

// I_x(a, b) with y = 1 - x, which the caller knows more precisely than x determines it.
double IncompleteBeta(double a, double b, double x, double y) {
  if (!(a > 0 && b > 0 && x >= 0 && y >= 0)) return kNaN;
  if (x == 0) return 0;
  if (y == 0) return 1;
  if (x < (a + 1) / (a + b + 2)) return BetaFront(a, b, x, y) * BetaFraction(a, b, x);
  return 1 - BetaFront(b, a, y, x) * BetaFraction(b, a, y);
}

}  // namespace

double LogGamma(double x) {
  // Gamma(x) = Gamma(x + k) / (x (x + 1) ...), so that the series is evaluated where it is precise.
  constexpr double kLeast = 16;
  double product = 1;
  while (x < kLeast) product *= x++;
  // B_2k / (2k (2k - 1)), highest first; the omitted terms are below 1e-18.
  static constexpr double kStirling[] = {-691.0 / 360360, 1.0 / 1188, -1.0 / 1680,
                                         1.0 / 1260,      -1.0 / 360, 1.0 / 12};
  const double inverse_square = 1 / (x * x);
  double series = 0;
  for (const double coefficient : kStirling) series = series * inverse_square + coefficient;
  constexpr double kHalfLogTwoPi = 0.91893853320467274178;
  return (x - 0.5) * PinnedLog(x) - x + kHalfLogTwoPi + series / x - PinnedLog(product);
}

double IncompleteBeta(double a, double b, double x) { return IncompleteBeta(a, b, x, 1 - x); }

double StudentTail(double t, double freedoms) {
  if (!(freedoms >= 1) || std::isnan(t)) return kNaN;
  if (std::isinf(t)) return t > 0 ? 0 : 1;
  const double sum = freedoms + t * t;
  const double both = IncompleteBeta(freedoms / 2, 0.5, freedoms / sum, t * t / sum);
  return t > 0 ? both / 2 : 1 - both / 2;
}

double CorrelationP(double r, uint64_t n) {
  if (std::isnan(r) || n < 2) return kNaN;
  if (n == 2) return 1;
  const double a = static_cast<double>(n) / 2 - 1;
  return IncompleteBeta(a, 0.5, (1 - r) * (1 + r), r * r);
}

double FisherTail(double f, double between, double within) {
  if (std::isnan(f)) return kNaN;
  if (std::isinf(f)) return 0;
  const double sum = within + between * f;
  return IncompleteBeta(within / 2, between / 2, within / sum, between * f / sum);
}

}  // namespace mtgauge
