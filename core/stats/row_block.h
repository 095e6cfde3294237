// A block of rows: per-segment integers of up to kBlockSegments segments, one plane per column.
//
// Sealing turns each plane into its least value and the differences from it, which are as few bytes
// wide as possible, low bytes of all segments first. The resampler multiplies this format, and row
// files contain it. Columns with equal differences share them: equal columns, and those that differ
// by a constant. The bytes depend only on the rows, never on batches, threads or machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/buffer.h"

namespace mtgauge {

inline constexpr uint32_t kBlockSegments = 4096;

// value(i) = base + sum over k < width of (byte plane k)[i] << 8k.
struct Plane {
  int64_t base = 0;      // the least value of the block
  uint32_t same_as = 0;  // index of the column with these differences; its own if not shared
  uint32_t width = 0;    // bytes per difference, 0 to 8
  uint32_t first = 0;    // offset of its byte planes in the block
};

struct RowBlock {
  uint32_t segments = 0;
  std::vector<Plane> planes;  // one per column
  Buffer<uint8_t> bytes;      // byte planes, each Stride() long, zero after the last segment
  size_t byte_count = 0;

  // Length of a byte plane: the number of segments, rounded up to whole vectors.
  uint32_t Stride() const { return (segments + 63) / 64 * 64; }
  const uint8_t* BytePlane(uint32_t column, uint32_t byte) const {
    return bytes.data() + planes[column].first + size_t{byte} * Stride();
  }
  int64_t At(uint32_t column, uint32_t segment) const;
  // Writes the values of `count` segments from `first` on.
  void Values(uint32_t column, uint32_t first, uint32_t count, int64_t* values) const;
};

// Adds the sum of each column: totals[column] += sum.
void AddTotals(const RowBlock& block, std::span<int64_t> totals);

// A block while it is filled: its planes, with space for `room_` values each. The space grows with
// the number of segments, so that many small stores (one for each of many groups) stay small.
class OpenBlock {
 public:
  explicit OpenBlock(uint32_t columns) : columns_(columns) {}

  uint32_t filled() const { return filled_; }
  bool full() const { return filled_ == kBlockSegments; }

  // rows: of consecutive segments from `at` on, segment-major. Add every segment only once.
  void Add(uint32_t at, std::span<const int64_t> rows);
  // Makes room for `count` more segments, which the caller fills: the values of column c begin at
  // Column(c) + filled(), as filled() was before the call.
  void Extend(uint32_t count);
  int64_t* Column(uint32_t column) { return values_.data() + size_t{column} * room_; }

  RowBlock Sealed() const;
  void Clear() { filled_ = 0; }

 private:
  void Reserve(uint32_t segments);  // at most kBlockSegments

  uint32_t columns_;
  std::vector<int64_t> values_;
  uint32_t room_ = 0;    // number of segments that fit
  uint32_t filled_ = 0;  // number of segments present
};

}  // namespace mtgauge
