// Maximum-weight bipartite matching.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/buffer.h"

namespace mtgauge {

struct WeightedEdge {
  uint32_t left, right;
  uint32_t weight;  // above 0
};

// One worker's working memory; not thread-safe.
class Assignment {
 public:
  // Returns the greatest total weight of a matching. Solves each connected component separately
  // with the method of Kuhn (1955) and Munkres (1957), using shortest augmenting paths: s^2 l steps
  // for sides of s <= l nodes. Adds the steps to `steps`; returns 0, without an answer, as soon as
  // they exceed `most`. Nodes are less than `lefts` and `rights`. Sorts the edges, which must be
  // distinct pairs.
  uint64_t Greatest(std::span<WeightedEdge> edges, uint32_t lefts, uint32_t rights, uint64_t most,
                    uint64_t& steps);

  static constexpr uint32_t kAlone = UINT32_MAX;
  // Returns the right node that Greatest() matched with `left`, or kAlone.
  uint32_t PartnerOf(uint32_t left) const { return partners_[left]; }

 private:
  uint32_t Root(uint32_t node);
  void FindParts(std::span<const WeightedEdge> edges, uint32_t lefts, uint32_t rights);
  uint64_t SolvePart(std::span<const WeightedEdge> edges, uint64_t most, uint64_t& steps);
  uint64_t SolveTable(uint32_t rows, uint32_t columns);
  void Enter(uint32_t row, uint32_t columns);
  uint32_t Reach(uint32_t column, uint32_t columns);

  Buffer<uint32_t> parents_;   // union-find links of left, then right nodes
  Buffer<uint32_t> numbers_;   // index of each node within its component
  Buffer<uint32_t> partners_;  // by left node
  Buffer<int64_t> costs_;      // rows * columns
  Buffer<int64_t> row_price_, column_price_, slack_;
  Buffer<uint32_t> row_of_, came_from_;
  Buffer<uint8_t> reached_;
  uint32_t lefts_ = 0;
};

}  // namespace mtgauge
