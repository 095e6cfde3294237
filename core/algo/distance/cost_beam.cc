// Computes the table of costs, two rows at a time.
#include "core/algo/distance/cost_beam.h"

#include <algorithm>

namespace mtgauge {
namespace {

constexpr uint32_t kCut = uint32_t{1} << 30;  // above all costs; adding to it does not overflow

}  // namespace

// Makes row `row` of the base the row above.
void CostBeam::StartAt(uint32_t row) {
  if (row == 0) {
    for (uint32_t j = 0; j <= ref_.size(); ++j) above_[j] = j;
    window_ = {0, static_cast<uint32_t>(ref_.size())};
    return;
  }
  window_ = windows_[row];
  std::copy_n(kept_.begin() + static_cast<std::ptrdiff_t>(starts_[row]),
              window_.last - window_.first + 1, above_.begin() + window_.first);
}

// Keeps the row above.
void CostBeam::KeepRow() {
  windows_.push_back(window_);
  is_kept_ = is_kept_ && kept_.size() + (window_.last - window_.first) < kMostKept;
  if (!is_kept_) return;
  starts_.push_back(kept_.size());
  kept_.insert(kept_.end(), above_.begin() + window_.first, above_.begin() + window_.last + 1);
}

uint32_t CostBeam::SetBase(std::span<const uint32_t> hyp, std::span<const uint32_t> ref) {
  hyp_ = hyp;
  ref_ = ref;
  const size_t columns = ref.size() + 1;
  steps_.resize(std::max(steps_.size(), (hyp.size() + 1) * columns));
  above_.resize(std::max(above_.size(), columns));
  row_.resize(std::max(row_.size(), columns));
  std::fill_n(steps_.begin(), columns, EditStep::kInsert);
  windows_.clear();
  kept_.clear();
  starts_.clear();
  is_kept_ = true;
  cells_ = columns;
  StartAt(0);
  KeepRow();
  for (uint32_t i = 1; i <= hyp.size(); ++i) {
    NextRow<true>(i, hyp[i - 1]);
    KeepRow();
  }
  base_distance_ = above_[ref.size()];
  return base_distance_;
}

uint32_t CostBeam::Changed(uint32_t first, std::span<const uint32_t> changed) {
  const size_t end = first + changed.size();
  cells_ = 0;
  StartAt(is_kept_ ? first : 0);
  for (uint32_t i = is_kept_ ? first + 1 : 1; i <= hyp_.size(); ++i) {
    const bool is_changed = i > first && i <= end;
    NextRow<false>(i, is_changed ? changed[i - 1 - first] : hyp_[i - 1]);
    if (i >= end && is_kept_ && DiffersByConstant(i)) {
      return base_distance_ + above_[window_.first] - kept_[starts_[i]];
    }
  }
  return above_[ref_.size()];
}

// Returns whether all costs of the row above differ from those of the base's row by the same
// amount. If so, they keep doing so, because limits are relative to costs.
bool CostBeam::DiffersByConstant(uint32_t row) const {
  const Window base = windows_[row];
  if (window_.first != base.first || window_.last != base.last) return false;
  const uint32_t* const kept = kept_.data() + starts_[row];
  const uint32_t* const costs = above_.data() + base.first;
  const uint32_t more = costs[0] - kept[0];
  for (uint32_t c = 0; c <= base.last - base.first; ++c) {
    if (kept[c] == kCut ? costs[c] != kCut : costs[c] == kCut || costs[c] - kept[c] != more) {
      return false;
    }
  }
  return true;
}

// Returns the highest cost in the row of `word` from which paths continue.
uint32_t CostBeam::CostLimit(uint32_t word) const {
  uint32_t cheapest = kCut;
  for (uint32_t j = window_.first; j <= window_.last && j < ref_.size(); ++j) {
    cheapest = std::min(cheapest, above_[j] + (ref_[j] == word ? 0 : 1));
  }
  return std::min(cheapest + kBeam, kCut - 1);
}

// Computes the next row and makes it the row above.
template <bool kOfBase>
void CostBeam::NextRow(uint32_t row, uint32_t word) {
  const auto ref_len = static_cast<uint32_t>(ref_.size());
  const uint32_t limit = row == hyp_.size() ? kCut - 1 : CostLimit(word);
  EditStep* const steps = steps_.data() + size_t{row} * (ref_.size() + 1);
  const auto enter = [steps](uint32_t column, EditStep step) {
    if (kOfBase) steps[column] = step;
  };
  Window next = {ref_len + 1, 0};
  uint32_t left = kCut;
  uint32_t j = window_.first;
  for (; j <= ref_len; ++j) {
    if (j > window_.last + 1 && left == kCut) break;
    uint32_t cost = kCut;
    if (j > window_.first && j - 1 <= window_.last) {
      const bool same = ref_[j - 1] == word;
      cost = above_[j - 1] + (same ? 0 : 1);
      enter(j, same ? EditStep::kMatch : EditStep::kSubstitute);
    }
    if (j <= window_.last && above_[j] + 1 < cost) {
      cost = above_[j] + 1;
      enter(j, EditStep::kDelete);
    }
    if (left + 1 < cost) {
      cost = left + 1;
      enter(j, EditStep::kInsert);
    }
    left = row_[j] = cost > limit ? kCut : cost;
    if (left == kCut) continue;
    next.first = std::min(next.first, j);
    next.last = j;
  }
  cells_ += j - window_.first;
  window_ = next;
  above_.swap(row_);
}

void CostBeam::Trace(std::vector<EditStep>& path) const {
  path.clear();
  auto i = static_cast<uint32_t>(hyp_.size()), j = static_cast<uint32_t>(ref_.size());
  while (i > 0 || j > 0) {
    const EditStep step = steps_[i * (ref_.size() + 1) + j];
    path.push_back(step);
    if (step != EditStep::kInsert) --i;
    if (step != EditStep::kDelete) --j;
  }
}

}  // namespace mtgauge
