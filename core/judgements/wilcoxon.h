// Wilcoxon's signed rank test of paired differences, as scipy.stats.wilcoxon 1.15 computes it with
// its default arguments.
#pragma once

#include <span>

namespace mtgauge {

struct WilcoxonP {
  double two_sided, greater, less;  // greater: the differences tend to be above 0
  bool exact;                       // over all signs of the ranks, not by the normal approximation
};

// Leaves out differences of 0 (Wilcoxon 1945), and gives equal ones their mean rank. The p is exact
// for up to 50 differences without ties and zeros, and for up to 13 with them; the zeros count
// here. Otherwise it is normal, without a correction for continuity. All p are NaN if no difference
// is other than 0, or if one is NaN. O(n log n).
WilcoxonP Wilcoxon(std::span<const double> differences);

}  // namespace mtgauge
