// Cuts files after a given number of segments.
#include "core/input/shard.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/numbers.h"

namespace mtgauge {
namespace {

uint64_t RoundDown(uint64_t segments, bool is_large) {
  return is_large ? segments / kShardGrain * kShardGrain : segments;
}

}  // namespace

Result<std::unique_ptr<SegmentFinder>> FilePart::Finder(const SegmentLines& lines,
                                                        const std::atomic<bool>* stop) {
  if (!ranged()) return std::unique_ptr<SegmentFinder>(std::make_unique<RowFinder>(0));
  return std::unique_ptr<SegmentFinder>(std::make_unique<PlaceFinder>(*whole_, lines, stop));
}

void FilePart::Cut(const Place& begin, const Place* end) {
  if (!ranged()) return;
  is_cut_ = true;
  begin_ = begin;
  end_ = end == nullptr ? whole_->size() : end->byte;
}

void FilePart::Read(uint32_t block_bytes, Block& block) {
  if (!is_cut_) return whole_->Read(block_bytes, block);
  const uint64_t from = std::min(begin_.byte + block.index * block_bytes, end_);
  const auto wanted = static_cast<uint32_t>(std::min<uint64_t>(block_bytes, end_ - from));
  whole_->ReadAt(from, wanted, block);
  block.last = from + wanted == end_;
}

std::optional<Shard> ParseShard(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = ParseNumber<uint32_t>(text.substr(0, slash)),
             count = ParseNumber<uint32_t>(text.substr(slash + 1));
  if (!number || !count || *number == 0 || *number > *count) return std::nullopt;
  return Shard{*number, *count};
}

Status CheckShard(const Shard& shard) {
  if (shard.number >= 1 && shard.number <= shard.count) return OkStatus();
  return UsageError({.option = "shard"},
                    fmt::format("`shard`: there is no shard {} of {}", shard.number, shard.count),
                    "count shards from 1, as in `shard` 1/8 to 8/8");
}

bool CutsFiles(const ShardOption& option) {
  return option.shard && option.shard->count > 1 && !option.whole_files;
}

uint64_t ShareOf(uint64_t size, uint64_t number, uint64_t count) {
  return size / count * number + size % count * number / count;
}

Status CutFiles(const Shard& shard, const std::vector<ShardFile>& files,
                const std::atomic<bool>* stop) {
  const auto finder_of = [&](const ShardFile& file) {
    return file.parts.front()->Finder(file.lines, stop);
  };
  MTG_ASSIGN_OR_RETURN(std::unique_ptr<SegmentFinder> first_file, finder_of(files.front()));
  const uint64_t size = first_file->size();
  const auto boundary = [&](uint64_t number) -> Result<uint64_t> {
    const uint64_t at = ShareOf(size, number, shard.count);
    if (at == 0) return 0;
    MTG_ASSIGN_OR_RETURN(const uint64_t segment, first_file->SegmentAt(at));
    const uint64_t large = first_file->in_bytes() ? kLargeShardBytes : kLargeShardSegments;
    return RoundDown(segment, size / shard.count >= large);
  };
  bool to_end = shard.number == shard.count;
  MTG_ASSIGN_OR_RETURN(const uint64_t first, boundary(shard.number - 1));
  uint64_t end = first;
  if (!to_end) {
    MTG_ASSIGN_OR_RETURN(end, boundary(shard.number));
  }
  std::vector<Place> begins(files.size()), ends(files.size());
  for (size_t f = 0; f < files.size(); ++f) {
    std::unique_ptr<SegmentFinder> other_file;
    if (f > 0) {
      MTG_ASSIGN_OR_RETURN(other_file, finder_of(files[f]));
    }
    SegmentFinder& finder = f == 0 ? *first_file : *other_file;
    MTG_ASSIGN_OR_RETURN(begins[f], finder.Find(first));
    if (to_end) continue;
    MTG_ASSIGN_OR_RETURN(ends[f], finder.Find(end));
    to_end = ends[f].segments < end;
  }
  for (size_t f = 0; f < files.size(); ++f) {
    for (Cuttable* const part : files[f].parts) part->Cut(begins[f], to_end ? nullptr : &ends[f]);
  }
  return OkStatus();
}

SegmentRange CutSegments(const Shard& shard, uint64_t size) {
  const bool is_large = size / shard.count >= kLargeShardSegments;
  SegmentRange range;
  range.first = RoundDown(ShareOf(size, shard.number - 1, shard.count), is_large);
  range.end = shard.number == shard.count
                  ? size
                  : RoundDown(ShareOf(size, shard.number, shard.count), is_large);
  return range;
}

}  // namespace mtgauge
