// A block of rows: per-segment integers of up to kBlockSegments segments, one plane per column.
//
// On sealing, a plane becomes its least value and the differences from it, as few bytes wide as
// they need, low bytes of all segments first: the form that the resampler multiplies, and that row
// files hold. Columns with equal differences share them, which covers equal columns and those that
// differ by a constant. The bytes depend on the rows alone, never on batches, threads or machines.
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
  uint32_t same_as = 0;  // index of the column that holds these differences; its own if not shared
  uint32_t width = 0;    // bytes per difference, 0 to 8
  uint32_t first = 0;    // where its byte planes begin in the block
};

struct RowBlock {
  uint32_t segments = 0;
  std::vector<Plane> planes;  // one per column
  Buffer<uint8_t> bytes;      // byte planes, each Stride() long, zero behind the last segment
  size_t byte_count = 0;

  // Length of a byte plane: the segments, rounded up to whole vectors.
  uint32_t Stride() const { return (segments + 63) / 64 * 64; }
  const uint8_t* BytePlane(uint32_t column, uint32_t byte) const {
    return bytes.data() + planes[column].first + size_t{byte} * Stride();
  }
  int64_t At(uint32_t column, uint32_t segment) const;
  // values[0, count) of the segments from `first` on.
  void Values(uint32_t column, uint32_t first, uint32_t count, int64_t* values) const;
};

// totals[column] += the sum of the block's column.
void AddTotals(const RowBlock& block, std::span<int64_t> totals);

// A block being filled: its planes, `room` values apart. Room grows with the segments that come, so
// that many small stores (one for each of many groups) stay small.
class OpenBlock {
 public:
  explicit OpenBlock(uint32_t columns) : columns_(columns) {}

  uint32_t filled() const { return filled_; }
  bool full() const { return filled_ == kBlockSegments; }

  // rows: of consecutive segments from `at` on, segment-major. Every segment is added once.
  void Add(uint32_t at, std::span<const int64_t> rows);
  // Room for `count` segments behind those that are there, for the caller to fill: the values of
  // column c begin at Column(c) + filled() before the call.
  void Extend(uint32_t count);
  int64_t* Column(uint32_t column) { return values_.data() + size_t{column} * room_; }

  RowBlock Sealed() const;
  void Clear() { filled_ = 0; }

 private:
  void Reserve(uint32_t segments);  // at most kBlockSegments

  uint32_t columns_;
  std::vector<int64_t> values_;
  uint32_t room_ = 0;    // segments that there is room for
  uint32_t filled_ = 0;  // segments present
};

}  // namespace mtgauge
