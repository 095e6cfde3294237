// Which groups of segments make the difference of two systems over all groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/contract/metric.h"
#include "mtgauge/compare.h"
#include "parallel/significance/comparer.h"

namespace mtgauge {

// The sums of a group's rows under two systems.
struct PairSums {
  std::vector<int64_t> a, b;
};

// Divides score(a) - score(b), over all groups, among the groups: their sums of rows go from b's to
// a's in 16 equal steps, and the part of a group is what its steps add to the score. The order of
// the groups turns with every step. The parts add up to the difference.
std::vector<double> PartsOf(const Metric& metric, std::span<const PairSums> groups);

// Collects the groups of a comparison by group.
class GroupParts {
 public:
  // Takes the next group, and its comparison. The first `shared` metrics score the rows of all
  // groups alike, and must outlive this object. The others are means over segments.
  void Add(const CompareInput& group, size_t shared,
           const std::vector<MetricComparison>& comparisons);
  // Sets PairTest::part_of_all, if there are several groups. `comparisons` are those of all groups,
  // one after the other.
  void Finish(std::span<MetricComparison> comparisons) const;

 private:
  // What a pair needs if the sums of all segments are not enough.
  struct OfPair {
    PairSums common;        // of the segments that both have scores for
    double difference = 0;  // of means over segments, instead
    double segments = 0;
  };
  struct OfMetric {
    const Metric* metric = nullptr;            // null for means over segments
    std::vector<std::vector<int64_t>> totals;  // [run]; empty if pairs have sums of their own
    std::vector<OfPair> pairs;
  };

  std::vector<double> PartsOfMeans(size_t metric, size_t pair) const;
  std::vector<double> PartsOfPair(size_t metric, size_t place, const PairTest& pair) const;

  std::vector<size_t> first_run_;  // of each system, and the number of all runs
  std::vector<std::vector<OfMetric>> groups_;
};

}  // namespace mtgauge
