// Swaps of two metrics' scores under measures of good outputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/evaluate/agreement.h"
#include "core/evaluate/score_grid.h"

namespace mtgauge {

// The outputs that people and all metrics score, each with a value of each metric that can be
// swapped for another metric's. Immutable, safe for concurrent use.
class GoodSwaps {
 public:
  using Share = double (GoodCounts::*)() const;

  // The values are what the metrics say: good from a metric's cut on, or not. `gold`: good from
  // `good` on.
  GoodSwaps(const ScoreGrid& gold, std::span<const ScoreGrid* const> metrics, double good,
            std::span<const double> cuts, Share share);
  // The values are the ranks of a metric's scores, and the measure is the area under the curve
  // (Bandos, Rockette & Gur 2005).
  GoodSwaps(const ScoreGrid& gold, std::span<const ScoreGrid* const> metrics, double good);

  size_t outputs() const { return good_.size(); }
  // keeps: 1 for each output that keeps its value. Returns the measure of the values of a in kept
  // outputs and of b elsewhere; 0 if it is not defined.
  double Mixed(const uint8_t* keeps, size_t a, size_t b) const;

 private:
  void Take(const ScoreGrid& gold, std::span<const ScoreGrid* const> metrics, double good);
  double Counted(const uint8_t* keeps, size_t a, size_t b) const;
  double Ordered(const uint8_t* keeps, size_t a, size_t b) const;

  Share share_ = nullptr;                      // null for ranks
  std::vector<size_t> cells_;                  // of the outputs
  std::vector<uint8_t> good_;                  // [output]
  std::vector<std::vector<uint32_t>> values_;  // [metric][output]
};

}  // namespace mtgauge
