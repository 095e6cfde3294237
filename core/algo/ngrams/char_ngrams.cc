// Clipped matches of character n-grams, by position masks or by n-gram ids.
#include "core/algo/ngrams/char_ngrams.h"

#include <algorithm>

namespace mtgauge {
namespace {

constexpr auto kAlways = [](uint32_t) { return true; };

}  // namespace

void CharReference::Set(std::string_view text, bool keep_space) {
  by_table_ = !positions_.Set(text, keep_space) || options_.engine == NgramEngine::kTable ||
              options_.max_order > kMaxBitmaskOrder;
}

void CharMatcher::Match(const CharReference& reference, const Characters& hypothesis,
                        int64_t* matches) {
  std::fill_n(matches, reference.options_.max_order, 0);
  if (reference.by_table_) {
    MatchTable(reference, hypothesis.points(), matches);
  } else {
    MatchMasks(reference, hypothesis, matches);
  }
}

void CharMatcher::MatchMasks(const CharReference& reference, const Characters& hypothesis,
                             int64_t* matches) {
  const auto count = static_cast<uint32_t>(hypothesis.points().size());
  const uint32_t block = 64 * kernels_.char_words;
  const bool chained = reference.length() > block;
  if (chained) {
    chain_.Grow(2 * size_t{count}, 0);
    std::fill_n(chain_.data(), 2 * size_t{count}, 0);
  }
  masks_.Set(reference.positions_, hypothesis);
  int64_t sums[kMaxBitmaskOrder] = {};
  for (uint32_t first = 0; first < reference.length(); first += block) {
    const uint32_t words = (std::min(reference.length() - first, block) + 63) / 64;
    kernels_.match_chars(masks_.Of(first, words), words, count, chained ? chain_.data() : nullptr,
                         sums);
  }
  std::copy_n(sums, reference.options_.max_order, matches);
}

// An n-gram is identified by the pair (id of its first n - 1 characters, last character), so
// n-grams are never compared character by character. Keeps the ids of only one order at a time.
void CharMatcher::MatchTable(const CharReference& reference, std::span<const uint32_t> hypothesis,
                             int64_t* matches) {
  const std::span<const uint32_t> points = reference.positions_.characters().points();
  const NgramOptions& options = reference.options_;
  names_.Grow(points.size(), 0);
  left_.Grow(points.size(), 0);
  found_.Grow(hypothesis.size(), 0);
  std::fill_n(names_.data(), points.size(), 0);
  std::fill_n(found_.data(), hypothesis.size(), 0);
  bool any = true;
  for (uint32_t n = 1; n <= options.max_order && n <= points.size() && any; ++n) {
    index_.Clear(options.hash->function, points.size());
    uint32_t grams = 0;
    for (size_t i = 0; i + n <= points.size(); ++i) {
      const uint64_t key = uint64_t{names_[i]} << 32 | points[i + n - 1];
      names_[i] = index_.FindOrAdd(key, grams, kAlways);
      if (names_[i] == grams) left_[grams++] = 0;
      ++left_[names_[i]];
    }
    any = TakeGrams(hypothesis, n, matches[n - 1]);
  }
}

// Matches the hypothesis' n-grams of one order. Returns false if the reference has none of them.
bool CharMatcher::TakeGrams(std::span<const uint32_t> hypothesis, uint32_t order,
                            int64_t& matches) {
  for (size_t j = 0; j + order <= hypothesis.size(); ++j) {
    if (found_[j] == GenerationIndex::kNone) continue;
    const uint64_t key = uint64_t{found_[j]} << 32 | hypothesis[j + order - 1];
    found_[j] = index_.Find(key, kAlways);
    if (found_[j] == GenerationIndex::kNone || left_[found_[j]] == 0) continue;
    --left_[found_[j]];
    ++matches;
  }
  return matches > 0;
}

}  // namespace mtgauge
