// The pairs of systems that tables show.
#pragma once

#include <cstddef>
#include <vector>

#include "mtgauge/compare.h"

namespace mtgauge {

// A pair as shown: `a` before `b`, which may not be the order in which it was computed.
struct ShownPair {
  size_t a, b;
  double difference;
  Interval interval;
  double wins, losses;
  const PairTest* test;

  bool turned() const { return a != test->a; }
};

// Returns the pairs to show. The better system comes first, and pairs are in the order of the
// ranking. With groups, whose rankings differ, systems and pairs are in the order of the command
// line. A baseline comes second.
std::vector<ShownPair> ShownPairs(const Comparison& comparison, const MetricComparison& metric);

}  // namespace mtgauge
