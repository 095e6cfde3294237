// Counts rows block by block, and remembers what was before each block.
#include "core/input/place_finder.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

bool IsBlankByte(char c) { return c == ' ' || c == '\t' || c == '\r'; }

const char* FindLineEnd(const char* at, const char* end) {
  const void* const found = std::memchr(at, '\n', static_cast<size_t>(end - at));
  return found == nullptr ? end : static_cast<const char*>(found);
}

}  // namespace

PlaceFinder::PlaceFinder(Source& file, const SegmentLines& lines, const std::atomic<bool>* stop,
                         uint32_t block_bytes)
    : file_(file), lines_(lines), stop_(stop), block_bytes_(block_bytes), marks_(1) {
  marks_.front().quoted = QuotedRow(lines.separator);
}

uint64_t PlaceFinder::Scan(std::string_view text, Mark& mark, uint64_t most) const {
  if (lines_.array) return ScanArray(text, mark, most);
  if (lines_.separator != '\0') return ScanQuoted(text, mark, most);
  if (lines_.skips_blank) return ScanLines(text, mark, most);
  mark.lines += ActiveKernels().count_lines(text.data(), text.size());
  if (!text.empty()) mark.begun = text.back() != '\n';
  return text.size();
}

uint64_t PlaceFinder::ScanLines(std::string_view text, Mark& mark, uint64_t most) const {
  const char* const end = text.data() + text.size();
  const char* at = text.data();
  while (at < end && mark.segments < most) {
    const char* const line_end = FindLineEnd(at, end);
    mark.begun = mark.begun || std::find_if_not(at, line_end, IsBlankByte) != line_end;
    at = line_end;
    if (at == end) break;
    ++at;
    ++mark.lines;
    mark.segments += std::exchange(mark.begun, false) ? 1 : 0;
  }
  return static_cast<uint64_t>(at - text.data());
}

uint64_t PlaceFinder::ScanQuoted(std::string_view text, Mark& mark, uint64_t most) const {
  const uint64_t size = text.size();
  while (!text.empty() && mark.segments < most) {
    const std::string_view row = text.substr(0, mark.quoted.FindEnd(text));
    const bool counts = mark.row_line >= lines_.header;
    if (!row.empty()) {
      const bool empty_so_far = lines_.skips_blank && !mark.lone_cr && row == "\r";
      mark.lone_cr = empty_so_far && !mark.begun;
      mark.begun = counts && !mark.lone_cr;
    }
    mark.lines += ActiveKernels().count_lines(row.data(), row.size());
    const bool whole = row.size() < text.size();
    text.remove_prefix(row.size() + (whole ? 1 : 0));
    if (!whole) break;
    mark.row_line = ++mark.lines;
    const bool is_segment = std::exchange(mark.begun, false) || (counts && !lines_.skips_blank);
    mark.segments += is_segment ? 1 : 0;
    mark.lone_cr = false;
  }
  return size - text.size();
}

uint64_t PlaceFinder::ScanArray(std::string_view text, Mark& mark, uint64_t most) {
  uint64_t at = 0;
  while (at < text.size() && mark.segments < most && !mark.wrong) {
    char c = text[at++];
    mark.wrong = mark.array.Step(c) != ArraySteps::Fault::kNone;
    mark.lines = mark.segments = mark.array.elements();
    mark.begun = mark.array.has_element();
  }
  return mark.wrong ? text.size() : at;
}

uint64_t PlaceFinder::SegmentsAt(const Mark& mark) const {
  return is_plain() ? mark.lines - std::min(mark.lines, lines_.header) : mark.segments;
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
  Mark mark = marks_.back();
  Scan({block_.data.data(), block_.bytes}, mark);
  marks_.push_back(mark);
  bytes_ += block_.bytes;
  ended_ = block_.last;
  return OkStatus();
}

Result<uint64_t> PlaceFinder::SegmentAt(uint64_t byte) {
  const uint64_t index = byte / block_bytes_;
  while (marks_.size() <= index) MTG_RETURN_IF_ERROR(CountNext());
  MTG_RETURN_IF_ERROR(Load(index));
  const uint64_t before = std::min<uint64_t>(byte % block_bytes_, block_.bytes);
  Mark mark = marks_[index];
  Scan({block_.data.data(), before}, mark);
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

// Returns the place of a segment. The last row before it ends in this block.
Place PlaceFinder::PlaceIn(uint64_t index, uint64_t segment) const {
  const uint64_t from = index * block_bytes_;
  Mark mark = marks_[index];
  if (is_plain()) {
    const uint64_t lines = segment + lines_.header;
    return {from + EndOfLine(block_, lines - mark.lines), lines, segment};
  }
  const uint64_t bytes = Scan({block_.data.data(), block_.bytes}, mark, segment);
  return {from + bytes, mark.lines, segment};
}

Place PlaceFinder::End() const {
  Mark mark = marks_.back();
  if (mark.begun) {
    ++mark.lines;
    ++mark.segments;
  }
  return {bytes_, mark.lines, SegmentsAt(mark)};
}

}  // namespace mtgauge
