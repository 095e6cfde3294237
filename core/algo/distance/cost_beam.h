// Edit distance of two word sequences within the beam of tercom 0.10.0, and its edit path.
//
// Each edit costs 1. Row i of the table stands for i words of the hypothesis, column j for j words
// of the reference. No path continues from a cell that costs over kBeam more than the cheapest cell
// of its row that is reached diagonally; the first and last rows are not cut. Among equally cheap
// steps into a cell the diagonal wins, then the step from above, then from the left, as in
// BeamDistance.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/distance/beam_distance.h"

namespace mtgauge {

// One thread's working memory. Memory grows with the product of the lengths, and so does time where
// the beam cuts little.
class CostBeam {
 public:
  static constexpr uint32_t kBeam = 20;

  // Returns whether distance and path may differ from those of the whole table, whose distance is
  // `whole_distance`. They cannot if the reference is short, because the costs of a row then differ
  // too little, or if the distance is small, because then no cell on the path is above the beam.
  static bool MayCut(uint32_t ref_len, uint32_t whole_distance) {
    return ref_len > kBeam && whole_distance > kBeam;
  }

  // Returns the distance of `hyp`, and keeps its rows if they are small enough. Neither sequence
  // may be empty or change before the next SetBase(); `ref` has at most a few million words.
  uint32_t SetBase(std::span<const uint32_t> hyp, std::span<const uint32_t> ref);
  // Writes the base's path, last step first. Deletions remove words of the hypothesis.
  void Trace(std::vector<EditStep>& path) const;
  // Returns the distance of the base with the words from `first` on replaced by `changed`. If rows
  // are kept, computes only those that differ from the base's.
  uint32_t Changed(uint32_t first, std::span<const uint32_t> changed);
  // The number of cells that the last call computed.
  uint64_t cells() const { return cells_; }

 private:
  struct Window {
    uint32_t first, last;  // the outermost cells of a row from which paths continue
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
  std::vector<Window> windows_;  // windows of the base's rows
  std::vector<uint32_t> kept_;   // costs of base rows, if kept, within their windows
  std::vector<size_t> starts_;   // start of each row in kept_
  bool is_kept_ = false;
  Window window_ = {0, 0};             // window of the row above
  std::vector<uint32_t> above_, row_;  // costs; kCut where no path continues
  std::vector<EditStep> steps_;        // into each cell, row by row
};

}  // namespace mtgauge
