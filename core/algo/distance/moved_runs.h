// What two texts have in common, as CharCut (Lardilleux and Lepage 2017) finds it: common runs of
// words, and of characters in and around words, longest first. Runs in the order of both texts are
// regular; the others are shifts, or are edited if they moved too far.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

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
  // Where a string occurs in both texts, in ascending order.
  struct Places {
    std::vector<uint32_t> hyp, ref;
  };
  using PlacesOf = std::vector<uint32_t> Places::*;
  using Runs = std::unordered_map<std::u32string_view, Places>;
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
    void Set(std::u32string_view new_text);
  };

  bool AddTokenRuns(uint32_t least);
  void AddEnds();
  bool AddInsideWords(uint32_t least);
  // Returns false if there are too many.
  bool Add(std::u32string_view text, uint32_t place, PlacesOf side, Runs& runs);
  void TakeRuns();
  void FindRegular(size_t begin, size_t end, size_t first, size_t last);
  uint64_t CostOfShifts() const;

  Side hyp_, ref_;
  Runs runs_, inside_;
  uint64_t listed_ = 0, count_ = 0;  // characters of all runs, and runs
  std::vector<Match> matches_;       // in the order of the hypothesis
  std::vector<uint32_t> by_ref_;     // matches in the order of the reference
  std::vector<uint32_t> rank_;       // of each match in that order
  std::vector<uint32_t> extension_, most_hyp_, most_ref_;
};

}  // namespace mtgauge
