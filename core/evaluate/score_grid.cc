// Splits a grid into groups.
#include "core/evaluate/score_grid.h"

#include <algorithm>
#include <cmath>

namespace mtgauge {

std::vector<std::vector<size_t>> GroupCells(std::span<const ScoreGrid* const> grids,
                                            Grouping grouping) {
  const uint32_t systems = grids.front()->systems, items = grids.front()->items;
  const size_t groups = grouping == Grouping::kNone     ? 1
                        : grouping == Grouping::kSystem ? systems
                                                        : items;
  std::vector<std::vector<size_t>> cells(groups);
  for (uint32_t s = 0; s < systems; ++s) {
    for (uint32_t i = 0; i < items; ++i) {
      const size_t cell = size_t{s} * items + i;
      const bool missing = std::any_of(grids.begin(), grids.end(), [cell](const ScoreGrid* grid) {
        return std::isnan(grid->values[cell]);
      });
      const size_t group = grouping == Grouping::kNone ? 0 : grouping == Grouping::kSystem ? s : i;
      if (!missing) cells[group].push_back(cell);
    }
  }
  std::erase_if(cells, [](const std::vector<size_t>& group) { return group.empty(); });
  return cells;
}

std::vector<double> Gather(const ScoreGrid& grid, std::span<const size_t> cells) {
  std::vector<double> values;
  values.reserve(cells.size());
  for (const size_t cell : cells) values.push_back(grid.values[cell]);
  return values;
}

std::vector<double> SystemMeans(const ScoreGrid& grid) {
  std::vector<double> means;
  for (uint32_t s = 0; s < grid.systems; ++s) {
    double sum = 0, count = 0;
    for (const double value : grid.Row(s)) {
      if (std::isnan(value)) continue;
      sum += value;
      ++count;
    }
    means.push_back(sum / count);
  }
  return means;
}

}  // namespace mtgauge
