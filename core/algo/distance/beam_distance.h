// Edit distance of two word sequences inside tercom's beam, as sacreBLEU 2.6.0 computes it, and the
// path that it takes.
//
// Costs are 1; row i of the table stands for i words of the hypothesis, column j for j of the
// reference. Row i > 0 has the columns [lo, hi) around i * R / H only; the others cannot be used.
// Of equally cheap steps into a cell the diagonal wins, then the one from above, then from the
// left.
//
// Neighbouring cells differ by at most 1, so a row is two bit vectors (Myers 1999, with carries
// between 64-bit blocks as Hyyrö 2003 has them). The beam is exact: a cell outside it is given a
// value with which it never wins, one more than its neighbour inside.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mtgauge {

// Where each word of one reference stands. Words are ids below `distinct`; the id `distinct` is for
// words that no reference has. Memory is linear in the words. Immutable after Set(): any number of
// threads may read it.
class WordIndex {
 public:
  void Set(std::span<const uint32_t> words, uint32_t distinct);

  uint32_t size() const { return static_cast<uint32_t>(words_.size()); }
  std::span<const uint32_t> words() const { return words_; }
  // How often each id occurs, `distinct` + 1 of them.
  std::span<const uint32_t> counts() const { return counts_; }
  // Bit b: `word` stands at position 64 * block + b.
  uint64_t Mask(uint32_t word, uint32_t block) const {
    if (size() <= 64) return masks_[word];
    const BlockMask* const found = FirstFrom(word, block);
    return found != End(word) && found->block == block ? found->mask : 0;
  }
  // The first position of `word` that is not below `from`; size() if there is none.
  uint32_t Next(uint32_t word, uint32_t from) const;

 private:
  struct BlockMask {
    uint32_t block;
    uint64_t mask;
  };
  void SetBlocks(uint32_t distinct);
  const BlockMask* FirstFrom(uint32_t word, uint32_t block) const;
  const BlockMask* End(uint32_t word) const { return blocks_.data() + end_[word]; }

  std::vector<uint32_t> words_, counts_;
  std::vector<uint64_t> masks_;        // by word, when one block holds all
  std::vector<uint32_t> first_, end_;  // by word, into blocks_, when not
  std::vector<BlockMask> blocks_;      // of each word, by rising block
};

enum class EditStep : uint8_t { kMatch, kSubstitute, kDelete, kInsert };

// Working memory and the current pair of lengths; one thread uses it at a time. Inside the beam
// memory is linear in the words: about 80 bytes for each of the hypothesis, one for each of the
// reference.
class BeamDistance {
 public:
  // Sequences of `hyp_len` words against `reference`, which must outlive the calls below. Neither
  // may be empty. Without the beam memory and work grow with the product of the lengths.
  void Start(const WordIndex& reference, uint32_t hyp_len, bool beam = true);
  // The distance of `words`, whose rows are kept. `words` must stay as they are until the next
  // SetBase().
  uint32_t SetBase(std::span<const uint32_t> words);
  // The distance of the base with the words from `first` on replaced by `changed`. Only rows that
  // are not the base's are computed.
  uint32_t Changed(uint32_t first, std::span<const uint32_t> changed);
  // The base's path, last step first. Deletions are of words of the hypothesis.
  void Trace(std::vector<EditStep>& path) const;
  // Blocks of rows that were computed since Start(): the work so far.
  uint64_t blocks() const { return computed_; }

 private:
  struct Window {
    uint32_t lo, hi;
  };
  // Bit b of block w is column 64 * w + b + 1. Columns from hi on count up; those up to lo > 0 have
  // no bits.
  struct Cell {
    uint64_t up, down;  // this column is one more, one less than that on the left
    uint64_t same;      // equal to the cell on the diagonal
    uint64_t matches;   // of the row's word, where they may be used
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
  bool whole_ = false;   // the beam leaves out nothing, and one block holds a row
  uint32_t stride_ = 1;  // blocks kept of a row
  std::vector<Window> windows_;
  std::vector<Cell> cells_;
  std::vector<uint32_t> edges_;  // the cell at lo, of base rows
  std::vector<Cell> rolling_;    // two rows
};

}  // namespace mtgauge
