// Rewinds rereadable sources; for the others, puts the first bytes back in front.
#include "core/input/peek.h"

#include <cstring>
#include <utility>

#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

// A sequential source whose first bytes have already been read: they become its first block.
class PutBackSource final : public Source {
 public:
  PutBackSource(std::unique_ptr<Source> rest, std::string head, bool ended)
      : rest_(std::move(rest)), head_(std::move(head)), ended_(ended) {}

  const std::string& name() const override { return rest_->name(); }
  bool ranged() const override { return false; }
  Extent extent() const override { return rest_->extent(); }
  bool rereadable() const override { return rest_->rereadable(); }

  Status PrepareToRewind() override { return rest_->PrepareToRewind(); }
  void Rewind() override {
    rest_->Rewind();
    rewound_ = true;
  }

  void Read(uint32_t block_bytes, Block& block) override {
    if (block.index > 0 || rewound_) return rest_->Read(block_bytes, block);
    block.data.Grow(head_.size() + kTextPadding, 0);
    std::memcpy(block.data.data(), head_.data(), head_.size());
    std::memset(block.data.data() + head_.size(), 0, kTextPadding);
    block.bytes = static_cast<uint32_t>(head_.size());
    block.last = ended_;
    block.status = OkStatus();
    CountLines(block);
  }

 private:
  std::unique_ptr<Source> rest_;
  std::string head_;
  bool ended_;
  bool rewound_ = false;  // rest_ includes the head again
};

}  // namespace

Status Peek::More() {
  if (complete()) return OkStatus();
  Block block;
  source_->Read(kMostBytes - static_cast<uint32_t>(head_.size()), block);
  MTG_RETURN_IF_ERROR(block.status);
  head_.append(block.data.data(), block.bytes);
  ended_ = block.last;
  return OkStatus();
}

std::unique_ptr<Source> Peek::TakeSource() {
  if (source_->ranged() || (head_.empty() && !ended_)) return std::move(source_);
  if (source_->rereadable()) {
    source_->Rewind();
    return std::move(source_);
  }
  return PutBack(std::move(source_), std::move(head_), ended_);
}

std::unique_ptr<Source> PutBack(std::unique_ptr<Source> rest, std::string head, bool ended) {
  return std::make_unique<PutBackSource>(std::move(rest), std::move(head), ended);
}

}  // namespace mtgauge
