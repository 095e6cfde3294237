// The normal distribution, bit-identical on every machine (see pinned_math.h).
#pragma once

namespace mtgauge {

// exp(-x^2/2) / sqrt(2 pi); 0 for |x| > 40.
double NormalDensity(double x);
// P(Z <= x); relative error about 1e-15 in both tails, down to the smallest normal double.
double NormalCdf(double x);
// The x with NormalCdf(x) = p; relative error about 1e-15; odd around p = 1/2. -+infinity at 0 and
// 1, NaN outside. The x with P(Z >= x) = p is -NormalQuantile(p), precise for the smallest p.
double NormalQuantile(double p);

}  // namespace mtgauge
