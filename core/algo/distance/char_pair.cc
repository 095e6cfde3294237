// Levenshtein distance of characters, which is symmetric: either side may be the columns. Kernels
// compare bytes within a band of diagonals. Where there is no kernel, and for more edits than bands
// are wide, the columns' characters get masks of their positions.
#include "core/algo/distance/char_pair.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

namespace mtgauge {
namespace {

// Joins tokens with one space between them. Copies tokens together that are already joined like
// this in their text.
std::string_view Join(const Tokens& tokens, Buffer<char>& memory) {
  size_t most = kTextPadding;
  for (uint32_t i = 0; i < tokens.count; ++i) most += tokens[i].size() + 1;
  memory.Grow(most, 0);
  char* out = memory.data();
  for (uint32_t first = 0, i = 0; i < tokens.count; ++i) {
    const uint32_t end = tokens.end[i];
    const bool last = i + 1 == tokens.count;
    if (!last && tokens.begin[i + 1] == end + 1 && tokens.base[end] == ' ') continue;
    const size_t size = end - tokens.begin[first];
    std::memcpy(out, tokens.base + tokens.begin[first], size);
    out += size;
    if (!last) *out++ = ' ';
    first = i + 1;
  }
  return {memory.data(), out};
}

// Both are vectorised by the compiler.
bool CopyIfAscii(std::string_view text, uint8_t* to) {
  uint8_t bits = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<uint8_t>(text[i]);
    to[i] = byte;
    bits |= byte;
  }
  return bits < 0x80;
}
void Narrow(Points points, uint8_t* to) {
  for (size_t i = 0; i < points.size(); ++i) to[i] = static_cast<uint8_t>(points[i]);
}

// Leaves out the common beginning and the common end, which need no edits.
template <typename Text>
void StripCommon(Text& a, Text& b) {
  size_t most = std::min(a.size(), b.size()), same = 0;
  while (same < most && a[same] == b[same]) ++same;
  a = a.subspan(same);
  b = b.subspan(same);
  most -= same;
  for (same = 0; same < most && a[a.size() - 1 - same] == b[b.size() - 1 - same];) ++same;
  a = a.first(a.size() - same);
  b = b.first(b.size() - same);
}

// Computes the rows of a block of at most 64 * kWords columns, one row per character of `rows`.
// `changes` are those that enter a row and, on return, those that leave it. Returns the last value
// of the last row less the one before the block.
template <uint32_t kWords>
int64_t GoThroughBlock(PointMasks& masks, Points columns, Points rows, EditChanges* changes) {
  uint64_t up[kWords], down[kWords] = {};
  std::fill_n(up, kWords, ~uint64_t{0});
  masks.Set(columns);
  for (size_t j = 0; j < rows.size(); ++j) {
    changes[j] = NextEditRow(masks.Of(rows[j]), kWords, up, down, changes[j]);
  }
  masks.Clear(columns);
  const size_t unused = 64 * kWords - columns.size();
  up[kWords - 1] <<= unused;
  down[kWords - 1] <<= unused;
  int64_t more = 0;
  for (uint32_t w = 0; w < kWords; ++w) more += std::popcount(up[w]) - std::popcount(down[w]);
  return more;
}

uint64_t Cost(Points columns, Points rows) { return (columns.size() + 63) / 64 * rows.size(); }

}  // namespace

void CharText::Set(const Tokens& tokens) {
  const std::string_view text = Join(tokens, text_);
  bytes_.Grow(text.size(), 0);
  size_ = static_cast<uint32_t>(text.size());
  are_bytes_ = CopyIfAscii(text, bytes_.data());
  if (are_bytes_) return;
  characters_.Set(text, true);
  const Points points = characters_.points();
  size_ = static_cast<uint32_t>(points.size());
  are_bytes_ = characters_.bits() < 0x100;
  if (are_bytes_) Narrow(points, bytes_.data());
}

Points CharText::InPoints(Buffer<uint32_t>& memory) const {
  if (!are_bytes_) return characters_.points();
  memory.Grow(size_, 0);
  std::copy_n(bytes_.data(), size_, memory.data());
  return {memory.data(), size_};
}

void CharReferences::Set(std::span<const SegmentView> references) {
  count_ = static_cast<uint32_t>(references.size());
  if (texts_.size() < references.size()) texts_.resize(references.size());
  for (size_t r = 0; r < references.size(); ++r) texts_[r].Set(references[r].tokens);
}

