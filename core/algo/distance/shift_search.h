// Edits between two word sequences when moving a block of words counts as one: the greedy search of
// tercom (Snover et al. 2006), to the last edit as tercom 0.10.0 or sacreBLEU 2.6.0 has it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/algo/alignment/cost_beam.h"
#include "core/algo/distance/beam_distance.h"

namespace mtgauge {

// Where the two programs differ.
struct ShiftRules {
  bool cost_beam;           // distances are CostBeam's, else BeamDistance's
  bool measures_alignment;  // a block is near what its place is aligned to, else near its place
  uint32_t overlap;         // words fewer that a block passes on its way into itself
  bool first_of_ties;       // of equally good moves of one length, else the leftmost target
  uint64_t most_moves;      // tried in one search: the program's own limit, a part of its answer
  uint64_t most_steps;      // of work, beyond which there is no answer
};
inline constexpr ShiftRules kSacrebleuShifts = {false, false, 0, false, 1000, UINT64_MAX};
inline constexpr ShiftRules kTercomShifts = {true, true, 1, true, UINT64_MAX, uint64_t{1} << 32};

// Edits by kind, named by what they do to the hypothesis as tercom counts them.
struct EditKinds {
  uint32_t insertions = 0;  // words of the hypothesis that match nothing
  uint32_t deletions = 0;   // words of the reference that match nothing
  uint32_t substitutions = 0;
  uint32_t shifts = 0;
  uint32_t shifted_words = 0;  // by all shifts
};

// Working memory of the search; one thread uses it at a time.
//
// Work is bounded. Under kSacrebleuShifts the search ends with the round in which it has tried
// 1,000 moves, so there are at most 1,000 rounds and about as many distances, each of at most H
// rows of two 64-bit blocks (or R / 64 more when R > 50 H). A round also looks at up to 101
// reference positions for every word of the hypothesis that is near an error. Memory is linear in
// the words.
//
// tercom has no limit. Under kTercomShifts the search ends as tercom's does, or has no answer after
// 2^32 steps (blocks and cells of tables, moves looked at; about 5 ns each, so 20 s), or at once
// when a table has over 2^26 cells (8,192 words on each side, 96 MB). Memory grows with the product
// of the lengths. Lines of 2,000 words of which two thirds are wrong take 2^31 steps, lines of
// 8,000 with 100 wrong words 2^22.
class ShiftSearch {
 public:
  // Ids as in WordIndex. Any lengths. Nothing if the search would take more than the steps or the
  // memory that the rules allow it.
  std::optional<uint32_t> Edits(std::span<const uint32_t> hypothesis, const WordIndex& reference,
                                const ShiftRules& rules = kSacrebleuShifts);
  // What the last edits were, which had an answer; its reference is still there.
  EditKinds Kinds();

 private:
  // Moves `length` words at `start` to `target`.
  struct Move {
    int64_t gain = 0;
    uint32_t length = 0, start = 0, target = 0;
  };
  struct Range {
    uint32_t begin, end;
  };

  uint32_t LeastEdits(std::span<const uint32_t> hypothesis, const WordIndex& reference);
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
  std::vector<uint32_t> words_;  // the hypothesis as it has been moved so far
  uint32_t now_ = 0;             // its distance
  uint32_t least_ = 0;           // no order of its words can have fewer edits
  bool cut_ = false;             // now_ is more than the distance of the whole table
  uint64_t tried_ = 0;           // moves, in all rounds
  uint64_t steps_ = 0;           // in all rounds, besides those of distance_
  EditKinds moved_;              // the shifts so far; of words without a distance, all edits
  std::vector<EditStep> path_;   // of the words as they are now; empty where it was not needed
  std::vector<int64_t> align_;   // of each reference word: the last hypothesis word reached, or -1
  std::vector<uint32_t> hyp_error_, ref_error_;  // the first position not below with an error
  std::vector<uint32_t> changed_, left_;
};

}  // namespace mtgauge
