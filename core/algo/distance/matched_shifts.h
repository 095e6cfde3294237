// The order of a hypothesis' words after shifts to where the reference has them: the search of
// CharacTER (Wang et al. 2016) as cer 1.2.0 makes it.
//
// For every place i of the hypothesis and j of the reference with equal words, i not j, a shift
// takes the longest run of equal words from there and puts it at place j of the words that are
// left, or behind them if they are fewer. Of all shifts, the one that leaves the fewest edits is
// made; if tied, the one with the greatest list of words, by code points. This is repeated as long
// as the error rate of words falls.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/beam_distance.h"
#include "core/algo/distance/moved_distance.h"
#include "core/base/buffer.h"
#include "core/text/view.h"

namespace mtgauge {

// One worker's working memory. Memory grows with the product of the lengths, up to 128 MB.
class MatchedShifts {
 public:
  // The search gives up after so many blocks of rows and examined words, of two to ten
  // nanoseconds each. Lines of 400 words of three kinds stay below it.
  static constexpr uint64_t kMostShiftSteps = uint64_t{1} << 32;

  // Neither text may be empty. `names` are those of the hypothesis' words, as in WordIndex. Returns
  // false if the search would take more steps or memory than allowed, or must stop
  // (core/base/stop.h). The hypothesis must outlive the calls below.
  bool Search(const Tokens& hypothesis, std::span<const uint32_t> names,
              const WordIndex& reference);
  // Returns the shifted words, without keys.
  Tokens Shifted();
  // Returns the costs of the shifts: for each run of words that has moved to the left, the mean
  // length of its words in characters.
  double Cost();

 private:
  // The run [start, start + length) and its place among the words that are left.
  struct Shift {
    uint32_t start, length, target;
  };

  uint32_t SetBase();
  void RankWords();
  bool FindBest(const WordIndex& reference, uint32_t most);
  void Try(const Shift& shift);
  uint32_t DistanceOf(const Shift& shift, uint32_t first, uint32_t last);
  bool Spent() const;

  Tokens hypothesis_;
  bool by_runs_ = false;  // with moved_, else with distance_
  MovedDistance moved_;
  BeamDistance distance_;
  // Words by rank: the number of different words that are less by code points.
  std::vector<uint32_t> original_, words_, tried_, best_;
  std::vector<uint32_t> token_of_, name_of_;  // [rank]: the first such token, and its name
  std::vector<uint32_t> names_, changed_, memory_;
  uint32_t now_ = 0, least_ = 0;  // edits of words_, and of any order
  uint32_t fewest_ = 0;           // edits that a shift may leave, to be the best so far
  bool found_ = false;            // best_ is a list with that many
  bool shifted_ = false;
  uint64_t steps_ = 0;
  Buffer<uint32_t> begin_, end_;
};

}  // namespace mtgauge
