// Computes the rows of the beam as bit vectors.
#include "core/algo/distance/beam_distance.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace mtgauge {
namespace {

constexpr uint32_t kBeam = 25;

// Returns a mask of the lowest n bits, n <= 64.
uint64_t LowBits(uint32_t n) { return n >= 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1; }

// Returns the bits of the columns 1 .. `column` in `block`.
uint64_t ColumnsUpTo(uint32_t column, uint32_t block) {
  const uint64_t before = uint64_t{64} * block;
  return column <= before ? 0
                          : LowBits(static_cast<uint32_t>(std::min<uint64_t>(column - before, 64)));
}

// The horizontal difference that enters a block from the left.
struct Carry {
  uint64_t up, down;  // 0 or 1
};

// Computes one row of one block by Hyyrö's recurrences. On entry `up` and `down` are those of the
// row above. Returns the carry into the next block.
inline Carry Advance(uint64_t eq, Carry in, uint64_t& up, uint64_t& down, uint64_t& same) {
  eq |= in.down;
  same = (((eq & up) + up) ^ up) | eq | down;
  const uint64_t more = down | ~(same | up);
  const uint64_t less = up & same;
  const uint64_t more_left = more << 1 | in.up;
  const uint64_t less_left = less << 1 | in.down;
  up = less_left | ~(same | more_left);
  down = more_left & same;
  return {more >> 63, less >> 63};
}

constexpr Carry kOneMore = {1, 0};

}  // namespace

void WordIndex::Set(std::span<const uint32_t> words, uint32_t distinct) {
  words_.assign(words.begin(), words.end());
  counts_.assign(distinct + 1, 0);
  for (const uint32_t word : words) ++counts_[word];
  if (words.size() > 64) return SetBlocks(distinct);
  masks_.assign(distinct + 1, 0);
  for (size_t i = 0; i < words.size(); ++i) masks_[words[i]] |= uint64_t{1} << i;
}

// Reserves as many blocks for a word as it has occurrences, which is always enough.
void WordIndex::SetBlocks(uint32_t distinct) {
  first_.resize(distinct + 1);
  std::exclusive_scan(counts_.begin(), counts_.end(), first_.begin(), uint32_t{0});
  end_ = first_;
  blocks_.resize(words_.size());
  for (uint32_t i = 0; i < words_.size(); ++i) {
    const uint32_t word = words_[i];
    if (end_[word] == first_[word] || blocks_[end_[word] - 1].block != i / 64) {
      blocks_[end_[word]++] = {i / 64, 0};
    }
    blocks_[end_[word] - 1].mask |= uint64_t{1} << (i % 64);
  }
}

const WordIndex::BlockMask* WordIndex::FirstFrom(uint32_t word, uint32_t block) const {
  return std::lower_bound(blocks_.data() + first_[word], End(word), block,
                          [](const BlockMask& entry, uint32_t b) { return entry.block < b; });
}

uint32_t WordIndex::Next(uint32_t word, uint32_t from) const {
  if (from >= size()) return size();
  const uint64_t above = ~LowBits(from % 64);
  if (size() <= 64) {
    const uint64_t mask = masks_[word] & above;
    return mask == 0 ? size() : static_cast<uint32_t>(std::countr_zero(mask));
  }
  for (const BlockMask* at = FirstFrom(word, from / 64); at != End(word); ++at) {
    const uint64_t mask = at->block == from / 64 ? at->mask & above : at->mask;
    if (mask != 0) return at->block * 64 + static_cast<uint32_t>(std::countr_zero(mask));
  }
  return size();
}

uint32_t WordIndex::LeastEdits(std::span<const uint32_t> words,
                               std::vector<uint32_t>& memory) const {
  memory.assign(counts_.begin(), counts_.end());
  uint32_t common = 0;
  for (const uint32_t word : words) {
    if (memory[word] == 0) continue;
    --memory[word];
    ++common;
  }
  return std::max(static_cast<uint32_t>(words.size()), size()) - common;
}

void BeamDistance::Start(const WordIndex& reference, uint32_t hyp_len, bool beam) {
  reference_ = &reference;
  hyp_len_ = hyp_len;
  computed_ = 0;
  SetWindows(beam);
  cells_.resize(std::max(cells_.size(), size_t{hyp_len + 1} * stride_));
  edges_.resize(std::max(edges_.size(), size_t{hyp_len + 1}));
  rolling_.resize(std::max(rolling_.size(), size_t{2} * stride_));
}

