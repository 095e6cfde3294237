// Cuts blocks into lines.
#include "core/input/groups/line_reader.h"

#include <algorithm>
#include <utility>

#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

constexpr uint32_t kBlockBytes = 256 << 10;

}  // namespace

Status LineReader::Fill() {
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return CancelledError();
  text_.erase(0, std::exchange(at_, 0));
  block_.index = next_block_++;
  source_->Read(kBlockBytes, block_);
  MTG_RETURN_IF_ERROR(block_.status);
  text_.append(block_.data.data(), block_.bytes);
  ended_ = block_.last;
  return OkStatus();
}

Result<std::optional<Row>> LineReader::First() {
  MTG_ASSIGN_OR_RETURN(const std::optional<Row> row, Next());
  if (row) {
    at_ -= line_bytes_;
    --lines_;
  }
  return row;
}

Result<std::optional<Row>> LineReader::Next() {
  size_t sought = at_;
  size_t end = text_.find('\n', sought);
  while (end == text_.npos && !ended_) {
    sought = text_.size() - at_;  // Fill() moves what is left to the front
    MTG_RETURN_IF_ERROR(Fill());
    end = text_.find('\n', sought);
  }
  if (end == text_.npos) {
    if (at_ == text_.size()) return std::optional<Row>();
    end = text_.size();
  }
  line_.assign(text_, at_, end - at_);
  line_bytes_ = std::min(end + 1, text_.size()) - at_;
  at_ += line_bytes_;
  if (line_.ends_with('\r')) line_.pop_back();
  const size_t size = line_.size();
  line_.append(kTextPadding, '\0');
  return Row{std::string_view(line_).substr(0, size), ++lines_};
}

}  // namespace mtgauge
