// The n-gram engine that works on position masks of the references (core/simd/kernels.h).
#pragma once

#include <cstdint>
#include <span>

#include "core/algo/ngrams/ngram_match.h"
#include "core/base/buffer.h"
#include "core/simd/kernels.h"
#include "core/text/view.h"

namespace mtgauge {

// The maximum length of a reference, in tokens.
inline constexpr uint32_t kMaxBitmaskTokens = 512;

// One worker's working memory; not thread-safe. Allocates only for larger segments than any before.
class BitmaskMatcher {
 public:
  explicit BitmaskMatcher(const Kernels& kernels = ActiveKernels()) : kernels_(&kernels) {}

  // Writes matches[0, max_order), as defined in ngram_match.h.
  void Match(std::span<const Tokens> references, const Tokens& hypothesis, uint32_t max_order,
             int64_t* matches);
  // Returns the marks defined in ngram_match.h.
  NgramMarks Mark(std::span<const Tokens> references, const Tokens& hypothesis, uint32_t max_order);

  size_t bytes() const;  // allocated memory

 private:
  // The state of matching one reference. `ends[(n - 1) * words, n * words)` is the mask of
  // positions at which an n-gram ends that equals the one ending at the current hypothesis token,
  // for n <= reached. `used` is the mask of positions that occurrences have taken, in the same
  // layout.
  struct Progress {
    uint64_t* ends;
    uint64_t* used;
    uint32_t reached;
  };

  template <uint32_t kWords>
  void Advance(uint32_t tokens, uint32_t orders, uint32_t block, Progress& progress);
  void Start(std::span<const Tokens> references, uint32_t orders, uint32_t longest);

  const Kernels* kernels_;
  Buffer<uint64_t> masks_;     // position masks of a block of hypothesis tokens in one reference
  uint32_t blocks_ = 0;        // number of blocks in the hypothesis
  Buffer<uint64_t> found_;     // [(order - 1) * blocks_ + block], as in NgramMarks
  Buffer<uint64_t> credited_;  // likewise
  Buffer<uint64_t> state_;     // the memory that Progress points to
  Buffer<Progress> progress_;  // [reference]
};

}  // namespace mtgauge
