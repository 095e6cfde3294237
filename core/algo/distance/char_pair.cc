// Levenshtein distance by masks of positions. It is symmetric, so either side may have the masks.
#include "core/algo/distance/char_pair.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

namespace mtgauge {
namespace {

using Points = std::span<const uint32_t>;

constexpr size_t kMostInBand = 256;  // the most edits that kernels find

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

// Leaves out the common beginning and the common end, which need no edits.
void StripCommon(Points& a, Points& b) {
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
// `changes` are those that enter a row and, on return, those that leave it; null if the block is
// the only one. Returns the last value of the last row less the one before the block.
template <uint32_t kWords, bool kAlone>
int64_t GoThroughBlock(PointMasks& masks, Points columns, Points rows, EditChanges* changes) {
  uint64_t up[kWords], down[kWords] = {};
  std::fill_n(up, kWords, ~uint64_t{0});
  masks.Set<kWords>(columns);
  for (size_t j = 0; j < rows.size(); ++j) {
    const uint64_t* const mask = masks.Of<kWords>(rows[j]);
    const EditChanges last =
        NextEditRow(mask, kWords, up, down, kAlone ? kBeforeFirst : changes[j]);
    if constexpr (!kAlone) changes[j] = last;
  }
  masks.Clear<kWords>(columns);
  const size_t unused = 64 * kWords - columns.size();
  up[kWords - 1] = up[kWords - 1] << unused;
  down[kWords - 1] = down[kWords - 1] << unused;
  int64_t more = 0;
  for (uint32_t w = 0; w < kWords; ++w) more += std::popcount(up[w]) - std::popcount(down[w]);
  return more;
}

template <bool kAlone>
int64_t GoThrough(PointMasks& masks, Points columns, Points rows, EditChanges* changes) {
  switch ((columns.size() + 63) / 64) {
    case 1:
      return GoThroughBlock<1, kAlone>(masks, columns, rows, changes);
    case 2:
      return GoThroughBlock<2, kAlone>(masks, columns, rows, changes);
    case 3:
      return GoThroughBlock<3, kAlone>(masks, columns, rows, changes);
    default:
      return GoThroughBlock<4, kAlone>(masks, columns, rows, changes);
  }
}

uint8_t* Narrow(Points points, uint8_t* to) {
  for (const uint32_t point : points) *to++ = static_cast<uint8_t>(point);
  return to;
}

uint64_t Cost(Points columns, Points rows) { return (columns.size() + 63) / 64 * rows.size(); }

}  // namespace

void CharReferences::Set(std::span<const SegmentView> references) {
  count_ = static_cast<uint32_t>(references.size());
  if (characters_.size() < references.size()) characters_.resize(references.size());
  for (size_t r = 0; r < references.size(); ++r) {
    characters_[r].Set(Join(references[r].tokens, text_), true);
  }
}

void CharPair::Set(const CharReferences& references, const Tokens& hypothesis) {
  references_ = &references;
  hypothesis_.Set(Join(hypothesis, text_), true);
}

uint64_t CharPair::Steps(uint32_t r) const {
  return uint64_t{MaskPrograms::WordsFor(hyp_length())} * references_->length(r);
}

uint64_t CharPair::Edits(uint32_t r) {
  const Characters& reference = references_->characters_[r];
  Points columns = reference.points(), rows = hypothesis_.points();
  StripCommon(columns, rows);
  if (columns.size() < rows.size()) std::swap(columns, rows);
  if (rows.empty()) return columns.size();
  if ((reference.bits() | hypothesis_.bits()) < 0x100 && ToBytes(columns, rows)) {
    const auto edits =
        EditsInBand(static_cast<uint32_t>(columns.size()), static_cast<uint32_t>(rows.size()));
    if (edits) return *edits;
  }
  return EditsByMasks(columns, rows);
}

// Returns false if the kernel cannot compare these texts.
bool CharPair::ToBytes(Points columns, Points rows) {
  if (kernels_->edit_band == nullptr || columns.size() - rows.size() >= kMostInBand) return false;
  bytes_.Grow(columns.size() + rows.size() + 2 * kBandPadding, 0);
  uint8_t* to = std::fill_n(bytes_.data(), kBandPadding, uint8_t{0});
  to = std::fill_n(Narrow(columns, to), kBandPadding, uint8_t{0});
  Narrow(rows, to);
  return std::memchr(to, 0, rows.size()) == nullptr;
}

// The narrowest band that is likely to hold the whole way is tried first. What it finds, if not
// the distance, is a bound of it.
std::optional<uint64_t> CharPair::EditsInBand(uint32_t columns, uint32_t rows) {
  const uint8_t* const first = bytes_.data() + kBandPadding;
  uint64_t edits = std::max<uint64_t>(uint64_t{columns} * share_ / 256, columns - rows);
  for (bool found = false; !found;) {
    const uint64_t words = edits / 64 + 1;
    if (words > kMostInBand / 64) return std::nullopt;
    edits = kernels_->edit_band(first, columns, first + columns + kBandPadding, rows,
                                static_cast<uint32_t>(words));
    found = edits <= 64 * words;
  }
  share_ = (15 * share_ + static_cast<uint32_t>(256 * edits / columns)) / 16;
  return edits;
}

uint64_t CharPair::EditsByMasks(Points columns, Points rows) {
  constexpr size_t kBlock = size_t{64} * PointMasks::kMostWords;
  if (Cost(columns, rows) > Cost(rows, columns)) std::swap(columns, rows);
  auto edits = static_cast<int64_t>(rows.size());
  if (columns.size() <= kBlock) {
    edits += GoThrough<true>(masks_, columns, rows, nullptr);
    return static_cast<uint64_t>(edits);
  }
  changes_.Grow(rows.size(), 0);
  std::fill_n(changes_.data(), rows.size(), kBeforeFirst);
  for (size_t first = 0; first < columns.size(); first += kBlock) {
    const Points block = columns.subspan(first, std::min(kBlock, columns.size() - first));
    edits += GoThrough<false>(masks_, block, rows, changes_.data());
  }
  return static_cast<uint64_t>(edits);
}

}  // namespace mtgauge
