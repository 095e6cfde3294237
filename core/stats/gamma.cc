// A series below the mean, and a continued fraction above it.
#include "core/stats/gamma.h"

#include <cmath>
#include <limits>

#include "core/base/nan.h"
#include "core/base/pinned_math.h"
#include "core/stats/beta.h"
#include "core/stats/bisection.h"

namespace mtgauge {
namespace {

constexpr double kPrecision = 1e-17;

// x^a e^-x / Gamma(a).
double GammaFront(double a, double x) { return PinnedExp(a * PinnedLog(x) - x - LogGamma(a)); }

// P(a, x) for x < a + 1 (DLMF 8.11.4).
double LowerSeries(double a, double x) {
  double term = 1 / a, sum = term;
  for (double k = a + 1; term > kPrecision * sum; ++k) {
    term *= x / k;
    sum += term;
  }
  return GammaFront(a, x) * sum;
}

// Q(a, x) for x >= a + 1 by Lentz's method (DLMF 8.9.2).
double UpperFraction(double a, double x) {
  constexpr int kMostSteps = 100000;
  double b = x + 1 - a;
  double c = 1 / std::numeric_limits<double>::min(), d = 1 / b;
  double fraction = d;
  for (int k = 1; k <= kMostSteps; ++k) {
    const double numerator = k * (a - k);
    b += 2;
    d = 1 / (b + numerator * d);
    c = b + numerator / c;
    fraction *= c * d;
    if (std::fabs(c * d - 1) < 1e-16) break;
  }
  return GammaFront(a, x) * fraction;
}

bool InDomain(double a, double x) { return a > 0 && x >= 0; }

}  // namespace

double IncompleteGamma(double a, double x) {
  if (!InDomain(a, x)) return kNaN;
  if (x == 0) return 0;
  if (std::isinf(x)) return 1;
  return x < a + 1 ? LowerSeries(a, x) : 1 - UpperFraction(a, x);
}

double IncompleteGammaTail(double a, double x) {
  if (!InDomain(a, x)) return kNaN;
  if (x == 0) return 1;
  if (std::isinf(x)) return 0;
  return x < a + 1 ? 1 - LowerSeries(a, x) : UpperFraction(a, x);
}

double ChiSquareQuantile(double p, double freedoms) {
  if (!(p > 0 && p < 1 && freedoms > 0)) return kNaN;
  return 2 * LeastPositive([&](double half) {
           return p < 0.5 ? IncompleteGamma(freedoms / 2, half) >= p
                          : IncompleteGammaTail(freedoms / 2, half) <= 1 - p;
         });
}

}  // namespace mtgauge
