// A stream's text, either unchanged or lowercased.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/buffer.h"
#include "core/text/batch.h"

namespace mtgauge {

// Reused from batch to batch by one worker; not thread-safe. The text is valid until the next Set()
// and, if it was not lowercased, only as long as the stream.
class CasedText {
 public:
  // Lowercasing keeps the lines: one LF per segment.
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
