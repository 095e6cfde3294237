// The alignment of METEOR 1.5 (Denkowski and Lavie 2014): which words of a hypothesis stand for
// which of a reference. A pair is of two words or, with a table of paraphrases, of two phrases.
//
// A pair all of whose words are in no other pair is fixed. The reference is then gone through from
// left to right with a beam of partial alignments, sorted by more credit, fewer chunks, less
// distance, and, where these are equal, by when they were made: first the pairs in the order of the
// word's options, then the word left out. One that has taken a phrase waits until the others are
// behind it, too. METEOR adds the distance of a pair not to the alignment that takes it but to the
// one it was made from, that is, to its later siblings; so does this.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mtgauge {

// Words of the hypothesis that may stand for words of the reference.
struct AlignmentOption {
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t hypothesis = kNone;  // the index of the first
  uint16_t stage = 0;           // that found the pair
  uint16_t credit = 0;          // by which a pair is preferred
  uint16_t hyp_words = 1, ref_words = 1;
};

// What each word of the reference may begin a pair with. Lists are named 0, 1, ..., so that equal
// words can share one.
struct AlignmentTask {
  uint32_t hypothesis_size = 0;
  std::span<const uint32_t> reference;       // names of lists
  std::span<const AlignmentOption> options;  // of all lists, in order
  std::span<const uint32_t> ends;            // of each list, among those

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

  // Looks at a task, which must stay as it is until Search(). Returns how many steps that will
  // take at most.
  uint64_t Prepare(const AlignmentTask& task, uint32_t beam);
  // Finds the alignment by a beam of at most kWidestBeam.
  void Search(const AlignmentTask& task, uint32_t beam);

  // What stands for the words from each of the reference on; kNone: nothing.
  std::span<const AlignmentOption> pairs() const { return pairs_; }
  // How many runs of pairs there are that are adjacent and in order on both sides.
  uint32_t Chunks() const;

 private:
  struct Searches;  // memory of the beam itself

  void CountCoverage(const AlignmentTask& task);
  bool IsFixed(const AlignmentTask& task, size_t position) const;

  std::vector<AlignmentOption> pairs_;
  std::vector<uint32_t> coverage_;  // options that each word of the hypothesis occurs in
  // Phrases that cover a word of the reference and begin before it; empty if there is none.
  std::vector<uint32_t> covered_;
  std::vector<uint32_t> bits_;  // numbers words of the hypothesis that are to be chosen
  uint32_t choices_ = 0;        // so many are numbered
  uint64_t longest_distance_ = 0, most_credit_ = 0;
  std::unique_ptr<Searches> searches_;
};

}  // namespace mtgauge
