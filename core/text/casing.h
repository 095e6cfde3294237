// A stream's text under a casing: as it is, or lower-cased.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/buffer.h"
#include "core/text/batch.h"

namespace mtgauge {

// Reused from batch to batch by one worker; not thread-safe. What it yields is valid until the next
// Set(), and, when nothing was lowered, as long as the stream.
class CasedText {
 public:
  // Lower-casing keeps the lines: one LF per segment.
  void Set(const Stream& stream, bool lowercase);

  const char* text() const { return text_; }  // followed by kTextPadding readable bytes
  uint32_t bytes() const { return bytes_; }
  std::span<const Aside> asides() const { return asides_; }

 private:
  void Lower(const Stream& stream);

  const char* text_ = nullptr;
  uint32_t bytes_ = 0;
  std::span<const Aside> asides_;
  Buffer<char> lowered_;
  std::vector<Aside> lowered_asides_;
};

}  // namespace mtgauge
