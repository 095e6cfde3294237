// Marks a few lines at a time, so that they and their marks stay in the cache.
#include "core/input/tables/marked_lines.h"

#include <algorithm>
#include <cstring>

namespace mtgauge {
namespace {

constexpr size_t kPieceBytes = 16 << 10;   // unless a line is longer
constexpr size_t kLongestLine = 64 << 10;  // of those that are marked
constexpr uint32_t kMarkedAtOnce = 4 << 10;

std::string_view WithoutCr(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::string_view TakeLine(std::string_view& lines) {
  const size_t end = std::min(lines.find('\n'), lines.size());
  const std::string_view line = lines.substr(0, end);
  lines.remove_prefix(std::min(end + 1, lines.size()));
  return WithoutCr(line);
}

size_t WholeLines(std::string_view text) {
  const void* const last = text.empty() ? nullptr : memrchr(text.data(), '\n', text.size());
  if (last == nullptr) return 0;
  return static_cast<size_t>(static_cast<const char*>(last) - text.data()) + 1;
}

void MarkedLines::Begin(std::string_view lines) {
  lines_ = lines;
  piece_ = {};
  begin_ = 0;
}

bool MarkedLines::Next() {
  is_marked_ = begin_ < piece_.size() || TakePiece();
  if (!is_marked_) {
    if (lines_.empty()) return false;
    line_ = TakeLine(lines_);
    return true;
  }
  mark_ = next_mark_;
  uint32_t last = mark_;
  while (piece_[marks_[last]] != '\n') ++last;
  const uint32_t end = marks_[last];
  line_ = WithoutCr(piece_.substr(begin_, end - begin_));
  // The CR may have a mark.
  if (last > mark_ && marks_[last - 1] == begin_ + line_.size()) --last;
  count_ = last - mark_;
  begin_ = end + 1;
  next_mark_ = marks_[last] == end ? last + 1 : last + 2;
  return true;
}

// Returns false if there are no more lines, or if the next is too long.
bool MarkedLines::TakePiece() {
  size_t bytes = WholeLines(lines_.substr(0, kPieceBytes));
  if (bytes == 0) bytes = lines_.find('\n') + 1;
  if (bytes == 0 || bytes > kLongestLine) return false;
  piece_ = lines_.substr(0, bytes);
  lines_.remove_prefix(piece_.size());
  uint32_t count = 0;
  for (uint32_t at = 0; at < bytes; at += kMarkedAtOnce) {
    const auto some = std::min(static_cast<uint32_t>(bytes) - at, kMarkedAtOnce);
    marks_.Grow(count + some + 8, count);
    uint32_t* const marks = marks_.data() + count;
    const uint32_t found = ActiveKernels().find_bytes(piece_.data() + at, some, &wanted_, marks);
    for (uint32_t i = 0; i < found; ++i) marks[i] += at;
    count += found;
  }
  begin_ = next_mark_ = 0;
  return true;
}

}  // namespace mtgauge
