// Quantiles of Student's t distribution, and the power of its test; bit-identical on every machine
// (see pinned_math.h), with the precision of the incomplete beta function (beta.h).
#pragma once

namespace mtgauge {

// The t with P(|T| >= t) = p, for 0 < p < 1; otherwise NaN.
double StudentTwoSided(double p, double freedoms);

// P(|T| >= t) of the noncentral t distribution, t >= 0: the power of a two-sided t test. NaN with
// less than one degree of freedom.
double NoncentralTTails(double t, double freedoms, double noncentrality);

}  // namespace mtgauge
