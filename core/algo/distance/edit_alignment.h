// How a reference becomes a hypothesis with the fewest edits, counted by kind. Several alignments
// can have the fewest edits and yet other counts; this one is rapidfuzz's.
//
// Its rule: leave out the common beginning, then the common end. From the end of the table of
// distances, delete a word of the reference if the distance above is one less; else insert a word
// of the hypothesis if the distance to the left is one less than the one above it; else go
// diagonally. A large table is first cut in two at the middle of the hypothesis (Hirschberg 1975).
#pragma once

#include <cstdint>
#include <vector>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/mask_programs.h"
#include "core/algo/distance/sequence_matcher.h"
#include "core/base/buffer.h"
#include "core/simd/kernels.h"
#include "core/text/view.h"

namespace mtgauge {

struct EditCounts {
  uint64_t hits = 0, substitutions = 0, deletions = 0, insertions = 0;
  uint64_t edits() const { return substitutions + deletions + insertions; }
};

// One worker's working memory; not thread-safe. Memory is linear in the texts.
class EditAlignment {
 public:
  // Returns the steps, of about a nanosecond, that Count() takes at most.
  static uint64_t Steps(Symbols reference, Symbols hypothesis) {
    return 2 * uint64_t{hypothesis.size() / 64 + 1} * (reference.size() + 1);
  }
  // Returns whether CountShort() takes texts of this length.
  static bool IsShort(const Tokens& tokens) { return tokens.count <= 64; }
  // The same as Count() of their names, for short texts.
  static EditCounts CountShort(const Tokens& reference, const Tokens& hypothesis,
                               const Kernels& kernels = ActiveKernels());
  // `distinct` as in ReferenceSymbols. The hypothesis may have kNoSymbol.
  EditCounts Count(Symbols reference, Symbols hypothesis, uint32_t distinct);

 private:
  // A part of the alignment that is still to be counted, and a bound of its edits.
  struct Part {
    Symbols reference, hypothesis;
    uint64_t most_edits;
  };

  void CountPart(Part part);
  void Split(const Part& part);
  // Finds the distance of each beginning of `reference` to `hypothesis`.
  void FindDistances(Symbols reference, Symbols hypothesis, std::vector<uint64_t>& distances);
  void Trace(Symbols reference, Symbols hypothesis);

  uint32_t distinct_ = 0;
  EditCounts counts_;
  std::vector<Part> parts_;
  PositionMasks masks_;
  Buffer<uint64_t> up_, down_;   // the current row
  Buffer<EditChanges> changes_;  // of every row
  Buffer<uint64_t> none_;        // the mask of kNoSymbol
  Buffer<uint32_t> backwards_;   // both texts
  std::vector<uint64_t> left_, right_;
};

}  // namespace mtgauge
