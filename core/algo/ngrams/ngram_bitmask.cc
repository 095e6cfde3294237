// Clipped matches by position masks.
//
// Let M(j) be the positions of the reference at which token j of the hypothesis occurs, and E_n(j)
// those at which an n-gram ends that equals the one ending at j. Then E_1(j) = M(j) and
// E_n(j) = M(j) & (E_{n-1}(j-1) << 1). Equal n-grams have the same mask and unequal ones disjoint
// masks, so an occurrence counts as a match if its mask has a bit that no earlier one has taken.
//
// With several references, an occurrence takes a bit in each that has one left: the i-th occurrence
// of an n-gram counts if some reference contains it at least i times.
#include "core/algo/ngrams/ngram_bitmask.h"

#include <algorithm>

namespace mtgauge {
namespace {

constexpr uint32_t kBlock = 64;  // hypothesis tokens at a time

uint32_t WordsFor(uint32_t tokens) { return (tokens + 63) / 64; }

// Marks the lowest unused bit of `ends` as used. Returns false if there is none.
template <uint32_t kWords>
bool TakeBit(const uint64_t* ends, uint64_t* used) {
  for (uint32_t w = 0; w < kWords; ++w) {
    const uint64_t free = ends[w] & ~used[w];
    if (free == 0) continue;
    used[w] |= free & (0 - free);
    return true;
  }
  return false;
}

}  // namespace

template <uint32_t kWords>
void BitmaskMatcher::Advance(uint32_t tokens, uint32_t orders, uint32_t block, Progress& progress) {
  for (uint32_t j = 0; j < tokens; ++j) {
    const uint64_t* const mask = masks_.data() + size_t{j} * kWords;
    uint32_t reached = 0;
    // Longest first, because each order reads the next lower order's mask of the previous token.
    for (uint32_t n = std::min(progress.reached + 1, orders); n >= 1; --n) {
      uint64_t* const ends = progress.ends + size_t{n - 1} * kWords;
      uint64_t any = 0;
      for (uint32_t w = 0; w < kWords; ++w) {
        uint64_t before = ~uint64_t{0};
        if (n > 1) {
          const uint64_t* const below = ends - kWords;
          before = below[w] << 1 | (w > 0 ? below[w - 1] >> 63 : 0);
        }
        ends[w] = mask[w] & before;
        any |= ends[w];
      }
      if (any == 0) continue;
      reached = std::max(reached, n);
      const size_t set = size_t{n - 1} * blocks_ + block;
      found_[set] |= uint64_t{1} << j;
      if (TakeBit<kWords>(ends, progress.used + size_t{n - 1} * kWords)) {
        credited_[set] |= uint64_t{1} << j;
      }
    }
    progress.reached = reached;
  }
}

void BitmaskMatcher::Match(std::span<const Tokens> references, const Tokens& hypothesis,
                           uint32_t max_order, int64_t* matches) {
  std::fill_n(matches, max_order, 0);
  if (references.size() == 1 && references[0].count <= 64 && max_order == 4) {
    kernels_->match4(&hypothesis, &references[0], matches);
    return;
  }
  const NgramMarks marks = Mark(references, hypothesis, max_order);
  for (uint32_t n = 1; n <= marks.orders; ++n) {
    for (uint32_t w = 0; w < marks.words; ++w) {
      matches[n - 1] += __builtin_popcountll(marks.credited(n)[w]);
    }
  }
}

size_t BitmaskMatcher::bytes() const {
  return (masks_.capacity() + found_.capacity() + credited_.capacity() + state_.capacity()) *
             sizeof(uint64_t) +
         progress_.capacity() * sizeof(Progress);
}

void BitmaskMatcher::Start(std::span<const Tokens> references, uint32_t orders, uint32_t longest) {
  size_t all_words = 0;
  for (const Tokens& reference : references) all_words += WordsFor(reference.count);
  masks_.Grow(size_t{kBlock} * WordsFor(longest), 0);
  state_.Grow(2 * orders * all_words, 0);
  std::fill_n(state_.data(), 2 * orders * all_words, 0);
  progress_.Grow(references.size(), 0);
  uint64_t* state = state_.data();
  for (size_t r = 0; r < references.size(); ++r) {
    const size_t words = size_t{orders} * WordsFor(references[r].count);
    progress_[r] = {state, state + words, 0};
    state += 2 * words;
  }
  const size_t sets = size_t{orders} * blocks_;
  found_.Grow(sets, 0);
  credited_.Grow(sets, 0);
  std::fill_n(found_.data(), sets, 0);
  std::fill_n(credited_.data(), sets, 0);
}

NgramMarks BitmaskMatcher::Mark(std::span<const Tokens> references, const Tokens& hypothesis,
                                uint32_t max_order) {
  uint32_t longest = 0;
  for (const Tokens& reference : references) longest = std::max(longest, reference.count);
  const uint32_t orders = std::min({max_order, longest, hypothesis.count});
  if (orders == 0) return {};
  blocks_ = WordsFor(hypothesis.count);
  Start(references, orders, longest);

  using AdvanceFunction = void (BitmaskMatcher::*)(uint32_t, uint32_t, uint32_t, Progress&);
  static constexpr AdvanceFunction kAdvance[] = {
      &BitmaskMatcher::Advance<1>, &BitmaskMatcher::Advance<2>, &BitmaskMatcher::Advance<3>,
      &BitmaskMatcher::Advance<4>, &BitmaskMatcher::Advance<5>, &BitmaskMatcher::Advance<6>,
      &BitmaskMatcher::Advance<7>, &BitmaskMatcher::Advance<8>};
  for (uint32_t block = 0; block < blocks_; ++block) {
    const uint32_t first = block * kBlock;
    const Tokens hyp = hypothesis.Part(first, std::min(kBlock, hypothesis.count - first));
    for (size_t r = 0; r < references.size(); ++r) {
      if (references[r].count == 0) continue;
      const uint32_t words = WordsFor(references[r].count);
      kernels_->match_masks(&hyp, &references[r], words, masks_.data());
      (this->*kAdvance[words - 1])(hyp.count, orders, block, progress_[r]);
    }
  }
  return {orders, blocks_, found_.data(), credited_.data()};
}

}  // namespace mtgauge
