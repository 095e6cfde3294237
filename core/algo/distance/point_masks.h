// The positions of each character in a part of a text, as bit masks that are looked up by code
// point.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/buffer.h"
#include "core/text/utf8.h"

namespace mtgauge {

// Masks lie in pages of 64 code points, which are made as characters occur and kept for later
// texts. One worker's working memory, of at most 2.2 MB; not thread-safe.
class PointMasks {
 public:
  static constexpr uint32_t kMostWords = 4;

  PointMasks();

  // Sets the masks of a text of at most 64 * kWords code points, as Characters has them. There must
  // be none.
  template <uint32_t kWords>
  void Set(std::span<const uint32_t> points) {
    static_assert(kWords <= kMostWords);
    if (pages_ > kMostPages - 64 * kMostWords) ForgetPages();
    for (uint32_t first = 0, w = 0; first < points.size(); first += 64, ++w) {
      uint64_t bit = 1;
      for (const uint32_t point :
           points.subspan(first, std::min<size_t>(64, points.size() - first))) {
        if (page_[point / 64] == 0) [[unlikely]]
          AddPage(point / 64);
        masks_[Place<kWords>(point) + w] |= bit;
        bit <<= 1;
      }
    }
  }
  // Removes the masks of the text that was set.
  template <uint32_t kWords>
  void Clear(std::span<const uint32_t> points) {
    for (const uint32_t point : points)
      std::fill_n(masks_.data() + Place<kWords>(point), kWords, 0);
  }
  // Returns a mask of kWords words: bit p of word w is set if the character is at position
  // 64 * w + p.
  template <uint32_t kWords>
  const uint64_t* Of(uint32_t point) const {
    return masks_.data() + Place<kWords>(point);
  }

 private:
  static constexpr uint32_t kPages = (kInvalidByte + 0x100) / 64, kMostPages = 1024;

  template <uint32_t kWords>
  size_t Place(uint32_t point) const {
    return (size_t{64} * page_[point / 64] + point % 64) * kWords;
  }
  void AddPage(uint32_t number);
  void ForgetPages();

  // By number of the page: its place among the pages. The page at place 0 stays empty.
  std::vector<uint16_t> page_;
  uint32_t pages_ = 1;
  Buffer<uint64_t> masks_;  // all zero between texts
};

}  // namespace mtgauge
