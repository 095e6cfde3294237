// The form of the scores of segments, whatever they are written to.
#pragma once

#include <string>

#include "core/score/delivery.h"

namespace mtgauge {

// Turns the scores of segments into text. Thread-safe: deliveries are formatted in any order, by
// several threads, and written in input order.
class SegmentWriter {
 public:
  virtual ~SegmentWriter() = default;
  virtual bool WantsRows() const { return false; }
  // What comes before all else; whether there are columns of ids and documents is Delivery's.
  virtual std::string Head([[maybe_unused]] bool ids, [[maybe_unused]] bool documents) const {
    return {};
  }
  virtual void Append(const Delivery& delivery, std::string& out) const = 0;
};

}  // namespace mtgauge
