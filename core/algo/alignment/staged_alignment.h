// The alignment of the original METEOR (Banerjee and Lavie 2005). Each stage pairs as many of the
// words that are still free as possible. Among such choices it takes one with the fewest crossings,
// also with pairs of earlier stages, and among those one with the most adjacent pairs, that is, the
// fewest chunks.
//
// A stage goes through the reference from left to right and keeps the best `beam` choices; choices
// that use the same words and end with the same word count as one. If there are never more than
// `beam`, as in most segments, the result is optimal; otherwise it is the best in the beam.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/algo/alignment/word_facts.h"

namespace mtgauge {

// One worker's working memory; not thread-safe. Memory is linear in the words, plus up to `beam`
// numbers for each word of the reference and `beam` bits for each word of the hypothesis.
class StagedAlignment {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kWidestBeam = 10000;

  StagedAlignment();
  ~StagedAlignment();

  void Begin(uint32_t hypothesis_size, uint32_t reference_size);

  // Pairs words that are still free. `names` contains the name of each word of the reference;
  // `lists` contains for each name the words of the hypothesis that may be paired with it, in
  // ascending order. Returns false, without new pairs, if that would take more than `most_steps`.
  bool AddStage(std::span<const uint32_t> names, const WordLists& lists, uint32_t beam,
                uint64_t most_steps);

  // The word of the hypothesis paired with each word of the reference, or kNone.
  std::span<const uint32_t> pairs() const { return pairs_; }
  uint32_t Chunks() const;
  // Returns whether every stage since Begin() found an optimal choice.
  bool exact() const { return exact_; }

 private:
  class Search;
  // A word of the hypothesis that may be paired with words of a name.
  struct Option {
    uint32_t hypothesis;
    uint32_t bit = 0;                           // its number among the words to choose from
    uint64_t crossings = 0;                     // crossings with fixed pairs
    uint64_t least_before = 0, least_from = 0;  // least crossings up to it, and from it on
    uint64_t joined = 0;                        // the turn in which the search joined it
  };
  // The options of one name in options_.
  struct Range {
    uint32_t begin, end;
    uint32_t passed;  // passed_count_ when the crossings were counted
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

  std::vector<uint32_t> pairs_;  // fixed before the current search
  std::vector<uint8_t> taken_;   // by hypothesis word: 1 if paired
  bool exact_ = true;

  // State of the current stage.
  std::vector<Option> options_;         // options of all names to be paired
  std::vector<Range> range_of_;         // range of each name in options_
  std::vector<uint32_t> times_;         // number of times that each name is to be paired
  std::vector<uint64_t> coverage_;      // number of possible pairs of each hypothesis word
  std::vector<uint32_t> bits_;          // numbers of the hypothesis words to choose from
  std::vector<uint32_t> taken_before_;  // number of fixed words to the left of each word
  std::vector<uint32_t> passed_;        // fixed words whose pair has been passed, as a Fenwick tree
  uint32_t passed_count_ = 0;
  std::unique_ptr<Search> search_;
};

}  // namespace mtgauge
