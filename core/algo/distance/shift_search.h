// Edits between two word sequences if moving a block of words counts as one edit. This is the
// greedy search of tercom (Snover et al. 2006), with exactly the results of tercom 0.10.0 or
// sacreBLEU 2.6.0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/algo/distance/beam_distance.h"
#include "core/algo/distance/cost_beam.h"

namespace mtgauge {

// The differences between the two programs.
struct ShiftRules {
  bool cost_beam;           // use CostBeam's distances, else BeamDistance's
  bool measures_alignment;  // limit a block's distance from the words aligned with its target, else
                            // from the target itself
  uint32_t overlap;         // by how many fewer words a block passes if its target is inside it
  bool first_of_ties;       // keep the first of equally good moves, else the leftmost
  uint64_t most_moves;      // moves per search: the program's own limit, which affects results
  uint64_t most_steps;      // work limit, above which there is no answer
};
inline constexpr ShiftRules kSacrebleuShifts = {false, false, 0, false, 1000, UINT64_MAX};
inline constexpr ShiftRules kTercomShifts = {true, true, 1, true, UINT64_MAX, uint64_t{1} << 32};

// Edits by kind, named by what they do to the hypothesis as tercom counts them.
struct EditKinds {
  uint32_t insertions = 0;  // words of the hypothesis that match nothing
  uint32_t deletions = 0;   // words of the reference that match nothing
  uint32_t substitutions = 0;
  uint32_t shifts = 0;
  uint32_t shifted_words = 0;  // words moved by all shifts
};

// One thread's working memory for the search.
//
// Work is bounded. With kSacrebleuShifts the search ends with the round in which it has tried 1,000
// moves. So there are at most 1,000 rounds and about as many distances, each of at most H rows of
// two 64-bit blocks (or R / 64 more if R > 50 H). A round also examines up to 101 reference
// positions for every word of the hypothesis that is near an error. Memory is linear in the words.
//
// tercom has no limit. With kTercomShifts the search ends as tercom's does, or gives up after 2^32
// steps (blocks and cells of tables, examined moves; about 5 ns each, so 20 s), or at once if a
// table has over 2^26 cells (8,192 words on each side, 96 MB). Memory grows with the product of the
// lengths. Lines of 2,000 words with two thirds of them wrong take 2^31 steps, lines of 8,000 words
// with 100 of them wrong take 2^22.
class ShiftSearch {
 public:
  // Returns the number of edits. Ids are as in WordIndex; sequences may have any length. Returns
  // nothing if the search would take more steps or memory than allowed, or must stop
  // (core/base/stop.h).
  std::optional<uint32_t> Edits(std::span<const uint32_t> hypothesis, const WordIndex& reference,
                                const ShiftRules& rules = kSacrebleuShifts);
  // Returns the kinds of the last edits. The last search must have had an answer, and its reference
  // must still exist.
  EditKinds Kinds();

 private:
  // A move of `length` words from `start` to `target`.
  struct Move {
    int64_t gain = 0;
    uint32_t length = 0, start = 0, target = 0;
  };
  struct Range {
    uint32_t begin, end;
  };

  void SetBase(const WordIndex& reference);
  void ReadAlignment(uint32_t ref_len);
  bool Better(const Move& move, const Move& other) const;
  Move BestMove(const WordIndex& reference);
  bool TryStarts(const WordIndex& reference, Range lengths, Move& best);
  Range PlacesNear(uint32_t start) const;
  bool TryLengths(const WordIndex& reference, uint32_t start, uint32_t ref_start, Range lengths,
                  Move& best);
  void TryTargets(const WordIndex& reference, uint32_t start, uint32_t ref_start, uint32_t length,
                  Move& best);
  int64_t MostGain(uint32_t length, const Move& best) const;
  int64_t Gain(const Move& move);
  int64_t GainInBeam(const Move& move, int64_t gain, const WordIndex& reference);
  uint64_t Steps() const { return steps_ + distance_.blocks(); }
  bool Spent() const;

  const ShiftRules* rules_ = nullptr;
  BeamDistance distance_;
  CostBeam cost_beam_;
  std::vector<uint32_t> words_;  // the hypothesis after the moves so far
  uint32_t now_ = 0;             // its distance
  uint32_t least_ = 0;           // lower bound of the edits for any order of the words
  bool cut_ = false;             // now_ exceeds the distance of the whole table
  uint64_t tried_ = 0;           // moves, in all rounds
  uint64_t steps_ = 0;           // in all rounds, except those of distance_
  EditKinds moved_;              // the shifts so far; all edits if a side is empty
  std::vector<EditStep> path_;   // path of the current words; empty if it was not needed
  std::vector<int64_t> align_;   // by reference word: the last hypothesis word reached, or -1
  std::vector<uint32_t> hyp_error_, ref_error_;  // the first error at or after each position
  std::vector<uint32_t> changed_, left_;
};

}  // namespace mtgauge
