// Collects rows into blocks and sums them.
#include "core/stats/row_store.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace mtgauge {

RowStore::RowStore(uint32_t columns) : columns_(columns) {}
RowStore::~RowStore() = default;
RowStore::RowStore(RowStore&&) noexcept = default;
RowStore& RowStore::operator=(RowStore&&) noexcept = default;

void RowStore::Add(uint64_t first, std::span<const int64_t> rows) {
  assert(columns_ > 0 && rows.size() % columns_ == 0);
  uint64_t count = rows.size() / columns_;
  const int64_t* row = rows.data();
  segments_ += count;
  while (count > 0) {
    const uint64_t number = first / kBlockSegments;
    const auto at = static_cast<uint32_t>(first % kBlockSegments);
    const auto run = static_cast<uint32_t>(std::min<uint64_t>(count, kBlockSegments - at));
    OpenBlock& open = open_.try_emplace(number, columns_).first->second;
    open.Add(at, {row, size_t{run} * columns_});
    if (open.full()) Seal(number);
    first += run;
    count -= run;
    row += size_t{run} * columns_;
  }
}

void RowStore::Seal(uint64_t number) {
  const auto open = open_.find(number);
  if (blocks_.size() <= number) blocks_.resize(number + 1);
  blocks_[number] = open->second.Sealed();
  open_.erase(open);
}

void RowStore::Finish() {
  // A gap would be missing rows: only the last block may be partial.
  assert(open_.size() <= 1);
  if (!open_.empty()) Seal(open_.begin()->first);
}

void RowStore::Row(uint64_t segment, int64_t* row) const {
  const RowBlock& block = blocks_[segment / kBlockSegments];
  for (uint32_t column = 0; column < columns_; ++column) {
    row[column] = block.At(column, static_cast<uint32_t>(segment % kBlockSegments));
  }
}

RowStore RowStore::Elsewhere(uint64_t segments, std::vector<int64_t> totals, ReadBlock read) {
  RowStore store(static_cast<uint32_t>(totals.size()));
  store.segments_ = segments;
  store.totals_ = std::move(totals);
  store.read_block_ = std::move(read);
  return store;
}

std::vector<int64_t> RowStore::Totals() const {
  if (read_block_) return totals_;
  std::vector<int64_t> totals(columns_);
  for (const RowBlock& block : blocks_) AddTotals(block, totals);
  return totals;
}

size_t RowStore::ByteSize() const {
  size_t bytes = 0;
  for (const RowBlock& block : blocks_) bytes += block.byte_count;
  return bytes;
}

}  // namespace mtgauge
