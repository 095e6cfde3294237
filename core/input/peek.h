// Looks at the first bytes of a source without consuming them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/input/source.h"

namespace mtgauge {

class Peek {
 public:
  // The largest number of bytes to look at.
  static constexpr uint32_t kMostBytes = 4096;

  explicit Peek(std::unique_ptr<Source> source) : source_(std::move(source)) {}

  // Reads on, and waits only for a moment: there may be nothing new afterwards.
  Status More();
  std::string_view head() const { return head_; }
  // Returns true if there is nothing more to see: at the end, or after kMostBytes.
  bool complete() const { return ended_ || head_.size() >= kMostBytes; }
  const std::string& name() const { return source_->name(); }
  bool ranged() const { return source_->ranged(); }
  // Returns the source, to be read from its first byte again.
  std::unique_ptr<Source> TakeSource();

 private:
  std::unique_ptr<Source> source_;
  std::string head_;
  bool ended_ = false;
};

// Puts back `head`, which has been read from the front of a sequential source. `ended`: `head` is
// the whole content. The result is rereadable if `rest` is.
std::unique_ptr<Source> PutBack(std::unique_ptr<Source> rest, std::string head, bool ended);

}  // namespace mtgauge