void BeamDistance::SetWindows(bool cut) {
  const uint32_t columns = reference_->size();
  const double ratio = static_cast<double>(columns) / static_cast<double>(hyp_len_);
  uint32_t beam = columns + 1;
  if (cut) beam = ratio / 2 > kBeam ? static_cast<uint32_t>(std::ceil(ratio / 2 + kBeam)) : kBeam;
  windows_.resize(std::max(windows_.size(), size_t{hyp_len_} + 1));
  const auto window = [&](uint32_t row) {
    const auto center = static_cast<uint32_t>(static_cast<double>(row) * ratio);
    const uint32_t lo = center > beam ? center - beam : 0;
    const uint32_t hi = row == hyp_len_ ? columns + 1 : std::min(columns + 1, center + beam);
    return Window{lo, hi};
  };
  stride_ = 1;
  // Windows only move to the right.
  whole_ = columns <= 64 && window(hyp_len_).lo == 0 && window(1).hi == columns + 1;
  if (whole_) return;
  windows_[0] = {0, columns + 1};
  for (uint32_t row = 1; row <= hyp_len_; ++row) {
    windows_[row] = window(row);
    stride_ = std::max(stride_, LastBlock(row) - FirstBlock(row) + 1);
  }
}

// Writes the positions of `word` within the row. A match needs a diagonal inside the window above.
void BeamDistance::Match(uint32_t row, uint32_t word, Cell* out) const {
  const uint32_t first = FirstBlock(row), last = LastBlock(row), lo = windows_[row].lo;
  for (uint32_t block = first; block <= last; ++block) {
    out[block - first].matches =
        reference_->Mask(word, block) & ColumnsUpTo(windows_[row - 1].hi, block);
  }
  if (lo > 0) out[0].matches &= ~ColumnsUpTo(lo - 1, first);
}

// Writes row `row`, given the row above and the row's matches, which may be in `out`. Returns its
// edge.
uint32_t BeamDistance::NextRow(uint32_t row, const Cell* matches, const Cell* above,
                               uint32_t above_edge, Cell* out) const {
  const Window window = windows_[row], before = windows_[row - 1];
  const uint32_t first = FirstBlock(row), last = LastBlock(row), first_above = FirstBlock(row - 1);
  const uint32_t last_above = LastBlock(row - 1);
  const uint64_t lo_bit = window.lo == 0 ? 0 : uint64_t{1} << ((window.lo - 1) % 64);
  const uint64_t left_of_lo = window.lo == 0 ? 0 : lo_bit - 1;
  Carry carry = kOneMore;  // from column 0, or from a cell outside, which must not win
  uint64_t edge_same = 0;
  for (uint32_t block = first; block <= last; ++block) {
    // Row 0 counts up. So do the cells to the right of the window above, so that they never win.
    Cell cell = {~uint64_t{0}, 0, 0, 0};
    if (row > 1 && block <= last_above) cell = above[block - first_above];
    if (block == first) {
      cell.up &= ~left_of_lo;
      cell.down &= ~left_of_lo;
      if (window.lo == before.lo) {  // no diagonal or left cell, so only from above
        cell.up &= ~lo_bit;
        cell.down |= lo_bit;
      }
    }
    cell.matches = matches[block - first].matches;
    carry = Advance(cell.matches, carry, cell.up, cell.down, cell.same);
    if (block == first) {
      edge_same = cell.same & lo_bit;
      cell.up &= ~(left_of_lo | lo_bit);
      cell.down &= ~(left_of_lo | lo_bit);
    }
    const uint64_t inside = ColumnsUpTo(window.hi - 1, block);
    cell.up |= ~inside;
    cell.down &= inside;
    out[block - first] = cell;
  }
  return Edge(row, above, above_edge, edge_same);
}

// Returns the cell at lo. `same` is nonzero if it equals the cell on its diagonal.
uint32_t BeamDistance::Edge(uint32_t row, const Cell* above, uint32_t above_edge,
                            uint64_t same) const {
  const uint32_t lo = windows_[row].lo, lo_above = windows_[row - 1].lo;
  if (lo == lo_above) return above_edge + 1;
  uint32_t diagonal = row == 1 ? lo - 1 : above_edge;
  for (uint32_t block = FirstBlock(row - 1); row > 1 && block <= BlockOf(lo - 1); ++block) {
    const Cell& cell = above[block - FirstBlock(row - 1)];
    const uint64_t between = ColumnsUpTo(lo - 1, block) & ~ColumnsUpTo(lo_above, block);
    diagonal += static_cast<uint32_t>(std::popcount(cell.up & between));
    diagonal -= static_cast<uint32_t>(std::popcount(cell.down & between));
  }
  return diagonal + (same == 0 ? 1 : 0);
}

uint32_t BeamDistance::LastColumn(const Cell* last_row, uint32_t edge) const {
  const uint32_t first = FirstBlock(hyp_len_), last = LastBlock(hyp_len_);
  for (uint32_t block = first; block <= last; ++block) {
    const uint64_t inside = ColumnsUpTo(reference_->size(), block);
    edge += static_cast<uint32_t>(std::popcount(last_row[block - first].up & inside));
    edge -= static_cast<uint32_t>(std::popcount(last_row[block - first].down & inside));
  }
  return edge;
}

