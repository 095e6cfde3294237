// Classes of word errors, from two alignments of a hypothesis with its reference: one that keeps
// the order of words (word error rate) and one that does not (position-independent error rate).
// Popovic and Ney (2007, 2011); the classes are those of Popovic's Hjerson.
//
//   order       matched, but elsewhere
//   inflection  not matched, but its base form matches that of an unmatched word on the other side
//   missing     in the reference: not matched, no inflection, and deleted in the alignment
//   extra       in the hypothesis: not matched, no inflection, and inserted in the alignment
//   lexical     not matched, no inflection, and replaced in the alignment
//
// Among alignments with the fewest edits, the one is chosen that, read from the end of the segment,
// prefers equal or replaced words to missing ones, and missing to extra ones. Of equal words, those
// that are aligned are matched first, then the others from left to right; base forms likewise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/distance/beam_distance.h"
#include "core/explain/corpus.h"
#include "mtgauge/explain.h"

namespace mtgauge {

// The words of a segment, and their base forms; `bases` is empty if none are known.
struct ErrorWords {
  std::span<const uint32_t> words, bases;
};

// Uses half a byte for each pair of words. Make one per thread.
class ErrorClassifier {
 public:
  // Segments with more pairs of words than this (8,192 on either side) are not classified.
  static constexpr uint64_t kMostPairs = uint64_t{1} << 26;

  explicit ErrorClassifier(const Vocabulary& vocabulary) : counts_(vocabulary.size()) {}

  // Adds the errors of a segment. Returns false, and adds nothing, if there are too many pairs.
  bool Add(const ErrorWords& reference, const ErrorWords& hypothesis, SystemErrors& errors);

 private:
  enum class Fate : uint8_t { kMatched, kMoved, kInflected, kWrong };
  struct Side {
    std::vector<EditStep> steps;  // [word]
    std::vector<Fate> fates;
  };

  void Align(std::span<const uint32_t> reference, std::span<const uint32_t> hypothesis);
  uint32_t Number(std::span<const uint32_t> reference, std::span<const uint32_t> hypothesis);
  void ReadBack(std::span<const uint32_t> reference, std::span<const uint32_t> hypothesis);
  void MatchEqual(std::span<const uint32_t> reference, std::span<const uint32_t> hypothesis,
                  Fate from, Fate to);
  static void Count(const Side& side, EditStep absent, ErrorCounts& counts);

  std::vector<uint32_t> rows_, columns_;  // the words of the reference, and of the hypothesis
  WordIndex index_;
  BeamDistance distance_;
  std::vector<EditStep> path_;    // last step first; a deletion is of a word of the reference
  std::vector<uint32_t> counts_;  // [word], zero between calls
  Side reference_, hypothesis_;
};

// Returns the errors of one system in all segments that are not skipped. Counts segments that could
// not be classified in `too_long`.
SystemErrors ClassErrors(const Corpus& corpus, size_t system, uint64_t& too_long);

}  // namespace mtgauge
