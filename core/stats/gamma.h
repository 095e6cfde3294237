// The incomplete gamma function and the chi-square quantile, bit-identical on every machine (see
// pinned_math.h). The relative error is about 1e-12 for parameters up to 1,000 and 1e-9 up to a
// million.
#pragma once

namespace mtgauge {

// The regularized P(a, x) and Q(a, x) = 1 - P(a, x), both precise when small, for a > 0 and x >= 0;
// otherwise NaN.
double IncompleteGamma(double a, double x);
double IncompleteGammaTail(double a, double x);

// The x with P(X <= x) = p of the chi-square distribution, for 0 < p < 1; otherwise NaN.
double ChiSquareQuantile(double p, double freedoms);

}  // namespace mtgauge
