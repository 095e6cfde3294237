// What two texts have in common, as CharCut (Lardilleux and Lepage 2017) finds it: common runs of
// words, and of characters in and around words, longest first. Runs in the order of both texts are
// regular; the others are shifts, or are edited if they moved too far.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/algo/distance/run_table.h"

namespace mtgauge {

// One worker's working memory; not thread-safe.
class MovedRuns {
 public:
  // Counts the characters that are inserted, deleted or shifted. A common run has at least `least`
  // characters. Returns false if the texts have too many common runs to list.
  [[nodiscard]] bool Cost(std::u32string_view hypothesis, std::u32string_view reference,
                          uint32_t least, uint64_t* cost);
  // Returns the steps of Cost() that do not depend on what the texts have in common.
  static uint64_t Steps(uint64_t hypothesis, uint64_t reference) {
    return 4 * (hypothesis + 1) * (reference + 1);
  }

 private:
  using PlacesOf = RunTable::Places RunTable::Run::*;
  struct Match {
    uint32_t hyp, ref, length;
    bool regular = false;
  };
  // One text cut into words and other characters.
  struct Side {
    std::u32string_view text;
    std::vector<uint32_t> tokens;  // their beginnings, and the end of the text
    std::vector<uint32_t> limits;  // by place: where a run inside words that begins there ends at
                                   // the latest; 0 if none may begin there
    std::vector<int32_t> rooms;    // by place: how long such a run is at most
    std::u32string numbers;        // of the tokens: equal ones have the same
    void Set(std::u32string_view new_text);
    std::u32string_view token(size_t i) const {
      return text.substr(tokens[i], tokens[i + 1] - tokens[i]);
    }
  };

  void FindLongest(std::u32string_view hyp, std::span<const int32_t> hyp_rooms,
                   std::u32string_view ref, std::span<const int32_t> ref_rooms);
  bool AddTokenRuns(uint32_t least);
  void AddEnds();
  bool AddInsideWords(uint32_t least);
  // Returns false if there are too many.
  bool Add(std::u32string_view text, uint32_t place, PlacesOf side, bool inside_words);
  void RankRuns();
  void TakeRuns();
  // Returns the first place from here on where the run is free.
  uint32_t NextFree(uint32_t place, uint32_t length, const std::vector<uint8_t>& used) const;
  void FindRegular(size_t begin, size_t end, size_t first, size_t last);
  uint64_t CostOfShifts() const;

  Side hyp_, ref_;
  // What comes first is taken first.
  struct Rank {
    uint32_t shortness, is_balanced, places, first_hyp, run;
    auto operator<=>(const Rank&) const = default;
  };
  RunTable runs_;
  std::vector<Rank> order_;
  std::vector<uint8_t> hyp_used_, ref_used_;  // by character
  uint64_t listed_ = 0, count_ = 0;           // characters of all runs, and runs
  std::vector<Match> matches_;                // in the order of the hypothesis
  std::vector<uint32_t> by_ref_;              // matches in the order of the reference
  std::vector<uint32_t> rank_;                // of each match in that order
  std::vector<int32_t> extension_, most_hyp_, most_ref_;
  std::vector<int32_t> free_;  // rooms without a bound
};

}  // namespace mtgauge
