// The mark is the first three bytes of the first block, or of the first blocks if they are very
// small.
#include "core/input/byte_order_mark.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

constexpr uint32_t kMarkBytes = kByteOrderMark.size();

// A wrapper of a source that forwards all calls to it.
class Around : public Source {
 public:
  Around(std::unique_ptr<Source> source, MarkSeen seen)
      : source_(std::move(source)), seen_(std::move(seen)) {}

  const std::string& name() const override { return source_->name(); }
  bool ranged() const override { return source_->ranged(); }
  uint64_t size() const override { return source_->size(); }
  Extent extent() const override { return source_->extent(); }
  Place start() const override { return source_->start(); }
  FileLine FileOf(uint64_t line) const override { return source_->FileOf(line); }
  bool rereadable() const override { return source_->rereadable(); }
  bool whole_ids() const override { return source_->whole_ids(); }
  void Rewind() override { source_->Rewind(); }

 protected:
  std::unique_ptr<Source> source_;
  MarkSeen seen_;
};

class Telling final : public Around {
 public:
  Telling(std::unique_ptr<Source> source, MarkSeen seen, std::vector<InputWarning> known)
      : Around(std::move(source), std::move(seen)), known_(std::move(known)) {}

  void Read(uint32_t block_bytes, Block& block) override { source_->Read(block_bytes, block); }
  void Fetch(uint32_t block_bytes, Block& block) override { source_->Fetch(block_bytes, block); }
  Status PrepareToRewind() override {
    MTG_ASSIGN_OR_RETURN(source_, MakeRereadable(std::move(source_)));
    return OkStatus();
  }
  std::vector<InputWarning> warnings() const override {
    std::vector<InputWarning> all = known_;
    const std::vector<InputWarning> own = source_->warnings();
    all.insert(all.end(), own.begin(), own.end());
    if (seen_ == nullptr || !*seen_) return all;
    all.push_back(MarkWarning(name(), "at the beginning"));
    return all;
  }

 private:
  std::vector<InputWarning> known_;
};

void DropFront(uint32_t bytes, Block& block) {
  if (bytes == 0) return;
  block.bytes -= bytes;
  std::memmove(block.data.data(), block.data.data() + bytes, block.bytes);
  Seal(block);
}

// Blocks keep their numbers: those that contain the mark are shorter than the others.
class RangedWithoutMark final : public Around {
 public:
  RangedWithoutMark(std::unique_ptr<Source> source, MarkSeen seen)
      : Around(std::move(source), std::move(seen)) {
    Block head;
    source_->Read(kMarkBytes, head);
    // A later Read() reports the error again.
    marked_ = head.status.ok() && std::string_view(head.data.data(), head.bytes) == kByteOrderMark;
    if (marked_ && seen_ != nullptr) *seen_ = true;
  }

  uint64_t size() const override { return source_->size() - (marked_ ? kMarkBytes : 0); }

  void Read(uint32_t block_bytes, Block& block) override {
    source_->Read(block_bytes, block);
    const uint64_t from = uint64_t{block.index} * block_bytes;
    if (!marked_ || !block.status.ok() || from >= kMarkBytes) return;
    DropFront(std::min(block.bytes, static_cast<uint32_t>(kMarkBytes - from)), block);
  }

  void ReadAt(uint64_t from, uint32_t bytes, Block& block) override {
    source_->ReadAt(from + (marked_ ? kMarkBytes : 0), bytes, block);
  }

 private:
  bool marked_ = false;
};

// Holds the first bytes back until it is clear whether they are a mark.
class SequentialWithoutMark final : public Around {
 public:
  using Around::Around;

  void Read(uint32_t block_bytes, Block& block) override {
    source_->Read(block_bytes, block);
    if (decided_ || !block.status.ok()) return;
    const size_t held = head_.size();
    head_.append(block.data.data(), block.bytes);
    const bool open = head_.size() < kMarkBytes && kByteOrderMark.starts_with(head_) && !block.last;
    decided_ = !open;
    const bool marked = head_.starts_with(kByteOrderMark);
    if (marked && seen_ != nullptr) *seen_ = true;
    if (held > 0 && !open) {
      block.data.Grow(head_.size() + kTextPadding, 0);
      std::memcpy(block.data.data(), head_.data(), head_.size());
      block.bytes = static_cast<uint32_t>(head_.size());
      Seal(block);
    }
    if (open) DropFront(block.bytes, block);
    if (marked) DropFront(kMarkBytes, block);
    if (!open) head_.clear();
  }

  void Rewind() override {
    source_->Rewind();
    head_.clear();
    decided_ = false;
  }

 private:
  std::string head_;  // not returned yet
  bool decided_ = false;
};

}  // namespace

InputWarning MarkWarning(std::string_view file, std::string_view place) {
  return {"byte-order-mark",
          fmt::format("{}: the byte order mark {} was ignored; save the file as UTF-8 without one",
                      file, place)};
}

std::unique_ptr<Source> WithoutMark(std::unique_ptr<Source> source, MarkSeen seen) {
  if (source->ranged()) {
    return std::make_unique<RangedWithoutMark>(std::move(source), std::move(seen));
  }
  return std::make_unique<SequentialWithoutMark>(std::move(source), std::move(seen));
}

std::unique_ptr<Source> WithWarnings(std::unique_ptr<Source> source, MarkSeen seen,
                                     std::vector<InputWarning> known) {
  return std::make_unique<Telling>(std::move(source), std::move(seen), std::move(known));
}

}  // namespace mtgauge
