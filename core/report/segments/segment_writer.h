// The output format of segment scores, independent of where they are written.
#pragma once

#include <string>

#include "core/base/status.h"
#include "core/score/delivery.h"

namespace mtgauge {

// Turns the scores of segments into text. Thread-safe: deliveries are formatted in any order, by
// several threads, and written in input order.
class SegmentWriter {
 public:
  virtual ~SegmentWriter() = default;
  virtual bool WantsRows() const { return false; }
  // Returns the header. `ids` and `documents` say if there are such columns (see Delivery).
  virtual std::string Head([[maybe_unused]] bool ids, [[maybe_unused]] bool documents) const {
    return {};
  }
  // Returns an error for a delivery that does not fit the header.
  virtual Status Check(const Delivery&) const { return OkStatus(); }
  virtual void Append(const Delivery& delivery, std::string& out) const = 0;
};

}  // namespace mtgauge
