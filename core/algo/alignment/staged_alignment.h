// The alignment of the first METEOR (Banerjee and Lavie 2005): stage by stage, each among the words
// that are still free, as many pairs as there can be; of such choices one with the fewest crossings
// with the pairs there are, and of those one with the most neighbours, that is, the fewest chunks.
//
// A stage goes through the reference from left to right and keeps the best `beam` choices, those
// that use up the same words and end alike being one. Where there are never more of them, which
// holds for most segments, the choice is the best there is; beyond that it is the beam's.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/algo/alignment/word_facts.h"

namespace mtgauge {

// One worker's working memory; not thread-safe. It is linear in the words, but for up to `beam`
// numbers for each word of the reference and `beam` bits for each of the hypothesis.
class StagedAlignment {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kWidestBeam = 10000;

  StagedAlignment();
  ~StagedAlignment();

  void Begin(uint32_t hypothesis_size, uint32_t reference_size);

  // Pairs words that are still free. `names`: of each word of the reference; `lists`: for each name
  // the words of the hypothesis that may stand for it, rising. False, and nothing is paired, if
  // that would take more than `most_steps`.
  bool AddStage(std::span<const uint32_t> names, const WordLists& lists, uint32_t beam,
                uint64_t most_steps);

  // The word of the hypothesis that stands for each of the reference, or kNone.
  std::span<const uint32_t> pairs() const { return pairs_; }
  uint32_t Chunks() const;
  // Whether every stage since Begin() found the best there is.
  bool exact() const { return exact_; }

 private:
  class Search;
  // A word that may stand for one of a name.
  struct Option {
    uint32_t hypothesis;
    uint32_t bit = 0;                           // its number among the words that are to be chosen
    uint64_t crossings = 0;                     // with fixed pairs
    uint64_t least_before = 0, least_from = 0;  // the fewest of those up to it, and from it on
    uint64_t joined = 0;                        // the search's
  };
  // Of one name in options_.
  struct Range {
    uint32_t begin, end;
    uint32_t passed;  // fixed pairs that had gone by when its crossings were counted
  };

  std::span<Option> OptionsOf(uint32_t name) {
    const Range range = range_of_[name];
    return std::span(options_).subspan(range.begin, range.end - range.begin);
  }
  void ListOptions(std::span<const uint32_t> names, const WordLists& lists);
  void Fix(size_t position, uint32_t hypothesis);
  void FixForcedPairs(std::span<const uint32_t> names);
  uint32_t NumberChoices();
  uint64_t Steps(std::span<const uint32_t> names, uint32_t beam, uint32_t choices);
  void CountFixed();
  void PassFixed(uint32_t hypothesis);
  uint64_t CrossingsWithFixed(uint32_t hypothesis) const;
  void CountCrossings(uint32_t name);

  std::vector<uint32_t> pairs_;  // fixed before the search at hand
  std::vector<uint8_t> taken_;   // of the hypothesis
  bool exact_ = true;

  // Of the stage.
  std::vector<Option> options_;         // of all names that are to be paired
  std::vector<Range> range_of_;         // of each name's in options_
  std::vector<uint32_t> times_;         // that each name is to be paired
  std::vector<uint64_t> coverage_;      // pairs that each word of the hypothesis may be in
  std::vector<uint32_t> bits_;          // numbers words of the hypothesis that are to be chosen
  std::vector<uint32_t> taken_before_;  // words that are fixed on the left of each
  std::vector<uint32_t> passed_;        // those whose pair has gone by, as a tree of sums
  uint32_t passed_count_ = 0;
  std::unique_ptr<Search> search_;
};

}  // namespace mtgauge
