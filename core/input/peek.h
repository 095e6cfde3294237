// Looking at the first bytes of a source without using them up.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/input/source.h"

namespace mtgauge {

class Peek {
 public:
  // What is looked at, at most.
  static constexpr uint32_t kMostBytes = 4096;

  explicit Peek(std::unique_ptr<Source> source) : source_(std::move(source)) {}

  // Reads on, and waits for a moment at most: there may be nothing new afterwards.
  absl::Status More();
  std::string_view head() const { return head_; }
  // Nothing more is to be seen: the end, or kMostBytes.
  bool complete() const { return ended_ || head_.size() >= kMostBytes; }
  const std::string& name() const { return source_->name(); }
  bool ranged() const { return source_->ranged(); }
  // The source as it was before, to be read from its first byte.
  std::unique_ptr<Source> TakeSource();

 private:
  std::unique_ptr<Source> source_;
  std::string head_;
  bool ended_ = false;
};

// A sequential source from whose front `head` has been read (up to its end if `ended`), as it was
// before. Rereadable if it is.
std::unique_ptr<Source> PutBack(std::unique_ptr<Source> rest, std::string head, bool ended);

}  // namespace mtgauge
