// Finds components by union-find. In each, adds one row at a time along a shortest augmenting path.
#include "core/algo/alignment/assignment.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace mtgauge {
namespace {

constexpr uint32_t kNoEdge = UINT32_MAX;
constexpr uint64_t kMostCells = uint64_t{1} << 23;  // size limit of a table, 64 MB

}  // namespace

uint32_t Assignment::Root(uint32_t node) {
  while (parents_[node] != node) {
    parents_[node] = parents_[parents_[node]];
    node = parents_[node];
  }
  return node;
}

void Assignment::FindParts(std::span<const WeightedEdge> edges, uint32_t lefts, uint32_t rights) {
  lefts_ = lefts;
  parents_.Grow(size_t{lefts} + rights, 0);
  numbers_.Grow(size_t{lefts} + rights, 0);
  for (uint32_t node = 0; node < lefts + rights; ++node) parents_[node] = node;
  for (const WeightedEdge& edge : edges) {
    const uint32_t left = Root(edge.left), right = Root(lefts + edge.right);
    parents_[std::max(left, right)] = std::min(left, right);
  }
  for (uint32_t node = 0; node < lefts + rights; ++node) parents_[node] = Root(node);
}

uint64_t Assignment::Greatest(std::span<WeightedEdge> edges, uint32_t lefts, uint32_t rights,
                              uint64_t most, uint64_t& steps) {
  FindParts(edges, lefts, rights);
  partners_.Grow(lefts, 0);
  std::fill_n(partners_.data(), lefts, kAlone);
  std::sort(edges.begin(), edges.end(), [&](const WeightedEdge& a, const WeightedEdge& b) {
    return std::pair(parents_[a.left], uint64_t{a.left} << 32 | a.right) <
           std::pair(parents_[b.left], uint64_t{b.left} << 32 | b.right);
  });
  uint64_t total = 0;
  for (size_t begin = 0; begin < edges.size();) {
    size_t end = begin + 1;
    while (end < edges.size() && parents_[edges[end].left] == parents_[edges[begin].left]) ++end;
    total += SolvePart(edges.subspan(begin, end - begin), most, steps);
    if (steps > most) return 0;
    begin = end;
  }
  return total;
}

uint64_t Assignment::SolvePart(std::span<const WeightedEdge> edges, uint64_t most,
                               uint64_t& steps) {
  if (edges.size() == 1) {
    partners_[edges[0].left] = edges[0].right;
    return edges[0].weight;
  }
  for (const WeightedEdge& edge : edges) {
    numbers_[edge.left] = numbers_[lefts_ + edge.right] = kNoEdge;
  }
  uint32_t lefts = 0, rights = 0;
  for (const WeightedEdge& edge : edges) {
    if (numbers_[edge.left] == kNoEdge) numbers_[edge.left] = lefts++;
    uint32_t& right = numbers_[lefts_ + edge.right];
    if (right == kNoEdge) right = rights++;
  }
  const uint32_t rows = std::min(lefts, rights), columns = std::max(lefts, rights);
  const uint64_t cells = uint64_t{rows} * columns;
  steps += rows * cells;
  if (cells > kMostCells) steps = most + 1;
  if (steps > most) return 0;
  costs_.Grow(cells, 0);
  std::fill_n(costs_.data(), cells, 0);
  for (const WeightedEdge& edge : edges) {
    const uint32_t left = numbers_[edge.left], right = numbers_[lefts_ + edge.right];
    const size_t cell =
        lefts <= rights ? size_t{left} * columns + right : size_t{right} * columns + left;
    costs_[cell] = -int64_t{edge.weight};
  }
  const uint64_t total = SolveTable(rows, columns);
  for (const WeightedEdge& edge : edges) {
    uint32_t row = numbers_[edge.left], column = numbers_[lefts_ + edge.right];
    if (lefts > rights) std::swap(row, column);
    if (row_of_[column + 1] == row + 1) partners_[edge.left] = edge.right;
  }
  return total;
}

// Rows and columns are numbered from 1; 0 means none. Costs are never positive, so matching a row
// never hurts, and the cheapest assignment of all rows is the answer.
uint64_t Assignment::SolveTable(uint32_t rows, uint32_t columns) {
  const size_t width = size_t{columns} + 1;
  for (Buffer<int64_t>* values : {&column_price_, &slack_}) values->Grow(width, 0);
  for (Buffer<uint32_t>* links : {&row_of_, &came_from_}) links->Grow(width, 0);
  row_price_.Grow(size_t{rows} + 1, 0);
  reached_.Grow(width, 0);
  std::fill_n(row_price_.data(), size_t{rows} + 1, 0);
  std::fill_n(column_price_.data(), width, 0);
  std::fill_n(row_of_.data(), width, 0u);
  for (uint32_t row = 1; row <= rows; ++row) Enter(row, columns);
  int64_t cost = 0;
  for (uint32_t c = 1; c <= columns; ++c) {
    if (row_of_[c] != 0) cost += costs_[size_t{row_of_[c] - 1} * columns + c - 1];
  }
  return static_cast<uint64_t>(-cost);
}

void Assignment::Enter(uint32_t row, uint32_t columns) {
  std::fill_n(slack_.data(), size_t{columns} + 1, std::numeric_limits<int64_t>::max());
  std::fill_n(reached_.data(), size_t{columns} + 1, uint8_t{0});
  row_of_[0] = row;
  uint32_t column = 0;
  do {
    column = Reach(column, columns);
  } while (row_of_[column] != 0);
  for (; column != 0; column = came_from_[column]) row_of_[column] = row_of_[came_from_[column]];
}

// Continues from the row of `column` and returns the nearest column not yet reached.
uint32_t Assignment::Reach(uint32_t column, uint32_t columns) {
  reached_[column] = 1;
  const uint32_t row = row_of_[column];
  const int64_t* const costs = costs_.data() + size_t{row - 1} * columns;
  int64_t least = std::numeric_limits<int64_t>::max();
  uint32_t next = 0;
  for (uint32_t c = 1; c <= columns; ++c) {
    if (reached_[c] != 0) continue;
    const int64_t reduced = costs[c - 1] - row_price_[row] - column_price_[c];
    if (reduced < slack_[c]) {
      slack_[c] = reduced;
      came_from_[c] = column;
    }
    if (slack_[c] < least) {
      least = slack_[c];
      next = c;
    }
  }
  for (uint32_t c = 0; c <= columns; ++c) {
    if (reached_[c] != 0) {
      row_price_[row_of_[c]] += least;
      column_price_[c] -= least;
    } else {
      slack_[c] -= least;
    }
  }
  return next;
}

}  // namespace mtgauge
