// A stream's text behind a marker: what a model said after it had thought.
#pragma once

#include <string>
#include <string_view>

#include "core/text/batch.h"

namespace mtgauge {

// Drops all up to the last marker of each segment, the marker too, and the white space behind it. A
// segment without the marker stays. Reused from batch to batch; not thread-safe.
class StrippedText {
 public:
  // The result is valid until the next call, and as long as `stream`. It has text and asides alone.
  const Stream& Strip(const Stream& stream, std::string_view marker);

 private:
  Stream result_;
  std::string text_;
};

}  // namespace mtgauge
