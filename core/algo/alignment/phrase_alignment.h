// The alignment of METEOR 1.5 (Denkowski and Lavie 2014) where phrases may stand for phrases, too.
// Like BeamAlignment, whose beam this is, for pairs of any length: a path that has taken a phrase
// goes on behind it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mtgauge {

// Words of the hypothesis that may stand for words of the reference.
struct PhraseOption {
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t hypothesis = kNone;  // the index of its first
  uint16_t hyp_words = 0, ref_words = 0;
  uint16_t stage = 0;   // that found the pair
  uint16_t credit = 0;  // by which a pair is preferred
};

struct PhraseTask {
  uint32_t hypothesis_size = 0;
  std::span<const PhraseOption> options;  // of all words of the reference as a first word, in order
  std::span<const uint32_t> ends;         // of each word's options, among those

  uint32_t reference_size() const { return static_cast<uint32_t>(ends.size()); }
  uint32_t BeginOf(size_t position) const { return position == 0 ? 0 : ends[position - 1]; }
  std::span<const PhraseOption> OptionsOf(size_t position) const {
    return options.subspan(BeginOf(position), ends[position] - BeginOf(position));
  }
};

// One worker's working memory; not thread-safe. Memory is linear in the task, but for a beam of
// sets of words.
class PhraseAlignment {
 public:
  // Finds the alignment; false, and there is none, if that would take more than `most_steps`.
  bool Search(const PhraseTask& task, uint32_t beam, uint64_t most_steps);

  // What stands for the words from each of the reference on; kNone: nothing.
  std::span<const PhraseOption> pairs() const { return pairs_; }
  // How many runs of pairs there are that are adjacent and in order on both sides.
  uint32_t Chunks() const;

 private:
  struct Path {
    uint64_t credit, distance;
    uint32_t chunks;
    uint32_t last_end;  // behind the last pair, in the hypothesis; kNone after a word left out
    uint32_t until;     // the first word of the reference that it has not dealt with
    uint32_t node;
  };
  struct Candidate {
    Path path;
    uint32_t from;
    uint32_t option;  // that it takes, or kNone
    uint32_t order;   // of making
  };
  struct Node {
    uint32_t before, position, option;
  };

  static bool Better(const Candidate& x, const Candidate& y);
  static void CloseChunk(Path& path, uint32_t hypothesis);
  static Path Take(Path path, size_t position, const PhraseOption& option);
  void FindFixed(const PhraseTask& task);
  bool IsUsed(size_t path, const PhraseOption& option) const;
  void Mark(uint64_t* used, const PhraseOption& option) const;
  void Propose(const PhraseTask& task, uint32_t position, uint32_t p);
  void Keep(const PhraseTask& task, uint32_t position, uint32_t beam);
  void Add(const Path& path, uint32_t from, uint32_t option);

  std::vector<PhraseOption> pairs_;
  std::vector<uint32_t> hyp_coverage_, ref_coverage_;
  std::vector<Path> paths_;
  std::vector<Candidate> made_;
  std::vector<uint64_t> used_, next_used_;  // words of the hypothesis, of each path
  std::vector<Node> nodes_;
  size_t words_ = 0;  // of a path's set
};

}  // namespace mtgauge
