// Scores of systems on items, and the groups that agreement is measured in.
//
// An item is a segment, or a document. NaN is a missing score. Higher is better on both sides;
// whoever fills a grid turns the others round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mtgauge/evaluate.h"

namespace mtgauge {

struct ScoreGrid {
  uint32_t systems = 0, items = 0;
  std::vector<double> values;  // [system * items + item]

  double At(uint32_t system, uint32_t item) const { return values[size_t{system} * items + item]; }
  std::span<const double> Row(uint32_t system) const {
    return std::span(values).subspan(size_t{system} * items, items);
  }
};

// The cells of each group that all grids have, as indices into their values. Empty groups are left
// out. All grids have one shape; at least one.
std::vector<std::vector<size_t>> GroupCells(std::span<const ScoreGrid* const> grids,
                                            Grouping grouping);

// values[cells[0]], values[cells[1]], ...
std::vector<double> Gather(const ScoreGrid& grid, std::span<const size_t> cells);

// The mean of each system's scores that are there; NaN where it has none.
std::vector<double> SystemMeans(const ScoreGrid& grid);

}  // namespace mtgauge
