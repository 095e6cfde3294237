// Makes and forgets pages.
#include "core/algo/distance/point_masks.h"

namespace mtgauge {
namespace {

constexpr size_t kPageWords = size_t{64} * PointMasks::kMostWords;

}  // namespace

PointMasks::PointMasks() : page_(kPages) {
  masks_.Grow(kPageWords, 0);
  std::fill_n(masks_.data(), kPageWords, uint64_t{0});
}

void PointMasks::AddPage(uint32_t number) {
  page_[number] = static_cast<uint16_t>(pages_);
  masks_.Grow(kPageWords * (pages_ + 1), kPageWords * pages_);
  std::fill_n(masks_.data() + kPageWords * pages_, kPageWords, uint64_t{0});
  ++pages_;
}

void PointMasks::ForgetPages() {
  std::fill(page_.begin(), page_.end(), uint16_t{0});
  pages_ = 1;
}

}  // namespace mtgauge
