// Edit distance of two word sequences within tercom's beam, as sacreBLEU 2.6.0 computes it, and its
// edit path.
//
// Each edit costs 1. Row i of the table stands for i words of the hypothesis, column j for j words
// of the reference. Row i > 0 has only the columns [lo, hi) around i * R / H; no path uses the
// others. Among equally cheap steps into a cell the diagonal wins, then the step from above, then
// from the left.
//
// Neighbouring cells differ by at most 1, so a row is two bit vectors (Myers 1999, with carries
// between 64-bit blocks as in Hyyrö 2003). The beam is exact: a cell outside it gets a value that
// never wins, one more than its neighbour inside.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mtgauge {

// The positions of each word in one reference. Words are ids less than `distinct`; the id
// `distinct` stands for words that no reference contains. Memory is linear in the words. Immutable
// after Set(): any number of threads may read it.
class WordIndex {
 public:
  void Set(std::span<const uint32_t> words, uint32_t distinct);

  uint32_t size() const { return static_cast<uint32_t>(words_.size()); }
  std::span<const uint32_t> words() const { return words_; }
  // The number of occurrences of each of the `distinct` + 1 ids.
  std::span<const uint32_t> counts() const { return counts_; }
  // Bit b is set if `word` is at position 64 * block + b.
  uint64_t Mask(uint32_t word, uint32_t block) const {
    if (size() <= 64) return masks_[word];
    const BlockMask* const found = FirstFrom(word, block);
    return found != End(word) && found->block == block ? found->mask : 0;
  }
  // Returns the first position of `word` at or after `from`; size() if there is none.
  uint32_t Next(uint32_t word, uint32_t from) const;
  // Returns a lower bound of the edits from any order of these words:
  // no more words can match than the two sides have in common.
  uint32_t LeastEdits(std::span<const uint32_t> words, std::vector<uint32_t>& memory) const;

 private:
  struct BlockMask {
    uint32_t block;
    uint64_t mask;
  };
  void SetBlocks(uint32_t distinct);
  const BlockMask* FirstFrom(uint32_t word, uint32_t block) const;
  const BlockMask* End(uint32_t word) const { return blocks_.data() + end_[word]; }

  std::vector<uint32_t> words_, counts_;
  std::vector<uint64_t> masks_;        // by word, if one block suffices
  std::vector<uint32_t> first_, end_;  // by word, range in blocks_ otherwise
  std::vector<BlockMask> blocks_;      // masks of each word, by ascending block
};

enum class EditStep : uint8_t { kMatch, kSubstitute, kDelete, kInsert };

// One thread's working memory and the current pair of lengths. With the beam, memory is linear in
// the words: about 80 bytes per word of the hypothesis and one per word of the reference.
class BeamDistance {
 public:
  // Prepares for comparing sequences of `hyp_len` words with `reference`, which must outlive the
  // calls below. Neither may be empty. Without the beam, memory and time grow with the product of
  // the lengths.
  void Start(const WordIndex& reference, uint32_t hyp_len, bool beam = true);
  // Returns the distance of `words`, and keeps their rows. `words` must not change before the next
  // SetBase().
  uint32_t SetBase(std::span<const uint32_t> words);
  // Returns the distance of the base with the words from `first` on replaced by `changed`. Computes
  // only the rows that differ from the base's.
  uint32_t Changed(uint32_t first, std::span<const uint32_t> changed);
  // Writes the base's path, last step first. Deletions remove words of the hypothesis.
  void Trace(std::vector<EditStep>& path) const;
  // The number of blocks of rows computed since Start().
  uint64_t blocks() const { return computed_; }

 private:
  struct Window {
    uint32_t lo, hi;
  };
  // 64 columns of a row. Bit b of block w is column 64 * w + b + 1. Columns from hi on have their
  // `up` bit set; columns up to lo, if lo > 0, have no bits set in `up` and `down`.
  struct Cell {
    uint64_t up, down;  // this column is one more, or one less, than the one to its left
    uint64_t same;      // equal to the cell on the diagonal
    uint64_t matches;   // allowed positions of the row's word
  };

  static uint32_t BlockOf(uint32_t column) { return column == 0 ? 0 : (column - 1) / 64; }
  uint32_t FirstBlock(uint32_t row) const { return BlockOf(windows_[row].lo); }
  uint32_t LastBlock(uint32_t row) const { return BlockOf(windows_[row].hi - 1); }
  const Cell* Row(uint32_t row) const { return cells_.data() + size_t{row} * stride_; }

  void SetWindows(bool cut);
  void Match(uint32_t row, uint32_t word, Cell* out) const;
  uint32_t NextRow(uint32_t row, const Cell* matches, const Cell* above, uint32_t above_edge,
                   Cell* out) const;
  uint32_t Edge(uint32_t row, const Cell* above, uint32_t above_edge, uint64_t same) const;
  uint32_t LastColumn(const Cell* last_row, uint32_t edge) const;
  uint32_t SetBaseWhole(std::span<const uint32_t> words);
  uint32_t ChangedWhole(uint32_t first, std::span<const uint32_t> changed);
  EditStep StepInto(uint32_t i, uint32_t j) const;

  const WordIndex* reference_ = nullptr;
  std::span<const uint32_t> base_;
  uint32_t hyp_len_ = 0;
  uint32_t base_distance_ = 0;
  uint64_t computed_ = 0;
  bool whole_ = false;   // the beam excludes nothing and a row fits one block
  uint32_t stride_ = 1;  // blocks kept per row
  std::vector<Window> windows_;
  std::vector<Cell> cells_;
  std::vector<uint32_t> edges_;  // the value of the cell at lo, for each base row
  std::vector<Cell> rolling_;    // two rows
};

}  // namespace mtgauge
