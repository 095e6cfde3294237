// The alignment of METEOR 1.5 (Denkowski and Lavie 2014) between the words of a hypothesis and
// those of a reference. It pairs two words or, with a paraphrase table, two phrases.
//
// A pair whose words occur in no other pair is fixed. A beam search then goes through the reference
// from left to right. It sorts partial alignments by more credit, fewer chunks, less distance and,
// on ties, by creation order: first the pairs in the order of the word's options, then leaving the
// word unaligned. A partial alignment that has taken a phrase waits until the others have passed it
// too. Like METEOR, this adds the distance of a pair not to the alignment that takes it but to the
// one it was made from, that is, to its later siblings.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mtgauge {

// Words of the hypothesis that may be aligned with words of the reference.
struct AlignmentOption {
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t hypothesis = kNone;  // index of the first word
  uint16_t stage = 0;           // the stage that found the pair
  uint16_t credit = 0;          // pairs with more credit are preferred
  uint16_t hyp_words = 1, ref_words = 1;
};

// The options for pairs that begin at each word of the reference. They are in lists numbered 0, 1,
// ..., so that equal words can share one.
struct AlignmentTask {
  uint32_t hypothesis_size = 0;
  std::span<const uint32_t> reference;       // list number of each word
  std::span<const AlignmentOption> options;  // options of all lists, concatenated
  std::span<const uint32_t> ends;            // end of each list in `options`

  std::span<const AlignmentOption> OptionsOf(uint32_t name) const {
    const uint32_t begin = name == 0 ? 0 : ends[name - 1];
    return options.subspan(begin, ends[name] - begin);
  }
  std::span<const AlignmentOption> OptionsAt(size_t position) const {
    return OptionsOf(reference[position]);
  }
};

// One worker's working memory; not thread-safe.
class BeamAlignment {
 public:
  static constexpr uint32_t kWidestBeam = 1000;

  BeamAlignment();
  ~BeamAlignment();

  // Prepares a task, which must not change until Search(). Returns the maximum number of steps that
  // Search() will take.
  uint64_t Prepare(const AlignmentTask& task, uint32_t beam);
  // Finds the alignment. `beam` is at most kWidestBeam.
  void Search(const AlignmentTask& task, uint32_t beam);

  // The pair that begins at each word of the reference; `hypothesis` is kNone if there is none.
  std::span<const AlignmentOption> pairs() const { return pairs_; }
  // Returns the number of runs of pairs that are adjacent and in order on both sides.
  uint32_t Chunks() const;

 private:
  struct Searches;  // working memory of the beam

  void CountCoverage(const AlignmentTask& task);
  bool IsFixed(const AlignmentTask& task, size_t position) const;

  std::vector<AlignmentOption> pairs_;
  std::vector<uint32_t> coverage_;  // number of options containing each hypothesis word
  // Number of phrases that cover each word of the reference and begin before it; empty without
  // phrases.
  std::vector<uint32_t> covered_;
  std::vector<uint32_t> bits_;  // numbers of the hypothesis words to choose among
  uint32_t choices_ = 0;        // how many words are numbered
  uint64_t longest_distance_ = 0, most_credit_ = 0;
  std::unique_ptr<Searches> searches_;
};

}  // namespace mtgauge
