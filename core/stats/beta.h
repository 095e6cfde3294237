// The incomplete beta function and the tails of the distributions that it gives, the same bits on
// every machine (see pinned_math.h); about 1e-12 relative for parameters up to 1,000, 1e-9 up to a
// million.
#pragma once

#include <cstdint>

namespace mtgauge {

// ln Gamma(x), x > 0.
double LogGamma(double x);
// The regularized I_x(a, b), a and b > 0, 0 <= x <= 1. NaN outside.
double IncompleteBeta(double a, double b, double x);

// P(T >= t) of Student's distribution, with fewer freedoms than one NaN.
double StudentTail(double t, double freedoms);
// P(|T| >= |t|) where the statistic is a correlation r of n pairs under independence; 1 with two
// pairs, whose r is -1 or 1 whatever they are.
double CorrelationP(double r, uint64_t n);
// P(F >= f) of Fisher's distribution.
double FisherTail(double f, double between, double within);

}  // namespace mtgauge
