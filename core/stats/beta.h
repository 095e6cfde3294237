// The incomplete beta function and the tail probabilities computed from it, bit-identical on every
// machine (see pinned_math.h). The relative error is about 1e-12 for parameters up to 1,000 and
// 1e-9 up to a million.
#pragma once

#include <cstdint>

namespace mtgauge {

// ln Gamma(x), x > 0.
double LogGamma(double x);
// The regularized I_x(a, b) for a, b > 0 and 0 <= x <= 1; otherwise NaN.
double IncompleteBeta(double a, double b, double x);

// P(T >= t) of Student's t distribution; NaN with less than one degree of freedom.
double StudentTail(double t, double freedoms);
// P(|T| >= |t|) for a correlation r of n pairs under independence. Returns 1 for two pairs, since
// their r is always -1 or 1.
double CorrelationP(double r, uint64_t n);
// P(F >= f) of the F distribution.
double FisherTail(double f, double between, double within);

}  // namespace mtgauge
