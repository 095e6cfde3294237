// Rounds scores to 32-bit integers, and adds them up under random signs.
#include "core/evaluate/soft_accuracy.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/evaluate/metric_tests.h"
#include "core/evaluate/system_level.h"

namespace mtgauge {
namespace {

constexpr double kRoom = 1 << 29;  // differences of two sums of either sign must fit 32 bits

// Returns the largest power of two that scales sums of at most `most` to 32 bits.
double BinaryFactor(double most) {
  return most > 0 ? std::ldexp(1.0, std::ilogb(kRoom / most)) : 1;
}

// Returns the factor that turns scores into integers with sums of 32 bits. For decimals of few
// places it is a power of ten, so that sums that tie stay tied.
double IntegerFactor(std::span<const double> scores, double most) {
  constexpr double kMostPlaces = 1e6;
  for (double factor = 1; factor <= kMostPlaces && most * factor < kRoom; factor *= 10) {
    const bool exact = std::all_of(scores.begin(), scores.end(), [&](double score) {
      return std::nearbyint(score * factor) / factor == score;
    });
    if (exact) return factor;
  }
  return BinaryFactor(most);
}

// Returns the largest sum of the sizes of a system's scores. scores: [item * systems + system].
double LargestSum(std::span<const double> scores, size_t systems) {
  std::vector<double> sums(systems);
  for (size_t k = 0; k < scores.size(); ++k) sums[k % systems] += std::fabs(scores[k]);
  return sums.empty() ? 0 : *std::max_element(sums.begin(), sums.end());
}

// Returns the scores of these items: [item * systems + system].
std::vector<double> ItemRows(const ScoreGrid& scores, std::span<const uint32_t> order,
                             std::span<const uint32_t> items) {
  std::vector<double> rows;
  rows.reserve(items.size() * order.size());
  for (const uint32_t item : items) {
    for (const uint32_t system : order) rows.push_back(scores.At(system, item));
  }
  return rows;
}

std::vector<int32_t> Rounded(std::span<const double> scores, double factor) {
  std::vector<int32_t> rounded;
  rounded.reserve(scores.size());
  for (const double score : scores) {
    rounded.push_back(static_cast<int32_t>(std::nearbyint(score * factor)));
  }
  return rounded;
}

std::vector<int32_t> ColumnTotals(std::span<const int32_t> rows, size_t columns) {
  std::vector<int32_t> totals(columns);
  for (size_t k = 0; k < rows.size(); ++k) totals[k % columns] += rows[k];
  return totals;
}

}  // namespace

std::vector<uint32_t> CompleteItems(const ScoreGrid& scores) {
  std::vector<uint32_t> items;
  for (uint32_t i = 0; i < scores.items; ++i) {
    bool missing = false;
    for (uint32_t s = 0; s < scores.systems; ++s) missing |= std::isnan(scores.At(s, i));
    if (!missing) items.push_back(i);
  }
  return items;
}

ResampledFlips::ResampledFlips(const ScoreGrid& scores, std::span<const uint32_t> order,
                               std::vector<uint32_t> items, SpaTies ties)
    : systems_(static_cast<uint32_t>(order.size())),
      items_(std::move(items)),
      signs_(items_.size()),
      ties_(ties) {
  const std::vector<double> rows = ItemRows(scores, order, items_);
  double most = 0;
  for (const double score : rows) most = std::max(most, std::fabs(score));
  // No resample has a larger sum, as if the largest score were drawn each time.
  rows_ = Rounded(rows, IntegerFactor(rows, most * static_cast<double>(scores.items)));
}

std::vector<double> ResampledFlips::P(std::span<const uint32_t> counts) const {
  std::vector<int32_t> drawn(rows_.size());
  for (size_t i = 0; i < items_.size(); ++i) {
    const auto count = static_cast<int32_t>(counts[items_[i]]);
    for (size_t s = 0; s < systems_; ++s) drawn[i * systems_ + s] = count * rows_[i * systems_ + s];
  }
  return ExceedanceP<int32_t>(signs_.Sum<int32_t>(drawn, systems_), ColumnTotals(drawn, systems_),
                              signs_.draws(), ties_);
}

SwappedFlips::SwappedFlips(std::vector<double> human, std::span<const ScoreGrid* const> metrics,
                           std::span<const uint32_t> order, std::vector<uint32_t> items,
                           SpaTies ties)
    : systems_(static_cast<uint32_t>(order.size())),
      items_(items.size()),
      metrics_(metrics.size()),
      human_(std::move(human)),
      rows_(items.size() * systems_ * metrics.size()),
      signs_(items.size()),
      ties_(ties) {
  std::vector<std::vector<double>> standard;
  double most = 0;
  for (const ScoreGrid* metric : metrics) {
    standard.push_back(ItemRows(*metric, order, items));
    StandardizePresent(standard.back());
    most += LargestSum(standard.back(), systems_);  // of any mixture of metrics
  }
  const double factor = BinaryFactor(most);
  const size_t columns = metrics_ * systems_;
  for (size_t m = 0; m < metrics_; ++m) {
    const std::vector<int32_t> rounded = Rounded(standard[m], factor);
    for (size_t k = 0; k < rounded.size(); ++k) {
      rows_[k / systems_ * columns + m * systems_ + k % systems_] = rounded[k];
    }
  }
  sums_ = signs_.Sum<int32_t>(rows_, columns);
  totals_ = ColumnTotals(rows_, columns);
}

std::vector<double> SwappedFlips::Draw(std::span<const uint8_t> keeps) const {
  const size_t columns = metrics_ * systems_, draws = signs_.draws();
  std::vector<int32_t> kept(rows_.size());
  for (size_t i = 0; i < items_; ++i) {
    for (size_t c = 0; c < columns; ++c) {
      kept[i * columns + c] = rows_[i * columns + c] * keeps[i * systems_ + c % systems_];
    }
  }
  const std::vector<int32_t> sums = signs_.Sum<int32_t>(kept, columns);
  const std::vector<int32_t> totals = ColumnTotals(kept, columns);
  std::vector<int32_t> mixed(systems_ * draws), mixed_totals(systems_);
  std::vector<double> accuracy(metrics_ * metrics_);
  for (size_t a = 0; a < metrics_; ++a) {
    for (size_t b = 0; b < metrics_; ++b) {
      if (a == b) continue;
      const size_t from_a = a * mixed.size(), from_b = b * mixed.size();
      for (size_t k = 0; k < mixed.size(); ++k) {
        mixed[k] = sums[from_a + k] + sums_[from_b + k] - sums[from_b + k];
      }
      for (size_t s = 0; s < systems_; ++s) {
        const size_t of_b = b * systems_ + s;
        mixed_totals[s] = totals[a * systems_ + s] + totals_[of_b] - totals[of_b];
      }
      accuracy[a * metrics_ + b] = SoftPairwiseAccuracy(
          human_, ExceedanceP<int32_t>(mixed, mixed_totals, signs_.draws(), ties_), systems_);
    }
  }
  return accuracy;
}

}  // namespace mtgauge
