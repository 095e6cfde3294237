// A greedy matching of two sequences: repeatedly takes the longest run of equal symbols whose
// positions are all free on both sides.
#pragma once

#include <cstdint>
#include <span>

#include "core/algo/alignment/occurrences.h"
#include "core/algo/alignment/symbols.h"
#include "core/base/buffer.h"

namespace mtgauge {

// Several references, concatenated. Runs do not cross from one into the next.
struct JoinedReferences {
  Symbols symbols;
  std::span<const uint8_t> begins;  // by symbol: 1 where a reference begins
  const Occurrences* places;        // positions in `symbols`
};

// One worker's working memory; not thread-safe.
class GreedyRuns {
 public:
  // Breaks ties between runs of equal length by the first begin in the hypothesis, then in the
  // references. Finds all maximal runs first, with one step for each pair of equal symbols. A run
  // that has lost positions is cut when its turn comes, and its pieces wait for theirs: they are
  // shorter, so each length is sorted once. Returns false, without an answer, if that takes more
  // than kMostRunSteps steps or too much memory.
  bool Match(Symbols hypothesis, const JoinedReferences& references);

  // The lengths of the taken runs, in descending order.
  std::span<const uint32_t> lengths() const { return {lengths_.data(), taken_}; }

 private:
  struct Run {
    uint32_t hyp, ref;  // where the run begins
    uint32_t next;      // next run of the same length
  };

  bool FindAll(Symbols hypothesis, const JoinedReferences& references);
  bool Wait(uint32_t hyp, uint32_t ref, uint32_t length);
  bool TakeAllOf(uint32_t length);
  bool TakeOrCut(uint32_t hyp, uint32_t ref, uint32_t length);

  Buffer<Run> runs_;
  Buffer<uint32_t> heads_;     // by length
  Buffer<uint64_t> order_;     // runs of one length, by position
  Buffer<uint8_t> hyp_taken_;  // by position
  Buffer<uint8_t> ref_taken_;
  Buffer<uint32_t> lengths_;
  uint32_t waiting_ = 0, taken_ = 0, longest_ = 0;
  uint64_t steps_ = 0;
};

}  // namespace mtgauge
