// Edit distance of two word sequences inside the beam of tercom 0.10.0, and the path that it takes.
//
// Costs are 1; row i of the table stands for i words of the hypothesis, column j for j of the
// reference. No path goes on from a cell that costs over kBeam more than the cheapest cell of its
// row that is reached diagonally; the first and the last row are spared. Of equally cheap steps
// into a cell the diagonal wins, then the one from above, then from the left, as in BeamDistance.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/distance/beam_distance.h"

namespace mtgauge {

// Working memory; one thread uses it at a time. Memory, and work where the beam cuts little, grow
// with the product of the lengths.
class CostBeam {
 public:
  static constexpr uint32_t kBeam = 20;

  // Whether distance and path may differ from those of the whole table, whose distance is given.
  // No cell is far enough above another of its row when the reference is short, and none on the
  // path is above the beam when the distance is not.
  static bool MayCut(uint32_t ref_len, uint32_t whole_distance) {
    return ref_len > kBeam && whole_distance > kBeam;
  }

  // The distance of `hyp`, whose rows are kept where they are few. Neither sequence may be empty;
  // both must stay as they are until the next SetBase(); `ref` has no more than a few million
  // words.
  uint32_t SetBase(std::span<const uint32_t> hyp, std::span<const uint32_t> ref);
  // The base's path, last step first. Deletions are of words of the hypothesis.
  void Trace(std::vector<EditStep>& path) const;
  // The distance of the base with the words from `first` on replaced by `changed`. Of kept rows
  // only those are computed that are not the base's.
  uint32_t Changed(uint32_t first, std::span<const uint32_t> changed);
  // Cells that were computed by the last call: its work.
  uint64_t cells() const { return cells_; }

 private:
  struct Window {
    uint32_t first, last;  // the outermost cells of a row from which paths go on
  };
  static constexpr size_t kMostKept = size_t{1} << 22;  // costs

  template <bool kOfBase>
  void NextRow(uint32_t row, uint32_t word);
  uint32_t CostLimit(uint32_t word) const;
  void StartAt(uint32_t row);
  void KeepRow();
  bool DiffersByConstant(uint32_t row) const;

  std::span<const uint32_t> hyp_, ref_;
  uint32_t base_distance_ = 0;
  uint64_t cells_ = 0;
  std::vector<Window> windows_;  // of the base's rows
  std::vector<uint32_t> kept_;   // their costs, if kept, of the windows alone
  std::vector<size_t> starts_;   // of each row among them
  bool is_kept_ = false;
  Window window_ = {0, 0};             // of the row above
  std::vector<uint32_t> above_, row_;  // costs; kCut where no path goes on
  std::vector<EditStep> steps_;        // into each cell, row by row
};

}  // namespace mtgauge
