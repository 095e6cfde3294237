// exp and log that give the same bits on every machine.
//
// The platform's libm chooses its code by CPU, and about one exp in a thousand differs in the last
// bit between CPUs. Scores must not differ, so native scores use these functions: plain IEEE double
// arithmetic in a fixed order (the build forbids fused multiply-add contraction), within 2 units in
// the last place of the true value.
#pragma once

namespace mtgauge {

// Returns e^x. Overflows to infinity, underflows to 0 gradually; NaN for NaN.
double PinnedExp(double x);
// Returns the natural logarithm. -infinity for 0, NaN for negative values and NaN.
double PinnedLog(double x);

}  // namespace mtgauge
