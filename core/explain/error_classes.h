// Errors of words by class, from two alignments of a hypothesis with its reference: one that keeps
// the order of words (word error rate) and one that does not (position-independent error rate).
// Popovic and Ney (2007, 2011); the classes are those of Popovic's Hjerson.
//
//   order       matched, but elsewhere
//   inflection  not matched, but another form of a base form that is not matched on the other side
//   missing     of the reference: not matched, no inflection, and left out
//   extra       of the hypothesis: not matched, no inflection, and inserted
//   lexical     not matched, no inflection, and replaced
//
// Of alignments with the fewest edits it is the one that, seen from the end of the segment, has
// words equal or replaced where it can, else missing, else extra. Of equal words those that it has
// as equal are matched, then the others from left to right; base forms likewise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/distance/beam_distance.h"
#include "core/explain/corpus.h"
#include "mtgauge/explain.h"

namespace mtgauge {

// The words of a segment, and their base forms; no base forms: none are known.
struct ErrorWords {
  std::span<const uint32_t> words, bases;
};

// Needs half a byte for each pair of words. Make one per thread.
class ErrorClassifier {
 public:
  // Beyond this many pairs of words (8,192 on either side) a segment is not classed.
  static constexpr uint64_t kMostPairs = uint64_t{1} << 26;

  explicit ErrorClassifier(const Vocabulary& vocabulary) : counts_(vocabulary.size()) {}

  // Adds the errors of a segment. False: there are too many pairs, and nothing was added.
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
  std::vector<EditStep> path_;    // last step first; what is deleted is a word of the reference
  std::vector<uint32_t> counts_;  // [word], zero between calls
  Side reference_, hypothesis_;
};

// Of one system, of all segments that are not skipped. Segments that were not classed are counted
// in `too_long`.
SystemErrors ClassErrors(const Corpus& corpus, size_t system, uint64_t& too_long);

}  // namespace mtgauge
