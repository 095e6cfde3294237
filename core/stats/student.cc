// T^2 has a noncentral F distribution, a Poisson mixture of incomplete beta functions.
#include "core/stats/student.h"

#include <algorithm>
#include <cmath>

#include "core/base/nan.h"
#include "core/base/pinned_math.h"
#include "core/stats/beta.h"
#include "core/stats/bisection.h"

namespace mtgauge {

double StudentTwoSided(double p, double freedoms) {
  if (!(p > 0 && p < 1 && freedoms >= 1)) return kNaN;
  return LeastPositive([&](double t) { return !(StudentTail(t, freedoms) > p / 2); });
}

// The sum over k of Poisson(k; noncentrality^2 / 2) * I_x(freedoms / 2, k + 1/2), x = freedoms /
// (freedoms + t^2) (Johnson, Kotz & Balakrishnan 1995, 30.2). All terms are positive, and I_x grows
// by terms that have a recurrence themselves (DLMF 8.17.20). The sum begins nine standard
// deviations below the mean of k; dividing by the sum of the weights cancels the error of the first
// one.
double NoncentralTTails(double t, double freedoms, double noncentrality) {
  const double mean = noncentrality * noncentrality / 2;
  if (!(freedoms >= 1 && t >= 0 && mean >= 0)) return kNaN;
  if (t == 0 || std::isinf(mean)) return 1;
  if (std::isinf(t)) return 0;
  const double a = freedoms / 2;
  const double x = 1 / (1 + t * t / freedoms), y = 1 / (1 + freedoms / (t * t));
  double k = std::max(0.0, std::floor(mean - 9 * std::sqrt(mean) - 10));
  double weight = PinnedExp(k > 0 ? k * PinnedLog(mean) - mean - LogGamma(k + 1) : -mean);
  double b = k + 0.5;
  double beta = IncompleteBeta(a, b, x);
  double growth = PinnedExp(a * PinnedLog(x) + b * PinnedLog(y) + LogGamma(a + b) - LogGamma(a) -
                            LogGamma(b + 1));
  double sum = 0, weights = 0;
  while (k <= mean || weight > 1e-20 * sum) {
    sum += weight * beta;
    weights += weight;
    beta += growth;
    growth *= y * (a + b) / (b + 1);
    ++b;
    ++k;
    weight *= mean / k;
  }
  return std::min(1.0, sum / weights);
}

}  // namespace mtgauge
