// Manages the arrays of a view.
#include "core/text/view.h"

#include <algorithm>
#include <cstring>

#include "core/simd/kernels.h"
#include "core/text/token_key.h"

namespace mtgauge {
namespace {

constexpr size_t kSpareTokens = 16;              // readable after the last token
constexpr size_t kKeepBytes = size_t{64} << 10;  // minimum size of a block for rewritten text

}  // namespace

void View::Reset(const char* text, uint32_t bytes, uint32_t segments) {
  text_ = text;
  bytes_ = bytes;
  segments_ = segments;
  tokens_ = 0;
  refused_ = kNone;
  line_end_.Grow(segments, 0);
  lines_.Grow(segments, 0);
  asides_.clear();
  // Reuse one block for kept text: the next batch probably needs as much as this one.
  size_t kept = 0;
  for (const std::string& block : kept_) kept += block.capacity();
  if (kept_.size() > 1) kept_.resize(1);
  if (!kept_.empty()) {
    kept_.front().clear();
    kept_.front().reserve(kept);
  }
  GrowTokens(0);
}

void View::ResetAs(const View& other) {
  Reset(other.text_, other.bytes_, other.segments_);
  std::copy_n(other.line_end_.data(), segments_, line_end_.data());
  asides_ = other.asides_;
  for (uint32_t i = 0; i < segments_; ++i) lines_[i] = {text_, 0, 0};
}

void View::FindLines() {
  const char* const end = text_ + bytes_;
  const char* at = text_;
  for (uint32_t i = 0; i < segments_; ++i) {
    const void* const found = std::memchr(at, '\n', static_cast<size_t>(end - at));
    const char* const line_end = found != nullptr ? static_cast<const char*>(found) : end;
    line_end_[i] = static_cast<uint32_t>(line_end - text_);
    lines_[i] = {text_, 0, 0};
    at = std::min(line_end + 1, end);
  }
}

void View::SetAside(uint32_t index, std::string_view text) { asides_.emplace_back(index, text); }

void View::BeginSegment(const char* base) {
  open_base_ = base;
  open_first_ = tokens_;
  token_room_ = std::min({begin_.capacity(), end_.capacity(), key_.capacity()}) - kSpareTokens;
}

void View::AddToken(uint32_t begin, uint32_t end) {
  AddToken(begin, end, TokenKey({open_base_ + begin, end - begin}, hash_));
}

void View::EndSegment(uint32_t segment) {
  lines_[segment] = {open_base_, open_first_, tokens_ - open_first_};
}

char* View::Keep(std::string_view text) {
  const size_t wanted = text.size() + kTextPadding;
  if (kept_.empty() || kept_.back().capacity() - kept_.back().size() < wanted) {
    kept_.emplace_back().reserve(std::max(wanted, kKeepBytes));
  }
  std::string& block = kept_.back();  // never beyond its capacity, so it never moves
  const size_t start = block.size();
  block.append(text).append(kTextPadding, '\0');
  return block.data() + start;
}

std::string_view View::TextAmongAsides(uint32_t i) const {
  const auto aside =
      std::lower_bound(asides_.begin(), asides_.end(), i,
                       [](const auto& entry, uint32_t segment) { return entry.first < segment; });
  return aside != asides_.end() && aside->first == i ? aside->second : LineText(i);
}

void View::GrowTokens(size_t wanted) {
  begin_.Grow(wanted + kSpareTokens, tokens_);
  end_.Grow(wanted + kSpareTokens, tokens_);
  key_.Grow(wanted + kSpareTokens, tokens_);
  token_room_ = std::min({begin_.capacity(), end_.capacity(), key_.capacity()}) - kSpareTokens;
}

}  // namespace mtgauge
