// A matching of two sequences in long runs: again and again the longest run of equal symbols whose
// places are all free, on both sides.
#pragma once

#include <cstdint>
#include <span>

#include "core/algo/alignment/symbols.h"
#include "core/algo/ngrams/occurrences.h"
#include "core/base/buffer.h"

namespace mtgauge {

// Several references one behind the other. Runs do not cross from one into the next.
struct JoinedReferences {
  Symbols symbols;
  std::span<const uint8_t> begins;  // per symbol: 1 where a reference begins
  const Occurrences* places;        // of `symbols`
};

// One worker's working memory; not thread-safe.
class GreedyRuns {
 public:
  // Of equally long runs the one that begins first in the hypothesis is taken, then the one that
  // begins first in the references. To begin with all maximal runs are found, in a step for each
  // pair of equal symbols; a run that has lost places is cut when its turn comes, and its pieces
  // wait for theirs: they are shorter, so each length is sorted once. Returns false, without an
  // answer, where that takes more than kMostSteps or too much memory.
  bool Match(Symbols hypothesis, const JoinedReferences& references);

  // Lengths of the runs taken, none longer than the one before.
  std::span<const uint32_t> lengths() const { return {lengths_.data(), taken_}; }

 private:
  struct Run {
    uint32_t hyp, ref;  // where it begins
    uint32_t next;      // among those of its length
  };

  bool FindAll(Symbols hypothesis, const JoinedReferences& references);
  bool Wait(uint32_t hyp, uint32_t ref, uint32_t length);
  bool TakeAllOf(uint32_t length);
  bool TakeOrCut(uint32_t hyp, uint32_t ref, uint32_t length);

  Buffer<Run> runs_;
  Buffer<uint32_t> heads_;     // per length
  Buffer<uint64_t> order_;     // runs of one length, by place
  Buffer<uint8_t> hyp_taken_;  // per place
  Buffer<uint8_t> ref_taken_;
  Buffer<uint32_t> lengths_;
  uint32_t waiting_ = 0, taken_ = 0, longest_ = 0;
  uint64_t steps_ = 0;
};

}  // namespace mtgauge
