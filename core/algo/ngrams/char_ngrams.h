// Clipped matches of character n-grams of a hypothesis against one reference:
//
//   matches[n-1] = sum over distinct n-grams of min(count in the hypothesis, count in the
//   reference)
//
// There are two engines with equal results. `bitmask` uses position masks of the reference, for
// references of at most kMaxBitmaskCharacters and orders up to 8. `table` numbers the n-grams order
// by order and counts them, for any length and order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/algo/ngrams/char_masks.h"
#include "core/algo/ngrams/ngram_match.h"
#include "core/algo/ngrams/ngram_table.h"
#include "core/base/buffer.h"
#include "core/simd/kernels.h"

namespace mtgauge {

inline constexpr uint32_t kMaxBitmaskOrder = 8;

// A reference prepared for any number of hypotheses. Reusable; immutable between calls of Set().
class CharReference {
 public:
  explicit CharReference(const NgramOptions& options) : options_(options) {}

  void Set(std::string_view text, bool keep_space);
  uint32_t length() const { return positions_.length(); }

 private:
  friend class CharMatcher;

  NgramOptions options_;
  CharPositions positions_;
  bool by_table_ = false;
};

// One worker's working memory; not thread-safe. Allocates only for texts longer than any before.
class CharMatcher {
 public:
  // Writes matches[0, max_order). Never fails.
  void Match(const CharReference& reference, const Characters& hypothesis, int64_t* matches);

 private:
  void MatchMasks(const CharReference& reference, const Characters& hypothesis, int64_t* matches);
  void MatchTable(const CharReference& reference, std::span<const uint32_t> hypothesis,
                  int64_t* matches);
  bool TakeGrams(std::span<const uint32_t> hypothesis, uint32_t order, int64_t& matches);

  const Kernels& kernels_ = ActiveKernels();
  CharMasks masks_;
  Buffer<uint8_t> chain_;   // state carried from one block of the reference to the next
  GenerationIndex index_;   // the reference's n-grams of the current order
  Buffer<uint32_t> names_;  // [position]: id of the n-gram that begins there in the reference
  Buffer<uint32_t> found_;  // the same for the hypothesis
  Buffer<uint32_t> left_;   // [id]: occurrences not yet matched
};

}  // namespace mtgauge
