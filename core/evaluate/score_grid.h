// Scores of systems on items, and the groups in which agreement is measured.
//
// An item is a segment or a document. NaN is a missing score. Higher is better on both sides; the
// code that fills a grid negates scores where lower is better.
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

// Returns the cells of each group that all grids have, as indices into their values, without empty
// groups. All grids must have the same shape; there must be at least one.
std::vector<std::vector<size_t>> GroupCells(std::span<const ScoreGrid* const> grids,
                                            Grouping grouping);

// Returns values[cells[0]], values[cells[1]], ...
std::vector<double> Gather(const ScoreGrid& grid, std::span<const size_t> cells);

// Returns the mean of each system's scores that are not missing; NaN if all are.
std::vector<double> SystemMeans(const ScoreGrid& grid);

}  // namespace mtgauge
