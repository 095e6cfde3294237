// Levenshtein distance by masks of the reference's positions. It is symmetric, so the roles of
// hypothesis and reference do not matter.
#include "core/algo/distance/char_pair.h"

#include <algorithm>
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

// Computes all rows of a block of positions. `changes` are those that enter it and, on return,
// those that leave it.
template <uint32_t kWords>
void GoThroughBlock(const uint64_t* masks, uint32_t count, EditChanges* changes) {
  uint64_t up[kWords], down[kWords] = {};
  std::fill_n(up, kWords, ~uint64_t{0});
  for (uint32_t j = 0; j < count; ++j) {
    changes[j] = NextEditRow(masks + size_t{j} * kWords, kWords, up, down, changes[j]);
  }
}

struct Affixes {
  uint32_t before, behind;
};

Affixes FindAffixes(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  const auto most = static_cast<uint32_t>(std::min(a.size(), b.size()));
  uint32_t before = 0, behind = 0;
  while (before < most && a[before] == b[before]) ++before;
  while (before + behind < most && a[a.size() - 1 - behind] == b[b.size() - 1 - behind]) ++behind;
  return {before, behind};
}

}  // namespace

void CharReferences::Set(std::span<const SegmentView> references) {
  tokens_.clear();
  for (const SegmentView& view : references) tokens_.push_back(view.tokens);
  if (positions_.size() < tokens_.size()) positions_.resize(tokens_.size());
  have_masks_ = true;
  for (size_t r = 0; r < tokens_.size(); ++r) {
    if (!positions_[r].Set(Join(tokens_[r], text_), true)) have_masks_ = false;
  }
}

void CharPair::Set(const CharReferences& references, const Tokens& hypothesis) {
  references_ = &references;
  hypothesis_.Set(Join(hypothesis, text_), true);
  named_ = !references.have_masks_ || hypothesis_.points().size() > kMaxBitmaskCharacters;
  if (!named_) return;
  if (!symbols_) symbols_.emplace(SymbolKind::kCharacter, references.hash_);
  symbols_->Set(references.tokens_);
  matcher_.Set(symbols_->Find(hypothesis, names_), symbols_->distinct());
}

uint64_t CharPair::Steps(uint32_t r) const {
  return uint64_t{MaskPrograms::WordsFor(hyp_length())} * references_->length(r);
}

uint64_t CharPair::Edits(uint32_t r) {
  return named_ ? matcher_.Edits((*symbols_)[r]) : EditsByMasks(references_->positions_[r]);
}

uint64_t CharPair::EditsByMasks(const CharPositions& reference) {
  using Go = void (*)(const uint64_t*, uint32_t, EditChanges*);
  static constexpr Go kGo[] = {&GoThroughBlock<1>, &GoThroughBlock<2>, &GoThroughBlock<3>,
                               &GoThroughBlock<4>};
  constexpr uint32_t kBlock = 64 * CharMasks::kMostWords;
  // A common beginning or end needs no edits.
  const Affixes common = FindAffixes(reference.characters().points(), hypothesis_.points());
  const uint32_t count = hyp_length() - common.before - common.behind;
  const uint32_t length = reference.length() - common.before - common.behind;
  if (length == 0 || count == 0) return length + count;
  masks_.Set(reference, hypothesis_);
  changes_.Grow(count, 0);
  std::fill_n(changes_.data(), count, kBeforeFirst);
  for (uint32_t first = 0; first < length; first += kBlock) {
    const uint32_t words = (std::min(length - first, kBlock) + 63) / 64;
    const uint64_t* const masks = masks_.Of(common.before + first, words);
    kGo[words - 1](masks + size_t{common.before} * words, count, changes_.data());
  }
  const uint32_t top = (length - 1) % 64;
  uint64_t edits = length;
  for (uint32_t j = 0; j < count; ++j) {
    edits += (changes_[j].more >> top & 1) - (changes_[j].less >> top & 1);
  }
  return edits;
}

}  // namespace mtgauge
