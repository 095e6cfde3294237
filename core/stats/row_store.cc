// Sealing of rows: narrow byte planes, equal ones once.
#include "core/stats/row_store.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <numeric>
#include <utility>

namespace mtgauge {
namespace {

// A plane on its way into a block.
struct Differences {
  int64_t base = 0;
  uint32_t width = 0;
  std::vector<uint8_t> bytes;
};

Differences Subtract(std::span<const int64_t> values, uint32_t stride) {
  Differences out;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  out.base = *least;
  // Unsigned, so that the whole range of int64 may lie between them.
  const uint64_t range = static_cast<uint64_t>(*most) - static_cast<uint64_t>(*least);
  out.width = static_cast<uint32_t>(std::bit_width(range) + 7) / 8;
  out.bytes.assign(size_t{out.width} * stride, 0);
  for (uint32_t k = 0; k < out.width; ++k) {
    uint8_t* plane = out.bytes.data() + size_t{k} * stride;
    for (size_t i = 0; i < values.size(); ++i) {
      const uint64_t difference =
          static_cast<uint64_t>(values[i]) - static_cast<uint64_t>(out.base);
      plane[i] = static_cast<uint8_t>(difference >> (8 * k));
    }
  }
  return out;
}

}  // namespace

// A block being filled: its planes, `room` values apart. Room grows with the segments that come, so
// that many small stores (one for each of many groups) stay small.
struct RowStore::Open {
  // Makes room for `segments`, at most kBlockSegments.
  void Reserve(uint32_t segments, uint32_t columns) {
    if (segments <= room) return;
    const uint32_t wider = std::min(std::max(segments, 4 * room), kBlockSegments);
    std::vector<int64_t> moved(size_t{columns} * wider);
    for (uint32_t column = 0; column < columns; ++column) {
      std::copy_n(values.data() + size_t{column} * room, room,
                  moved.data() + size_t{column} * wider);
    }
    values = std::move(moved);
    room = wider;
  }

  RowBlock Sealed(uint32_t columns) const {
    RowBlock block;
    block.segments = filled;
    std::vector<Differences> kept;  // of each column; empty where shared
    for (uint32_t column = 0; column < columns; ++column) {
      const std::span<const int64_t> values_of(values.data() + size_t{column} * room, filled);
      kept.push_back(Subtract(values_of, block.Stride()));
      const auto equal = std::find_if(kept.begin(), kept.end(), [&](const Differences& other) {
        return other.width == kept.back().width && other.bytes == kept.back().bytes;
      });
      const auto owner = static_cast<uint32_t>(equal - kept.begin());
      Plane plane = {kept[column].base, owner, kept[column].width,
                     static_cast<uint32_t>(block.byte_count)};
      if (owner != column) {
        plane.first = block.planes[owner].first;
        kept[column] = {0, UINT32_MAX, {}};
      }
      block.byte_count += kept[column].bytes.size();
      block.planes.push_back(plane);
    }
    block.bytes.Allocate(block.byte_count);
    for (uint32_t column = 0; column < columns; ++column) {
      if (block.planes[column].same_as != column || kept[column].bytes.empty()) continue;
      std::memcpy(block.bytes.data() + block.planes[column].first, kept[column].bytes.data(),
                  kept[column].bytes.size());
    }
    return block;
  }

  std::vector<int64_t> values;
  uint32_t room = 0;    // segments that there is room for
  uint32_t filled = 0;  // segments present
};

int64_t RowBlock::At(uint32_t column, uint32_t segment) const {
  uint64_t difference = 0;
  for (uint32_t k = 0; k < planes[column].width; ++k) {
    difference |= uint64_t{BytePlane(column, k)[segment]} << (8 * k);
  }
  return static_cast<int64_t>(static_cast<uint64_t>(planes[column].base) + difference);
}

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
    Open& open = open_[number];
    open.Reserve(at + run, columns_);
    for (uint32_t column = 0; column < columns_; ++column) {
      int64_t* plane = open.values.data() + size_t{column} * open.room + at;
      for (uint32_t i = 0; i < run; ++i) plane[i] = row[size_t{i} * columns_ + column];
    }
    open.filled += run;
    if (open.filled == kBlockSegments) Seal(number);
    first += run;
    count -= run;
    row += size_t{run} * columns_;
  }
}

void RowStore::Seal(uint64_t number) {
  const auto open = open_.find(number);
  if (blocks_.size() <= number) blocks_.resize(number + 1);
  blocks_[number] = open->second.Sealed(columns_);
  open_.erase(open);
}

void RowStore::Finish() {
  // A gap would be rows that nobody added: only the last block may be partial.
  assert(open_.size() <= 1);
  if (!open_.empty()) Seal(open_.begin()->first);
}

void RowStore::Row(uint64_t segment, int64_t* row) const {
  const RowBlock& block = blocks_[segment / kBlockSegments];
  for (uint32_t column = 0; column < columns_; ++column) {
    row[column] = block.At(column, static_cast<uint32_t>(segment % kBlockSegments));
  }
}

std::vector<int64_t> RowStore::Totals() const {
  std::vector<int64_t> totals(columns_);
  for (const RowBlock& block : blocks_) {
    for (uint32_t column = 0; column < columns_; ++column) {
      const Plane& plane = block.planes[column];
      uint64_t total = static_cast<uint64_t>(plane.base) * block.segments;
      for (uint32_t k = 0; k < plane.width; ++k) {
        const uint8_t* bytes = block.BytePlane(column, k);
        total += std::accumulate(bytes, bytes + block.segments, uint64_t{0}) << (8 * k);
      }
      totals[column] = static_cast<int64_t>(static_cast<uint64_t>(totals[column]) + total);
    }
  }
  return totals;
}

size_t RowStore::ByteSize() const {
  size_t bytes = 0;
  for (const RowBlock& block : blocks_) bytes += block.byte_count;
  return bytes;
}

}  // namespace mtgauge
