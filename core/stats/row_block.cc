// Seals rows as narrow byte planes, storing equal planes once.
#include "core/stats/row_block.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

namespace mtgauge {
namespace {

// A plane while it is being added to a block.
struct Differences {
  int64_t base = 0;
  uint32_t width = 0;
  std::vector<uint8_t> bytes;
};

Differences Subtract(std::span<const int64_t> values, uint32_t stride) {
  Differences out;
  int64_t least = values.front(), most = least;  // without branches, unlike std::minmax_element
  for (const int64_t value : values) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  out.base = least;
  // Unsigned, since the difference may span the whole range of int64.
  const uint64_t range = static_cast<uint64_t>(most) - static_cast<uint64_t>(least);
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

int64_t RowBlock::At(uint32_t column, uint32_t segment) const {
  uint64_t difference = 0;
  for (uint32_t k = 0; k < planes[column].width; ++k) {
    difference |= uint64_t{BytePlane(column, k)[segment]} << (8 * k);
  }
  return static_cast<int64_t>(static_cast<uint64_t>(planes[column].base) + difference);
}

void RowBlock::Values(uint32_t column, uint32_t first, uint32_t count, int64_t* values) const {
  std::fill_n(values, count, planes[column].base);
  for (uint32_t k = 0; k < planes[column].width; ++k) {
    const uint8_t* plane = BytePlane(column, k) + first;
    for (uint32_t i = 0; i < count; ++i) {
      values[i] =
          static_cast<int64_t>(static_cast<uint64_t>(values[i]) + (uint64_t{plane[i]} << (8 * k)));
    }
  }
}

void AddTotals(const RowBlock& block, std::span<int64_t> totals) {
  for (uint32_t column = 0; column < totals.size(); ++column) {
    const Plane& plane = block.planes[column];
    uint64_t total = static_cast<uint64_t>(plane.base) * block.segments;
    for (uint32_t k = 0; k < plane.width; ++k) {
      const uint8_t* bytes = block.BytePlane(column, k);
      total += std::accumulate(bytes, bytes + block.segments, uint64_t{0}) << (8 * k);
    }
    totals[column] = static_cast<int64_t>(static_cast<uint64_t>(totals[column]) + total);
  }
}

void OpenBlock::Reserve(uint32_t segments) {
  if (segments <= room_) return;
  const uint32_t wider = std::min(std::max(segments, 4 * room_), kBlockSegments);
  std::vector<int64_t> moved(size_t{columns_} * wider);
  for (uint32_t column = 0; column < columns_; ++column) {
    std::copy_n(values_.data() + size_t{column} * room_, room_,
                moved.data() + size_t{column} * wider);
  }
  values_ = std::move(moved);
  room_ = wider;
}

void OpenBlock::Add(uint32_t at, std::span<const int64_t> rows) {
  const auto count = static_cast<uint32_t>(rows.size() / columns_);
  constexpr uint32_t kTile = 64;  // rows that stay in the cache while their columns are copied
  Reserve(at + count);
  for (uint32_t first = 0; first < count; first += kTile) {
    const uint32_t end = std::min(first + kTile, count);
    for (uint32_t column = 0; column < columns_; ++column) {
      int64_t* plane = Column(column) + at;
      for (uint32_t i = first; i < end; ++i) plane[i] = rows[size_t{i} * columns_ + column];
    }
  }
  filled_ += count;
}

void OpenBlock::Extend(uint32_t count) {
  Reserve(filled_ + count);
  filled_ += count;
}

RowBlock OpenBlock::Sealed() const {
  RowBlock block;
  block.segments = filled_;
  std::vector<Differences> kept;  // per column; empty if shared
  for (uint32_t column = 0; column < columns_; ++column) {
    const std::span<const int64_t> values_of(values_.data() + size_t{column} * room_, filled_);
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
  for (uint32_t column = 0; column < columns_; ++column) {
    if (block.planes[column].same_as != column || kept[column].bytes.empty()) continue;
    std::memcpy(block.bytes.data() + block.planes[column].first, kept[column].bytes.data(),
                kept[column].bytes.size());
  }
  return block;
}

}  // namespace mtgauge
