// Counts times rows: the column sums of several row stores for the counts of a resample.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/status.h"
#include "core/stats/random/mtg1.h"
#include "core/stats/row_store.h"

namespace mtgauge {

// Number of resamples multiplied together, so that a plane is loaded once for all of them.
inline constexpr uint32_t kResamplesTogether = 4;

// The rows of several stores over the same units, side by side. Byte planes that are equal in a
// block, within a store or between stores (such as the reference's length under every system), are
// multiplied once. Immutable; safe for concurrent use; the stores must outlive it. All stores must
// have their rows in memory, or all elsewhere.
class RowProduct {
 public:
  explicit RowProduct(const std::vector<const RowStore*>& stores);

  uint32_t columns() const { return columns_; }
  uint64_t units() const { return units_; }
  uint64_t blocks() const { return (units_ + kBlockSegments - 1) / kBlockSegments; }
  uint32_t units_of(uint64_t block) const {
    return static_cast<uint32_t>(
        std::min<uint64_t>(kBlockSegments, units_ - block * kBlockSegments));
  }
  // Returns false if blocks must be loaded before they are multiplied.
  bool in_memory() const { return loaded_.size() == blocks(); }
  // Number of byte planes that are multiplied, over all blocks in memory.
  uint64_t planes() const;

  // A block whose planes are in memory.
  class Loaded {
    friend class RowProduct;
    // sums[column] += (sum of plane) << shift
    struct Term {
      uint32_t column;
      uint32_t plane;
      uint32_t shift;
    };
    uint32_t units_ = 0;
    uint32_t stride_ = 0;
    std::vector<const uint8_t*> planes_;
    std::vector<Term> terms_;
    std::vector<int64_t> bases_;  // per column
    // For rows stored elsewhere.
    std::shared_ptr<const std::vector<RowBlock>> blocks_;
  };
  // Reads a block that is stored elsewhere.
  Result<Loaded> Load(uint64_t block) const;
  // For rows in memory.
  const Loaded& loaded(uint64_t block) const { return loaded_[block]; }

  // The working memory of one caller.
  struct Scratch {
    std::vector<uint32_t> sums;
  };
  // sums[r * columns() + c] += the sum over the block's units of counts[r] times column c, exactly.
  // totals[r] is the sum of counts[r], spill included. At most kResamplesTogether resamples.
  void Add(const Loaded& block, std::span<const BlockCounts> counts,
           std::span<const uint32_t> totals, Scratch& scratch, int64_t* sums) const;

  // For rows in memory: writes row[0, columns()) of one unit.
  void Row(uint64_t unit, int64_t* row) const;
  // Writes the row of one unit in the store whose columns begin at first_column.
  void StoreRow(uint64_t unit, uint32_t first_column, int64_t* row) const;
  // Returns the sum of each column.
  std::vector<int64_t> Totals() const;

 private:
  Loaded MakePlan(std::span<const RowBlock* const> blocks) const;

  std::vector<const RowStore*> stores_;
  std::vector<uint32_t> first_columns_;  // of each store
  uint32_t columns_ = 0;
  uint64_t units_ = 0;
  std::vector<Loaded> loaded_;  // all blocks, or none
};

// Returns the sum of each column over all strata; there must be at least one stratum.
std::vector<int64_t> TotalsOf(std::span<const RowProduct> strata);

}  // namespace mtgauge
