// Edit distances of a text after one of its runs of words has moved: for searches that try the same
// run at many places.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/distance/beam_distance.h"
#include "core/base/buffer.h"

namespace mtgauge {

// The distance is that of BeamDistance without its beam. The table of a text, from its beginning
// and from its end, is kept. Moved to the right, a run needs the rows of the words that it passes,
// which it shares with other places, and its own; the rest of the text is as before. To the left,
// the same holds from the end. One worker's working memory.
class MovedDistance {
 public:
  // Returns whether Start() takes texts of these lengths. With one block of 64 columns, or very
  // long texts, BeamDistance is better.
  static bool Takes(uint64_t words, uint64_t reference_words) {
    return reference_words > 64 && words + reference_words < UINT16_MAX &&
           words * reference_words <= kMostCells;
  }

  // Prepares for texts with these words, in any order. The reference must outlive the calls below.
  void Start(const WordIndex& reference, std::span<const uint32_t> words);
  // Returns the distance of `words`, which must not change before the next SetBase().
  uint32_t SetBase(std::span<const uint32_t> words);
  // Returns a lower bound of what Moved() returns for this run and any place.
  uint32_t Least(uint32_t start, uint32_t length);
  // Returns the distance after the run [start, start + length) of the base was put at place
  // `target` of the words that are left.
  uint32_t Moved(uint32_t start, uint32_t length, uint32_t target);

  // The work since Start(), in blocks of rows.
  uint64_t blocks() const { return computed_; }

 private:
  static constexpr uint64_t kMostCells = uint64_t{1} << 22;

  // The table's rows from one end of the text, the i-th of which stands for i words: differences
  // between neighbouring columns, up_ words first, and values.
  struct Side {
    std::vector<uint64_t> masks;  // [word's place][block]
    std::vector<uint64_t> rows;
    std::vector<uint16_t> values;
  };
  // The rows of a text without a run, beyond the place of the run.
  struct Passed {
    uint32_t done = 0;
    std::vector<uint64_t> rows;
  };
  struct Run {
    uint32_t start = 0, length = 0;  // none if the length is 0
    uint32_t least = 0;
    Passed right, left;
  };

  void SetMasks(Side& side, bool backwards);
  void Step(const Side& side, uint32_t word, uint64_t* row);
  void FillSide(Side& side, bool backwards);
  Run& RunOf(uint32_t start, uint32_t length);
  const uint64_t* RowRight(Run& run, uint32_t passed);
  const uint64_t* RowLeft(Run& run, uint32_t passed);
  uint32_t Fewest(const uint64_t* row, uint32_t first, const Side& other, uint32_t other_row);
  size_t RowSize() const { return size_t{2} * blocks_; }
  uint32_t hyp_len() const { return static_cast<uint32_t>(base_.size()); }

  const WordIndex* reference_ = nullptr;
  std::span<const uint32_t> base_;
  uint32_t blocks_ = 0;
  uint64_t computed_ = 0;
  std::vector<uint32_t> place_;  // by word, among the words of the text
  Side begin_, end_;
  Run runs_[2];  // the last of one word, and of more
  std::vector<uint64_t> row_;
};

}  // namespace mtgauge
