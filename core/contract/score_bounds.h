// Upper bounds of scores, for finding the best of many references without scoring all. An optional
// ability of a metric.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/text/view.h"

namespace mtgauge {

// The bounds of one metric for many separate references. Immutable; any number of threads may ask,
// each by its own Asker, which the bounds must outlive.
class ScoreBounds {
 public:
  static constexpr uint32_t kBlock = 512;  // references that are bounded at once

  struct Bound {
    uint32_t reference;
    double most;  // Score() of the pair is at most this
  };

  // Holds hypotheses, and the memory to bound their scores.
  class Asker {
   public:
    virtual ~Asker() = default;
    // Takes a hypothesis, one view for each of the metric's, in place of number `place`.
    virtual void Put(size_t place, std::span<const SegmentView> hypothesis) = 0;
    // Replaces `found` by all references of [first, first + kBlock) with a bound of `least` or
    // more, in any order. `first` is a multiple of kBlock.
    virtual void Find(size_t place, uint32_t first, double least, std::vector<Bound>& found) = 0;
  };

  virtual ~ScoreBounds() = default;
  virtual std::unique_ptr<Asker> NewAsker() const = 0;
};

// A metric with bounds also derives from this. A higher score is better.
class BoundedMetric {
 public:
  virtual ~BoundedMetric() = default;
  // Takes separate references: [reference * number of views + v]. Their texts must outlive the
  // bounds. Returns null if these options have no bounds; every pair is then scored.
  virtual std::unique_ptr<ScoreBounds> NewBounds(std::span<const SegmentView> references) const = 0;
};

}  // namespace mtgauge
