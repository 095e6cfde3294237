// Finds the distinct byte planes of each block once; multiplies them for every group of resamples.
#include "core/stats/row_product.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <map>
#include <utility>

#include "core/base/hash.h"
#include "core/base/wrapping.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

// Finds equal byte planes of one block, first by hash, then byte by byte.
class PlaneSet {
 public:
  PlaneSet(std::vector<const uint8_t*>& planes, uint32_t stride)
      : planes_(planes), stride_(stride) {}

  uint32_t IndexOf(const uint8_t* plane) {
    const uint64_t hash = DefaultHash().function(reinterpret_cast<const char*>(plane), stride_);
    const auto [first, last] = by_hash_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
      if (std::memcmp(planes_[it->second], plane, stride_) == 0) return it->second;
    }
    const auto index = static_cast<uint32_t>(planes_.size());
    planes_.push_back(plane);
    by_hash_.emplace(hash, index);
    return index;
  }

 private:
  std::vector<const uint8_t*>& planes_;
  uint32_t stride_;
  std::multimap<uint64_t, uint32_t> by_hash_;
};

// Adds modulo 2^64, which also handles the high bytes of negative differences.
void AddShifted(uint64_t value, uint32_t shift, int64_t& sum) {
  sum = static_cast<int64_t>(static_cast<uint64_t>(sum) + (value << shift));
}

}  // namespace

RowProduct::RowProduct(const std::vector<const RowStore*>& stores) : stores_(stores) {
  for (const RowStore* store : stores_) {
    first_columns_.push_back(columns_);
    columns_ += store->columns();
  }
  if (stores_.empty()) return;
  units_ = stores_.front()->segments();
  if (stores_.front()->read_block()) return;
  std::vector<const RowBlock*> of_block(stores_.size());
  for (uint64_t block = 0; block < stores_.front()->blocks().size(); ++block) {
    for (size_t s = 0; s < stores_.size(); ++s) of_block[s] = &stores_[s]->blocks()[block];
    loaded_.push_back(MakePlan(of_block));
  }
}

RowProduct::Loaded RowProduct::MakePlan(std::span<const RowBlock* const> blocks) const {
  Loaded plan;
  plan.units_ = blocks.front()->segments;
  plan.stride_ = blocks.front()->Stride();
  PlaneSet set(plan.planes_, plan.stride_);
  uint32_t column = 0;
  for (size_t s = 0; s < stores_.size(); ++s) {
    const RowBlock& rows = *blocks[s];
    assert(rows.segments == plan.units_);
    for (uint32_t c = 0; c < stores_[s]->columns(); ++c, ++column) {
      plan.bases_.push_back(rows.planes[c].base);
      for (uint32_t k = 0; k < rows.planes[c].width; ++k) {
        plan.terms_.push_back({column, set.IndexOf(rows.BytePlane(c, k)), 8 * k});
      }
    }
  }
  return plan;
}

Result<RowProduct::Loaded> RowProduct::Load(uint64_t block) const {
  auto blocks = std::make_shared<std::vector<RowBlock>>();
  std::vector<const RowBlock*> pointers;
  for (const RowStore* store : stores_) {
    MTG_ASSIGN_OR_RETURN(RowBlock read, store->read_block()(block));
    blocks->push_back(std::move(read));
  }
  for (const RowBlock& of_store : *blocks) pointers.push_back(&of_store);
  Loaded plan = MakePlan(pointers);
  plan.blocks_ = std::move(blocks);
  return plan;
}

uint64_t RowProduct::planes() const {
  uint64_t planes = 0;
  for (const Loaded& block : loaded_) planes += block.planes_.size();
  return planes;
}

void RowProduct::Add(const Loaded& plan, std::span<const BlockCounts> counts,
                     std::span<const uint32_t> totals, Scratch& scratch, int64_t* sums) const {
  assert(!counts.empty() && counts.size() <= kResamplesTogether);
  const auto planes = static_cast<uint32_t>(plan.planes_.size());
  scratch.sums.resize(size_t{planes} * kResamplesTogether);
  if (planes > 0) {
    ActiveKernels().multiply(counts.front().counts, sizeof(BlockCounts),
                             static_cast<uint32_t>(counts.size()), plan.planes_.data(), planes,
                             plan.stride_ / 64, scratch.sums.data());
  }
  for (size_t r = 0; r < counts.size(); ++r) {
    int64_t* out = sums + r * columns_;
    const uint32_t* of_plane = scratch.sums.data() + r * planes;
    for (uint32_t c = 0; c < columns_; ++c) {
      out[c] = WrappingSum(out[c], WrappingProduct(plan.bases_[c], totals[r]));
    }
    for (const Loaded::Term& term : plan.terms_)
      AddShifted(of_plane[term.plane], term.shift, out[term.column]);
    for (const auto& [unit, further] : counts[r].spill) {
      for (const Loaded::Term& term : plan.terms_) {
        AddShifted(uint64_t{further} * plan.planes_[term.plane][unit], term.shift,
                   out[term.column]);
      }
    }
  }
}

void RowProduct::Row(uint64_t unit, int64_t* row) const {
  for (const RowStore* store : stores_) {
    store->Row(unit, row);
    row += store->columns();
  }
}

void RowProduct::StoreRow(uint64_t unit, uint32_t first_column, int64_t* row) const {
  const auto found = std::lower_bound(first_columns_.begin(), first_columns_.end(), first_column);
  assert(found != first_columns_.end() && *found == first_column);
  stores_[static_cast<size_t>(found - first_columns_.begin())]->Row(unit, row);
}

std::vector<int64_t> RowProduct::Totals() const {
  std::vector<int64_t> totals;
  for (const RowStore* store : stores_) {
    const std::vector<int64_t> part = store->Totals();
    totals.insert(totals.end(), part.begin(), part.end());
  }
  return totals;
}

std::vector<int64_t> TotalsOf(std::span<const RowProduct> strata) {
  std::vector<int64_t> totals(strata.front().columns(), 0);
  for (const RowProduct& stratum : strata) {
    const std::vector<int64_t> part = stratum.Totals();
    for (size_t c = 0; c < totals.size(); ++c) totals[c] = WrappingSum(totals[c], part[c]);
  }
  return totals;
}

}  // namespace mtgauge
