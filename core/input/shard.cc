// Counts lines, and cuts files after a given number of them.
#include "core/input/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/numbers.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

bool IsBlankByte(char c) { return c == ' ' || c == '\t' || c == '\r'; }

const char* FindLineEnd(const char* at, const char* end) {
  const void* const found = std::memchr(at, '\n', static_cast<size_t>(end - at));
  return found == nullptr ? end : static_cast<const char*>(found);
}

uint64_t RoundDown(uint64_t segments, bool is_large) {
  return is_large ? segments / kShardGrain * kShardGrain : segments;
}

}  // namespace

void FilePart::Cut(const Place& begin, uint64_t end) {
  is_cut_ = true;
  begin_ = begin;
  end_ = end;
}

void FilePart::Read(uint32_t block_bytes, Block& block) {
  if (!is_cut_) return whole_->Read(block_bytes, block);
  const uint64_t from = std::min(begin_.byte + block.index * block_bytes, end_);
  const auto wanted = static_cast<uint32_t>(std::min<uint64_t>(block_bytes, end_ - from));
  whole_->ReadAt(from, wanted, block);
  block.last = from + wanted == end_;
}

PlaceFinder::PlaceFinder(Source& file, const SegmentLines& lines, const std::atomic<bool>* stop,
                         uint32_t block_bytes)
    : file_(file), lines_(lines), stop_(stop), block_bytes_(block_bytes) {}

PlaceFinder::Mark PlaceFinder::Scan(const char* text, uint64_t bytes, const Mark& before) const {
  Mark mark = before;
  if (!lines_.skips_blank) {
    mark.lines += ActiveKernels().count_lines(text, bytes);
    if (bytes > 0) mark.begun = text[bytes - 1] != '\n';
    return mark;
  }
  const char* const end = text + bytes;
  for (const char* at = text; at < end;) {
    const char* const line_end = FindLineEnd(at, end);
    mark.begun = mark.begun || std::find_if_not(at, line_end, IsBlankByte) != line_end;
    at = line_end;
    if (at == end) break;
    ++at;
    ++mark.lines;
    mark.segments += std::exchange(mark.begun, false) ? 1 : 0;
  }
  return mark;
}

uint64_t PlaceFinder::SegmentsAt(const Mark& mark) const {
  return lines_.skips_blank ? mark.segments : mark.lines - std::min(mark.lines, lines_.header);
}

Status PlaceFinder::Load(uint64_t index) {
  if (loaded_ && block_.index == index) return OkStatus();
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return CancelledError();
  block_.index = index;
  file_.Read(block_bytes_, block_);
  loaded_ = block_.status.ok();
  return block_.status;
}

Status PlaceFinder::CountNext() {
  MTG_RETURN_IF_ERROR(Load(marks_.size() - 1));
  marks_.push_back(Scan(block_.data.data(), block_.bytes, marks_.back()));
  bytes_ += block_.bytes;
  ended_ = block_.last;
  return OkStatus();
}

Result<uint64_t> PlaceFinder::SegmentAt(uint64_t byte) {
  const uint64_t index = byte / block_bytes_;
  while (marks_.size() <= index) MTG_RETURN_IF_ERROR(CountNext());
  MTG_RETURN_IF_ERROR(Load(index));
  const uint64_t before = std::min<uint64_t>(byte % block_bytes_, block_.bytes);
  Mark mark = Scan(block_.data.data(), before, marks_[index]);
  if (!mark.begun) return SegmentsAt(mark);
  ++mark.lines;
  ++mark.segments;
  return SegmentsAt(mark);
}

Result<Place> PlaceFinder::Find(uint64_t segment) {
  if (segment == 0) return Place();
  while (!ended_ && SegmentsAt(marks_.back()) < segment) MTG_RETURN_IF_ERROR(CountNext());
  const auto enough = std::partition_point(
      marks_.begin(), marks_.end(), [&](const Mark& mark) { return SegmentsAt(mark) < segment; });
  if (enough == marks_.end()) return End();
  const auto index = static_cast<uint64_t>(enough - marks_.begin()) - 1;
  MTG_RETURN_IF_ERROR(Load(index));
  return PlaceIn(index, segment);
}

// Returns the place of a segment. The last line before it ends in this block.
Place PlaceFinder::PlaceIn(uint64_t index, uint64_t segment) const {
  const Mark& before = marks_[index];
  const uint64_t from = index * block_bytes_;
  if (!lines_.skips_blank) {
    const uint64_t lines = segment + lines_.header;
    return {from + EndOfLine(block_, lines - before.lines), lines, segment};
  }
  const char* const begin = block_.data.data();
  const char* const end = begin + block_.bytes;
  const char* at = begin;
  Mark mark = before;
  while (mark.segments < segment) {
    const char* const next = FindLineEnd(at, end) + 1;
    mark = Scan(at, static_cast<uint64_t>(next - at), mark);
    at = next;
  }
  return {from + static_cast<uint64_t>(at - begin), mark.lines, segment};
}

Place PlaceFinder::End() const {
  Mark mark = marks_.back();
  if (mark.begun) {
    ++mark.lines;
    ++mark.segments;
  }
  return {bytes_, mark.lines, SegmentsAt(mark)};
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
  PlaceFinder first_file(*files.front().parts.front(), files.front().lines, stop);
  const uint64_t size = files.front().parts.front()->size();
  const auto boundary = [&](uint64_t number) -> Result<uint64_t> {
    const uint64_t byte = ShareOf(size, number, shard.count);
    if (byte == 0) return 0;
    MTG_ASSIGN_OR_RETURN(const uint64_t segment, first_file.SegmentAt(byte));
    return RoundDown(segment, size / shard.count >= kLargeShardBytes);
  };
  bool to_end = shard.number == shard.count;
  MTG_ASSIGN_OR_RETURN(const uint64_t first, boundary(shard.number - 1));
  uint64_t end = first;
  if (!to_end) {
    MTG_ASSIGN_OR_RETURN(end, boundary(shard.number));
  }
  std::vector<Place> begins(files.size()), ends(files.size());
  for (size_t f = 0; f < files.size(); ++f) {
    FilePart& file = *files[f].parts.front();
    if (file.ranged()) {
      PlaceFinder other_file(file, files[f].lines, stop);
      PlaceFinder& finder = f == 0 ? first_file : other_file;
      MTG_ASSIGN_OR_RETURN(begins[f], finder.Find(first));
      if (to_end) continue;
      MTG_ASSIGN_OR_RETURN(ends[f], finder.Find(end));
    }
    to_end = to_end || ends[f].segments < end;
  }
  for (size_t f = 0; f < files.size(); ++f) {
    for (FilePart* const part : files[f].parts) {
      if (part->ranged()) part->Cut(begins[f], to_end ? part->size() : ends[f].byte);
    }
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
