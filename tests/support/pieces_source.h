// A sequential source that delivers its bytes like a pipe: in pieces of any size, including none.
#pragma once

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <utility>

#include "core/input/source.h"

namespace mtgauge::test {

class PiecesSource final : public Source {
 public:
  PiecesSource(std::string name, std::string bytes, uint32_t longest, uint32_t seed,
               bool rereadable = false)
      : name_(std::move(name)),
        bytes_(std::move(bytes)),
        longest_(longest),
        random_(seed),
        rereadable_(rereadable) {}

  const std::string& name() const override { return name_; }
  bool ranged() const override { return false; }
  bool rereadable() const override { return rereadable_; }
  void Rewind() override { at_ = 0; }

  void Read(uint32_t block_bytes, Block& block) override {
    Clear(block, block_bytes);
    const size_t piece = std::min<size_t>(random_() % (longest_ + 1), block_bytes);
    block.bytes = static_cast<uint32_t>(std::min(piece, bytes_.size() - at_));
    std::memcpy(block.data.data(), bytes_.data() + at_, block.bytes);
    at_ += block.bytes;
    block.last = at_ == bytes_.size();
    Seal(block);
  }

 private:
  std::string name_;
  std::string bytes_;
  size_t at_ = 0;
  uint32_t longest_;
  std::minstd_rand random_;
  bool rereadable_;
};

}  // namespace mtgauge::test
