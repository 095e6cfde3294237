// References that a metric reads once, each into its own object, for any number of hypotheses.
#pragma once

#include <span>
#include <vector>

#include "core/metric/metric.h"

namespace mtgauge {

// `Reading` must have Read(tokens, options).
template <typename Reading>
class ReadReferences final : public Prepared {
 public:
  template <typename Options>
  void Read(const ReferenceViews& references, const Options& options) {
    count_ = references.count;
    if (readings_.size() < count_) readings_.resize(count_);
    for (uint32_t r = 0; r < count_; ++r) {
      readings_[r].Read(references.views[r].tokens, options);
    }
  }
  std::span<const Reading> all() const { return std::span(readings_).first(count_); }

 private:
  std::vector<Reading> readings_;  // only grows, as does the memory of each element
  uint32_t count_ = 0;
};

}  // namespace mtgauge
