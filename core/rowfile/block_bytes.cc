// The bytes of a block are its memory without the offsets, which follow from the widths.
#include "core/rowfile/block_bytes.h"

#include <cstring>

#include "core/base/bytes.h"

namespace mtgauge {
namespace {

constexpr size_t kBlockHead = 8;    // segments and columns
constexpr size_t kColumnHead = 16;  // base, same_as and width
constexpr uint32_t kMostWidth = 8;

// Parses the columns' planes and computes their offsets; returns false if they are invalid.
bool ParsePlanes(std::string_view heads, RowBlock& block) {
  for (size_t at = 0; at < heads.size(); at += kColumnHead) {
    const auto column = static_cast<uint32_t>(block.planes.size());
    Plane plane;
    plane.base = static_cast<int64_t>(ReadU64(heads.data() + at));
    plane.same_as = ReadU32(heads.data() + at + 8);
    plane.width = ReadU32(heads.data() + at + 12);
    plane.first = static_cast<uint32_t>(block.byte_count);
    if (plane.width > kMostWidth || plane.same_as > column) return false;
    if (plane.same_as < column) {
      const Plane& owner = block.planes[plane.same_as];
      if (owner.same_as != plane.same_as || owner.width != plane.width) return false;
      plane.first = owner.first;
    } else {
      block.byte_count += size_t{plane.width} * block.Stride();
    }
    block.planes.push_back(plane);
  }
  return true;
}

}  // namespace

void AppendBlock(const RowBlock& block, std::string& bytes) {
  AppendU32(block.segments, bytes);
  AppendU32(static_cast<uint32_t>(block.planes.size()), bytes);
  for (const Plane& plane : block.planes) {
    AppendU64(static_cast<uint64_t>(plane.base), bytes);
    AppendU32(plane.same_as, bytes);
    AppendU32(plane.width, bytes);
  }
  bytes.append(reinterpret_cast<const char*>(block.bytes.data()), block.byte_count);
}

bool ParseBlock(std::string_view bytes, uint32_t segments, uint32_t columns, RowBlock& block) {
  block = RowBlock();
  const size_t heads = size_t{columns} * kColumnHead;
  if (bytes.size() < kBlockHead + heads || ReadU32(bytes.data()) != segments ||
      ReadU32(bytes.data() + 4) != columns) {
    return false;
  }
  block.segments = segments;
  if (!ParsePlanes(bytes.substr(kBlockHead, heads), block)) return false;
  const std::string_view planes = bytes.substr(kBlockHead + heads);
  if (planes.size() != block.byte_count) return false;
  block.bytes.Allocate(block.byte_count);
  if (!planes.empty()) std::memcpy(block.bytes.data(), planes.data(), planes.size());
  return true;
}

}  // namespace mtgauge