uint64_t CharPair::Steps(uint32_t r) const {
  return uint64_t{MaskPrograms::WordsFor(hyp_length())} * references_->length(r);
}

uint64_t CharPair::Edits(uint32_t r) {
  const CharText& reference = references_->texts_[r];
  const bool are_bytes = reference.are_bytes() && hypothesis_.are_bytes();
  std::optional<uint64_t> edits;
  if (are_bytes) edits = EditsOfBytes(reference.bytes(), hypothesis_.bytes());
  if (edits) return *edits;
  Points columns = reference.InPoints(points_[0]), rows = hypothesis_.InPoints(points_[1]);
  StripCommon(columns, rows);
  if (columns.empty() || rows.empty()) return columns.size() + rows.size();
  if (!are_bytes) edits = EditsOfNumbers(columns, rows);
  return edits ? *edits : EditsByMasks(columns, rows);
}

std::optional<uint64_t> CharPair::EditsOfNumbers(Points reference, Points hypothesis) {
  if (kernels_->edit_band == nullptr) return std::nullopt;
  numbered_.Grow(reference.size() + hypothesis.size(), 0);
  uint8_t* const second = numbered_.data() + reference.size();
  if (!numbers_.Write(reference, numbered_.data(), hypothesis, second)) return std::nullopt;
  return EditsOfBytes({numbered_.data(), second}, {second, hypothesis.size()});
}

// Returns nothing if there is no kernel, or it cannot compare these texts.
std::optional<uint64_t> CharPair::EditsOfBytes(Bytes a, Bytes b) {
  StripCommon(a, b);
  if (a.size() < b.size()) std::swap(a, b);
  if (b.empty()) return a.size();
  if (kernels_->edit_band == nullptr) return std::nullopt;
  if (std::memchr(b.data(), PointNumbers::kLeftOut, b.size()) != nullptr) return std::nullopt;
  return EditsInBand(a, b);
}

// The narrowest band that is likely to hold the whole way is tried first. What it finds, if not the
// distance, is a bound of it.
std::optional<uint64_t> CharPair::EditsInBand(Bytes columns, Bytes rows) {
  constexpr uint64_t kMostWords = 4;
  const size_t more = columns.size() - rows.size();
  uint64_t edits = std::max<uint64_t>(columns.size() * share_ / 256, more), words = edits / 64 + 1;
  if (words > kMostWords) return std::nullopt;
  columns_.Grow(columns.size() + 2 * kBandPadding, 0);
  uint8_t* const first = std::fill_n(columns_.data(), kBandPadding, PointNumbers::kLeftOut);
  std::memcpy(first, columns.data(), columns.size());
  std::fill_n(first + columns.size(), kBandPadding, PointNumbers::kLeftOut);
  while (true) {
    edits = kernels_->edit_band(first, static_cast<uint32_t>(columns.size()), rows.data(),
                                static_cast<uint32_t>(rows.size()), static_cast<uint32_t>(words));
    if (edits < 64 * words) break;
    words = edits / 64 + 1;
    if (words > kMostWords) return std::nullopt;
  }
  share_ = (15 * share_ + static_cast<uint32_t>(256 * edits / columns.size())) / 16;
  return edits;
}

uint64_t CharPair::EditsByMasks(Points columns, Points rows) {
  using Go = int64_t (*)(PointMasks&, Points, Points, EditChanges*);
  static constexpr Go kGo[] = {&GoThroughBlock<1>, &GoThroughBlock<2>, &GoThroughBlock<3>,
                               &GoThroughBlock<4>};
  constexpr size_t kBlock = size_t{64} * PointMasks::kMostWords;
  if (Cost(columns, rows) > Cost(rows, columns)) std::swap(columns, rows);
  changes_.Grow(rows.size(), 0);
  std::fill_n(changes_.data(), rows.size(), kBeforeFirst);
  auto edits = static_cast<int64_t>(rows.size());
  for (size_t first = 0; first < columns.size(); first += kBlock) {
    const Points block = columns.subspan(first, std::min(kBlock, columns.size() - first));
    edits += kGo[(block.size() - 1) / 64](masks_, block, rows, changes_.data());
  }
  return static_cast<uint64_t>(edits);
}

}  // namespace mtgauge
