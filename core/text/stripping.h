// A stream's text after a marker, such as a model's answer after its reasoning.
#pragma once

#include <string>
#include <string_view>

#include "core/text/batch.h"

namespace mtgauge {

// Drops everything up to and including the last marker of each segment, and the white space after
// it. A segment without the marker stays. Reused from batch to batch; not thread-safe.
class StrippedText {
 public:
  // The result has text and asides only. It is valid until the next call and as long as `stream`.
  const Stream& Strip(const Stream& stream, std::string_view marker);

 private:
  Stream result_;
  std::string text_;
};

}  // namespace mtgauge
