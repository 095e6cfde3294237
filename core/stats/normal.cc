// A series in the middle, a continued fraction in the tail, and Halley's iteration for the inverse.
#include "core/stats/normal.h"

#include <cmath>
#include <limits>

#include "core/base/pinned_math.h"

namespace mtgauge {
namespace {

// The series cancels against 1/2 in the tail; from here on the continued fraction is used.
constexpr double kTail = -1.0;

// P(0 <= Z <= x), odd in x, for |x| <= 1: density * (x + x^3/3 + x^5/(3*5) + ...), all terms of one
// sign (Marsaglia 2004, J. Stat. Software 11(4)). The first omitted term is below 2^-88.
double Centre(double x) {
  double term = x, sum = x;
  for (int k = 3; k <= 41; k += 2) {
    term *= x * x / k;
    sum += term;
  }
  return NormalDensity(x) * sum;
}

// P(Z <= x) for x <= -1: density / (t + 1/(t + 2/(t + 3/(t + ...)))), t = -x (Laplace). At t = 1,
// where convergence is slowest, the last digit no longer changes from level 350 on.
double Tail(double x) {
  double fraction = -x;
  for (int k = 400; k >= 1; --k) fraction = k / fraction - x;
  return NormalDensity(x) / fraction;
}

// The quantile of 0 < p <= 1/2.
double LowerQuantile(double p) {
  // Abramowitz & Stegun 26.2.23: error below 4.5e-4. Each Halley step cubes the error: the second
  // one reaches the last digits, and the third makes up for the first step's loss in the far tail.
  const double t = std::sqrt(-2 * PinnedLog(p));
  double x = (2.515517 + t * (0.802853 + t * 0.010328)) /
                 (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
             t;
  for (int step = 0; step < 3; ++step) {
    const double error = x > kTail ? Centre(x) - (p - 0.5) : Tail(x) - p;
    const double newton = error / NormalDensity(x);
    x -= newton / (1 + x * newton / 2);
  }
  return x;
}

}  // namespace

// Splits x^2 into an exact part and a small rest, since exp would multiply the rounding error of a
// large square by its size.
double NormalDensity(double x) {
  constexpr double kInverseRootTwoPi = 0x1.9884533d43651p-2;
  if (std::fabs(x) > 40) return 0;
  const double coarse = std::trunc(x * 16) / 16;
  const double rest = (x - coarse) * (x + coarse);
  return kInverseRootTwoPi * PinnedExp(-coarse * coarse / 2) * PinnedExp(-rest / 2);
}

double NormalCdf(double x) {
  if (x <= kTail) return Tail(x);
  if (x >= -kTail) return 1 - Tail(-x);
  return 0.5 + Centre(x);
}

double NormalQuantile(double p) {
  if (!(p >= 0 && p <= 1)) return std::numeric_limits<double>::quiet_NaN();
  if (p == 0) return -std::numeric_limits<double>::infinity();
  if (p > 0.5) return -NormalQuantile(1 - p);
  return LowerQuantile(p);
}

}  // namespace mtgauge
