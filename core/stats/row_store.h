// Stored rows: per-segment integers in blocks (row_block.h) aligned to the global segment index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "core/base/status.h"
#include "core/stats/row_block.h"

namespace mtgauge {

// The rows of one (system, metric). Add() takes runs of consecutive segments in any order (batches
// of a parallel run). Each block is sealed as soon as it is full, so memory stays close to the
// sealed size. Not thread-safe.
class RowStore {
 public:
  explicit RowStore(uint32_t columns);
  ~RowStore();
  RowStore(RowStore&&) noexcept;
  RowStore& operator=(RowStore&&) noexcept;

  // rows: count * columns values, segment-major, of segments [first, first + count).
  void Add(uint64_t first, std::span<const int64_t> rows);
  // Seals the last, partial block. Call it once, after the last Add().
  void Finish();

  // Makes a store for rows elsewhere, such as in a file: any thread may call `read` to get a block.
  // `totals`: the sum of each column.
  using ReadBlock = std::function<Result<RowBlock>(uint64_t block)>;
  static RowStore Elsewhere(uint64_t segments, std::vector<int64_t> totals, ReadBlock read);

  uint32_t columns() const { return columns_; }
  uint64_t segments() const { return segments_; }
  // Null unless the rows are stored elsewhere.
  const ReadBlock& read_block() const { return read_block_; }
  // Only for rows in memory:
  const std::vector<RowBlock>& blocks() const { return blocks_; }
  // Writes row[0, columns) of one segment.
  void Row(uint64_t segment, int64_t* row) const;
  // Returns the sum of each column.
  std::vector<int64_t> Totals() const;
  size_t ByteSize() const;

 private:
  void Seal(uint64_t number);

  uint32_t columns_;
  uint64_t segments_ = 0;
  std::vector<RowBlock> blocks_;
  ReadBlock read_block_;
  std::vector<int64_t> totals_;         // for rows stored elsewhere
  std::map<uint64_t, OpenBlock> open_;  // by block number
};

}  // namespace mtgauge
