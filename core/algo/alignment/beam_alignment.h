// The alignment of METEOR 1.5 (Denkowski and Lavie 2014): which word of a hypothesis stands for
// which of a reference.
//
// A pair that is the only one for both its words is fixed. The reference is then gone through from
// left to right with a beam of partial alignments, sorted by more credit, fewer chunks, less
// distance, and, where these are equal, by when they were made: first the pairs in the order of the
// word's options, then the word left out. METEOR adds the distance of a pair not to the alignment
// that takes it but to the one it was made from, that is, to its later siblings; so does this.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mtgauge {

// A word of the hypothesis that may stand for a word of the reference.
struct AlignmentOption {
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t hypothesis = kNone;  // its index
  uint16_t stage = 0;           // that found the pair
  uint16_t credit = 0;          // by which a pair is preferred
};

// Words of the reference are named 0, 1, ... and equal ones have the same options.
struct AlignmentTask {
  uint32_t hypothesis_size = 0;
  std::span<const uint32_t> reference;       // names
  std::span<const AlignmentOption> options;  // of all names, in order
  std::span<const uint32_t> ends;            // of each name's options, among those

  std::span<const AlignmentOption> OptionsOf(uint32_t name) const {
    const uint32_t begin = name == 0 ? 0 : ends[name - 1];
    return options.subspan(begin, ends[name] - begin);
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

  // What stands for each word of the reference; kNone: nothing.
  std::span<const AlignmentOption> pairs() const { return pairs_; }
  // How many runs of pairs there are that are adjacent and in order on both sides.
  uint32_t Chunks() const;

 private:
  struct Searches;  // memory of the beam itself

  std::vector<AlignmentOption> pairs_;
  std::vector<uint32_t> coverage_;  // options that each word of the hypothesis occurs in
  std::vector<uint32_t> bits_;      // numbers words of the hypothesis that are to be chosen
  std::vector<uint32_t> times_;     // of each name in the reference
  uint32_t choices_ = 0;            // so many are numbered
  uint32_t most_options_ = 0;
  uint64_t longest_distance_ = 0;
  std::unique_ptr<Searches> searches_;
};

}  // namespace mtgauge
