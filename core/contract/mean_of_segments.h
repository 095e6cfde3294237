// The base of a metric whose score of a corpus is the mean of its segments' scores.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/contract/fixed_sum.h"
#include "core/contract/metric_of.h"

namespace mtgauge {

// A segment's score may have any size up to 2^33; the corpus score is `full` times the mean.
template <typename Self, typename OwnPrepared, typename OwnScratch, int full = 1>
class MeanOfSegments : public MetricOf<Self, OwnPrepared, OwnScratch> {
 public:
  std::vector<std::string> Columns() const final { return {"sum", "sum_rest", "segments"}; }
  double Score(std::span<const int64_t> sums, Level) const final {
    return full * FixedSum::Mean(sums, sums[2]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const final {
    return {{"segments", sums[2]}};
  }

 protected:
  // Writes all cells of a segment's row. A segment that does not count has 0.
  static void WriteScore(double score, int64_t* row, bool counts = true) {
    FixedSum::Write(score, row);
    row[2] = counts ? 1 : 0;
  }
};

}  // namespace mtgauge
