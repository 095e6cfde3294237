// Inverts functions without a formula.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace mtgauge {

// Returns the least positive double for which `reached` is true, given that it is true of all
// greater ones; infinity if it is never true. Bisects the doubles, not the line: at most 63 steps,
// and precise for large and small results alike.
template <typename Predicate>
double LeastPositive(const Predicate& reached) {
  uint64_t below = 0, at = std::bit_cast<uint64_t>(std::numeric_limits<double>::infinity());
  while (at - below > 1) {
    const uint64_t middle = below + (at - below) / 2;
    (reached(std::bit_cast<double>(middle)) ? at : below) = middle;
  }
  return std::bit_cast<double>(at);
}

}  // namespace mtgauge
