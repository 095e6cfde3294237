// Sealing of rows: narrow planes, equal columns once.
#include "core/stats/row_store.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace mtgauge {
namespace {

static_assert(std::endian::native == std::endian::little,
              "planes are stored as they lie in memory");

uint8_t WidthFor(std::span<const int64_t> values) {
  uint64_t all_bits = 0;  // a negative value sets the top bit and so asks for 8 bytes
  for (const int64_t value : values) all_bits |= static_cast<uint64_t>(value);
  if (all_bits <= UINT8_MAX) return 1;
  if (all_bits <= UINT16_MAX) return 2;
  return all_bits <= UINT32_MAX ? 4 : 8;
}

template <typename Narrow>
std::vector<std::byte> Pack(std::span<const int64_t> values) {
  std::vector<std::byte> packed(values.size() * sizeof(Narrow));
  for (size_t i = 0; i < values.size(); ++i) {
    const Narrow value = static_cast<Narrow>(values[i]);
    std::memcpy(packed.data() + i * sizeof(Narrow), &value, sizeof(Narrow));
  }
  return packed;
}

std::vector<std::byte> PackAs(uint8_t width, std::span<const int64_t> values) {
  switch (width) {
    case 1:
      return Pack<uint8_t>(values);
    case 2:
      return Pack<uint16_t>(values);
    case 4:
      return Pack<uint32_t>(values);
    default:
      return Pack<int64_t>(values);
  }
}

template <typename Narrow>
int64_t Load(const std::byte* values, uint32_t i) {
  Narrow value;
  std::memcpy(&value, values + i * sizeof(Narrow), sizeof(Narrow));
  return static_cast<int64_t>(value);
}

}  // namespace

// A block being filled: its planes, kBlockSegments values apart.
struct RowStore::Open {
  explicit Open(uint32_t columns) : values(size_t{columns} * kBlockSegments) {}

  RowBlock Sealed(uint32_t columns) const {
    RowBlock block;
    block.segments = filled;
    block.planes.reserve(columns);
    for (uint32_t column = 0; column < columns; ++column) {
      const std::span<const int64_t> plane(values.data() + size_t{column} * kBlockSegments, filled);
      const uint8_t width = WidthFor(plane);
      Plane sealed = {column, width, PackAs(width, plane)};
      // Equal columns have equal widths, so equal bytes of one length are enough.
      for (uint32_t earlier = 0; earlier < column; ++earlier) {
        if (block.planes[earlier].values != sealed.values) continue;
        sealed = {earlier, 0, {}};
        break;
      }
      block.planes.push_back(std::move(sealed));
    }
    return block;
  }

  std::vector<int64_t> values;
  uint32_t filled = 0;  // segments present
};

int64_t RowBlock::At(uint32_t column, uint32_t segment) const {
  const Plane& plane = planes[planes[column].same_as];
  const std::byte* values = plane.values.data();
  switch (plane.width) {
    case 1:
      return Load<uint8_t>(values, segment);
    case 2:
      return Load<uint16_t>(values, segment);
    case 4:
      return Load<uint32_t>(values, segment);
    default:
      return Load<int64_t>(values, segment);
  }
}

size_t RowBlock::ByteSize() const {
  size_t bytes = 0;
  for (const Plane& plane : planes) bytes += plane.values.size();
  return bytes;
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
    Open& open = open_.try_emplace(number, columns_).first->second;
    for (uint32_t column = 0; column < columns_; ++column) {
      int64_t* plane = open.values.data() + size_t{column} * kBlockSegments + at;
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

size_t RowStore::ByteSize() const {
  size_t bytes = 0;
  for (const RowBlock& block : blocks_) bytes += block.ByteSize();
  return bytes;
}

}  // namespace mtgauge
