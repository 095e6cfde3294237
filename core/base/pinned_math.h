// exp and log that give the same bits on every machine.
//
// The platform's libm picks its code by CPU, and about one exp in a thousand differs in the last
// bit between CPUs. Scores must not, so native scores use these: plain IEEE double arithmetic in a
// fixed order (the build forbids fused multiply-add contraction), within 2 units in the last place
// of the true value.
#pragma once

namespace mtgauge {

// e^x. Overflows to infinity, underflows to 0 gradually; NaN for NaN.
double PinnedExp(double x);
// Natural logarithm. -infinity for 0, NaN below 0 and for NaN.
double PinnedLog(double x);

}  // namespace mtgauge
