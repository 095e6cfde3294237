// Matches segments by document and id, and returns them in blocks.
#include "core/input/tables/segment_table.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

using Key = std::pair<std::string_view, std::string_view>;  // document, id

Key KeyOf(const Segment& segment) { return {segment.document, segment.id}; }

Key IdOf(const Segment& segment) { return {{}, segment.id}; }

std::string Of(const SegmentTable& table) {
  return table.system.empty() ? "" : fmt::format(" of '{}'", table.system);
}

// The error if `has` contains a segment that `lacks` does not.
Status MissingError(const SegmentTable& lacks, const SegmentTable& has, const Segment& segment) {
  const std::string document =
      segment.document.empty() ? "" : fmt::format(" of document '{}'", segment.document);
  const FileLine place = has.PlaceOf(segment.line);
  return InputError({lacks.file},
                    fmt::format("no segment '{}'{}{}, which is in {}:{}", segment.id, document,
                                Of(lacks), place.file, place.line),
                    "all references and systems must have the same segments");
}

Status Align(const SegmentTable& first, SegmentTable& table, Key (*key_of)(const Segment&)) {
  const std::vector<Segment>& wanted = first.segments;
  const auto same = [key_of](const Segment& a, const Segment& b) { return key_of(a) == key_of(b); };
  if (std::equal(wanted.begin(), wanted.end(), table.segments.begin(), table.segments.end(),
                 same)) {
    return OkStatus();
  }
  absl::flat_hash_map<Key, size_t> places;
  for (size_t i = 0; i < table.segments.size(); ++i) places.emplace(key_of(table.segments[i]), i);
  std::vector<Segment> ordered;
  std::vector<bool> used(table.segments.size());
  for (const Segment& segment : wanted) {
    const auto place = places.find(key_of(segment));
    if (place == places.end()) return MissingError(table, first, segment);
    used[place->second] = true;
    ordered.push_back(table.segments[place->second]);
  }
  const auto extra = std::find(used.begin(), used.end(), false);
  if (extra != used.end()) {
    return MissingError(first, table, table.segments[static_cast<size_t>(extra - used.begin())]);
  }
  table.segments = std::move(ordered);
  return OkStatus();
}

class TableReader final : public Source {
 public:
  explicit TableReader(SegmentTable table) : table_(std::move(table)) {}
  const std::string& name() const override { return table_.file; }
  bool ranged() const override { return true; }
  FileLine FileOf(uint64_t line) const override { return table_.PlaceOf(line); }
  Extent extent() const override {
    uint64_t bytes = 0;
    for (const auto& segment : table_.segments) bytes += segment.text.size() + 1;
    return {0, bytes};  // what is read are the blocks
  }

  // Cuts blocks by number of segments, so that finding a block needs no count of the bytes before
  // it. With many columns, blocks are smaller and have fewer segments.
  void Read(uint32_t block_bytes, Block& block) override {
    const size_t segments = std::clamp<size_t>(block_bytes / kBytesOfSegment, 16, kMostSegments);
    const size_t all = table_.segments.size();
    const size_t begin = std::min<size_t>(block.index * segments, all);
    const size_t end = std::min(begin + segments, all);
    uint64_t bytes = 0;
    for (size_t i = begin; i < end; ++i) bytes += table_.segments[i].text.size() + 1;
    if (bytes > kMostBytes) return Fail(begin, block);
    BlockFiller filler(block);
    for (size_t i = begin; i < end; ++i) filler.Add(table_.segments[i]);
    filler.Finish(end == all);
    block.extras->escaped = table_.escaped;
  }

 private:
  static constexpr size_t kMostSegments = 512;
  static constexpr size_t kBytesOfSegment = 512;  // with its metadata
  static constexpr uint64_t kMostBytes = UINT32_MAX - kTextPadding;

  void Fail(size_t begin, Block& block) const {
    Clear(block, 0);
    block.status =
        InputError({table_.file, table_.segments[begin].line},
                   fmt::format("this segment and the {} after it have more than {} bytes",
                               kMostSegments - 1, kMostBytes),
                   "split the long ones");
    Seal(block);
  }

  SegmentTable table_;
};

}  // namespace

Status AlignTables(const std::vector<SegmentTable*>& tables) {
  for (SegmentTable* table : tables) MTG_RETURN_IF_ERROR(Align(*tables.front(), *table, KeyOf));
  return OkStatus();
}

Status AlignTablesById(const std::vector<SegmentTable*>& tables) {
  for (SegmentTable* table : tables) MTG_RETURN_IF_ERROR(Align(*tables.front(), *table, IdOf));
  return OkStatus();
}

std::unique_ptr<Source> TableSource(SegmentTable table) {
  return std::make_unique<TableReader>(std::move(table));
}

}  // namespace mtgauge
