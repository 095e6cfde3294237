// Tables by code point: the positions of each character in a part of a text, as bit masks, and
// numbers of one byte for the characters of a text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/buffer.h"
#include "core/text/utf8.h"

namespace mtgauge {

// Code points as Characters has them.
using Points = std::span<const uint32_t>;

// A table of kRow values per code point, in pages of 64 code points, which are made when first
// needed and kept for later texts. All values are 0 between texts. One worker's working memory, of
// at most 1024 pages; not thread-safe.
template <typename Value, uint32_t kRow>
class PointTable {
 public:
  PointTable() : page_(kPages) { AddPage(); }

  // Begins a text, of at most 256 different code points.
  void Start() {
    if (pages_ > kMostPages - 256) Forget();
  }
  // Returns the values of a code point of the text.
  Value* Add(uint32_t point) {
    uint16_t& page = page_[point / 64];
    if (page == 0) [[unlikely]] {
      page = static_cast<uint16_t>(pages_);
      AddPage();
    }
    return At(point);
  }
  // The same for any code point. Those that were not added have values of 0, which must stay so.
  Value* At(uint32_t point) { return values_.data() + Place(point); }
  const Value* At(uint32_t point) const { return values_.data() + Place(point); }

 private:
  static constexpr uint32_t kPages = (kInvalidByte + 0x100) / 64, kMostPages = 1024;
  static constexpr size_t kPageSize = size_t{64} * kRow;

  size_t Place(uint32_t point) const {
    return (size_t{64} * page_[point / 64] + point % 64) * kRow;
  }
  void AddPage() {
    values_.Grow(kPageSize * (pages_ + 1), kPageSize * pages_);
    std::fill_n(values_.data() + kPageSize * pages_, kPageSize, Value{0});
    ++pages_;
  }
  void Forget() {
    std::fill(page_.begin(), page_.end(), uint16_t{0});
    pages_ = 1;
  }

  // By number of the page: its place among the pages. The page at place 0 stays empty.
  std::vector<uint16_t> page_;
  uint32_t pages_ = 0;
  Buffer<Value> values_;
};

// The positions of each character in a text of at most 256 characters.
class PointMasks {
 public:
  static constexpr uint32_t kMostWords = 4;

  // There must be no masks before.
  void Set(Points points) {
    table_.Start();
    for (uint32_t i = 0; i < points.size(); ++i) {
      table_.Add(points[i])[i / 64] |= uint64_t{1} << (i % 64);
    }
  }
  // Removes the masks of the text that was set.
  void Clear(Points points) {
    for (const uint32_t point : points) std::fill_n(table_.At(point), kMostWords, uint64_t{0});
  }
  // Returns kMostWords words: bit p of word w is set if the character is at position 64 * w + p.
  const uint64_t* Of(uint32_t point) const { return table_.At(point); }

 private:
  PointTable<uint64_t, kMostWords> table_;
};

// Numbers for the characters of a text.
class PointNumbers {
 public:
  // Neither is the number of a character: one that is left out, and one for all other characters.
  static constexpr uint8_t kLeftOut = 0x80, kNone = 0xFF;

  // Writes the numbers of a text, and those of another in which characters that are not in the
  // first have kNone. Returns false if the first has too many different characters.
  bool Write(Points text, uint8_t* numbers, Points other, uint8_t* others);

 private:
  PointTable<uint8_t, 1> table_;
};

}  // namespace mtgauge