uint32_t BeamDistance::SetBase(std::span<const uint32_t> words) {
  base_ = words;
  computed_ += uint64_t{hyp_len_} * stride_;
  if (whole_) {
    base_distance_ = SetBaseWhole(words);
    return base_distance_;
  }
  edges_[0] = 0;
  for (uint32_t row = 1; row <= hyp_len_; ++row) {
    Cell* const out = cells_.data() + size_t{row} * stride_;
    Match(row, words[row - 1], out);
    edges_[row] = NextRow(row, out, Row(row - 1), edges_[row - 1], out);
  }
  base_distance_ = LastColumn(Row(hyp_len_), edges_[hyp_len_]);
  return base_distance_;
}

uint32_t BeamDistance::Changed(uint32_t first, std::span<const uint32_t> changed) {
  if (whole_) return ChangedWhole(first, changed);
  const size_t end = first + changed.size();
  const Cell* above = Row(first);
  uint32_t edge = edges_[first];
  for (uint32_t row = first + 1; row <= hyp_len_; ++row) {
    Cell* const out = rolling_.data() + (row % 2) * stride_;
    if (row <= end) Match(row, changed[row - 1 - first], out);
    edge = NextRow(row, row <= end ? out : Row(row), above, edge, out);
    computed_ += stride_;
    above = out;
    if (row < end) continue;
    // A row that differs from the base's by a constant keeps that difference to the end.
    const uint32_t blocks = LastBlock(row) - FirstBlock(row) + 1;
    if (std::equal(out, out + blocks, Row(row),
                   [](const Cell& a, const Cell& b) { return a.up == b.up && a.down == b.down; })) {
      return base_distance_ + edge - edges_[row];
    }
  }
  return LastColumn(above, edge);
}

// The same as the general case, but without a beam and with one block, as for nearly all sentences.
uint32_t BeamDistance::SetBaseWhole(std::span<const uint32_t> words) {
  const uint64_t inside = LowBits(reference_->size());
  Cell cell = {~uint64_t{0}, 0, 0, 0};
  cells_[0] = cell;
  for (uint32_t row = 1; row <= hyp_len_; ++row) {
    cell.matches = reference_->Mask(words[row - 1], 0);
    Advance(cell.matches, kOneMore, cell.up, cell.down, cell.same);
    cells_[row] = cell;
  }
  return hyp_len_ + static_cast<uint32_t>(std::popcount(cell.up & inside)) -
         static_cast<uint32_t>(std::popcount(cell.down & inside));
}

uint32_t BeamDistance::ChangedWhole(uint32_t first, std::span<const uint32_t> changed) {
  const uint64_t inside = LowBits(reference_->size());
  Cell cell = cells_[first];
  for (const uint32_t word : changed) {
    Advance(reference_->Mask(word, 0), kOneMore, cell.up, cell.down, cell.same);
  }
  computed_ += changed.size();
  for (size_t row = first + changed.size(); row < hyp_len_; ++row) {
    const Cell& base = cells_[row];
    // The rows agree in column 0, so their difference is zero.
    if ((((cell.up ^ base.up) | (cell.down ^ base.down)) & inside) == 0) return base_distance_;
    Advance(cells_[row + 1].matches, kOneMore, cell.up, cell.down, cell.same);
    ++computed_;
  }
  return hyp_len_ + static_cast<uint32_t>(std::popcount(cell.up & inside)) -
         static_cast<uint32_t>(std::popcount(cell.down & inside));
}

// Returns the path's step into the cell (i, j), which is inside the beam and not (0, 0).
EditStep BeamDistance::StepInto(uint32_t i, uint32_t j) const {
  if (i == 0) return EditStep::kInsert;
  if (j == 0) return EditStep::kDelete;
  const Window above = whole_ ? Window{0, reference_->size() + 1} : windows_[i - 1];
  if (j - 1 < above.lo) return EditStep::kDelete;  // the first cell of a window that did not move
  if (j - 1 >= above.hi) return EditStep::kInsert;
  if (base_[i - 1] == reference_->words()[j - 1]) return EditStep::kMatch;
  const uint32_t block = BlockOf(j);
  const uint64_t bit = uint64_t{1} << ((j - 1) % 64);
  const auto cell = [&](uint32_t row) -> const Cell& {
    return Row(row)[whole_ ? 0 : block - FirstBlock(row)];
  };
  if ((cell(i).same & bit) == 0) return EditStep::kSubstitute;
  // The cell above is one less than this one if it is one less than the diagonal.
  if (i == 1 || j >= above.hi) return EditStep::kInsert;
  return (cell(i - 1).down & bit) != 0 ? EditStep::kDelete : EditStep::kInsert;
}

void BeamDistance::Trace(std::vector<EditStep>& path) const {
  path.clear();
  for (uint32_t i = hyp_len_, j = reference_->size(); i > 0 || j > 0;) {
    const EditStep step = StepInto(i, j);
    path.push_back(step);
    if (step != EditStep::kInsert) --i;
    if (step != EditStep::kDelete) --j;
  }
}

}  // namespace mtgauge
