// Kept rows: per-segment integers in blocks anchored at the global segment index.
//
// A block holds kBlockSegments segments, one plane per column; on sealing each plane becomes 8, 16,
// 32 or 64 bits wide by its range in that block, and a column that equals an earlier one is stored
// once. The bytes depend on the rows alone, never on batches, threads or machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace mtgauge {

inline constexpr uint32_t kBlockSegments = 4096;

// One sealed plane.
struct Plane {
  uint32_t same_as;               // index of the equal earlier column, or this column's own index
  uint8_t width;                  // bytes per value: 1, 2, 4 or 8; 0 when the plane is shared
  std::vector<std::byte> values;  // little-endian, signed only when width is 8
};

struct RowBlock {
  uint32_t segments = 0;
  std::vector<Plane> planes;  // one per column

  int64_t At(uint32_t column, uint32_t segment) const;
  size_t ByteSize() const;
};

// Rows of one (system, metric). Add() takes runs of consecutive segments in any order (batches of a
// parallel run); a block is sealed as soon as it is full, so memory stays near the sealed size.
// Not thread-safe. Values are >= 0.
class RowStore {
 public:
  explicit RowStore(uint32_t columns);
  ~RowStore();
  RowStore(RowStore&&) noexcept;
  RowStore& operator=(RowStore&&) noexcept;

  // rows: count * columns values, segment-major, of segments [first, first + count).
  void Add(uint64_t first, std::span<const int64_t> rows);
  // Seals the last, partial block. Call once, after the last Add().
  void Finish();

  uint32_t columns() const { return columns_; }
  uint64_t segments() const { return segments_; }
  const std::vector<RowBlock>& blocks() const { return blocks_; }
  size_t ByteSize() const;

 private:
  struct Open;  // a block being filled
  void Seal(uint64_t number);

  uint32_t columns_;
  uint64_t segments_ = 0;
  std::vector<RowBlock> blocks_;
  std::map<uint64_t, Open> open_;  // by block number
};

}  // namespace mtgauge
