// The alignment of the first METEOR (Banerjee and Lavie 2005): stage by stage, each among the words
// that are still free, as many pairs as there can be; of such choices one with the fewest crossings
// with the pairs there are, and of those one with the most neighbours, that is, the fewest chunks.
//
// A stage goes through the reference from left to right and keeps the best `beam` choices, those
// that use up the same words and end alike being one. Where there are never more of them, which
// holds for most segments, the choice is the best there is; beyond that it is the beam's.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace mtgauge {

// One worker's working memory; not thread-safe.
class StagedAlignment {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kWidestBeam = 10000;

  void Begin(uint32_t hypothesis_size, uint32_t reference_size);

  // For a stage: the words of the hypothesis that may stand for the next word of the reference,
  // rising; those that are not free are left out. Called for every word of the reference in turn.
  template <typename Words>
  void AddWord(const Words& words) {
    const auto position = static_cast<uint32_t>(ends_.size());
    if (pairs_[position] == kNone) {
      words([&](uint32_t i) {
        if (!taken_[i]) options_.push_back(i);
      });
    }
    ends_.push_back(options_.size());
  }
  // Ends the stage. False, and nothing is found, if that would take more than `most_steps`.
  bool EndStage(uint32_t beam, uint64_t most_steps);

  // The word of the hypothesis that stands for each of the reference, or kNone.
  std::span<const uint32_t> pairs() const { return pairs_; }
  uint32_t Chunks() const;
  // Whether every stage since Begin() found the best there is.
  bool exact() const { return exact_; }

 private:
  struct State {
    uint32_t matches, crossings, joins;
    uint32_t last;  // what stands for the word before, or kNone
    uint32_t node;
    uint32_t from, option;  // how it was made
  };
  struct Node {
    uint32_t before, position, hypothesis;
  };

  std::span<const uint32_t> OptionsOf(size_t position) const {
    const size_t begin = position == 0 ? 0 : ends_[position - 1];
    return std::span(options_).subspan(begin, ends_[position] - begin);
  }
  void Fix(size_t position, uint32_t hypothesis);
  void FixForcedPairs();
  void NumberChoices();
  uint32_t CrossingsWithFixed(size_t position, uint32_t hypothesis) const;
  void Pass(size_t position);
  void Choose(size_t position, uint32_t beam);
  void Keep(size_t position, uint32_t beam);
  bool AddUsed(const State& made);
  uint32_t UsedAbove(size_t state, uint32_t bit) const;

  std::vector<uint32_t> pairs_;                       // fixed before the search at hand
  std::vector<uint8_t> taken_;                        // of the hypothesis
  std::vector<std::pair<uint32_t, uint32_t>> fixed_;  // position, hypothesis
  std::vector<uint32_t> options_;
  std::vector<size_t> ends_;
  std::vector<uint32_t> coverage_, bits_;
  std::vector<State> states_, made_;
  std::vector<uint64_t> used_, next_used_;
  std::vector<Node> nodes_;
  size_t words_ = 0;
  bool exact_ = true;
};

}  // namespace mtgauge
