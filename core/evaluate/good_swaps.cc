// Measures mixed values in one pass over the outputs.
#include "core/evaluate/good_swaps.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace mtgauge {

GoodSwaps::GoodSwaps(const ScoreGrid& gold, std::span<const ScoreGrid* const> metrics, double good,
                     std::span<const double> cuts, Share share)
    : share_(share) {
  Take(gold, metrics, good);
  for (size_t m = 0; m < metrics.size(); ++m) {
    std::vector<uint32_t>& says = values_.emplace_back();
    for (const size_t cell : cells_) says.push_back(metrics[m]->values[cell] >= cuts[m] ? 1 : 0);
  }
}

GoodSwaps::GoodSwaps(const ScoreGrid& gold, std::span<const ScoreGrid* const> metrics,
                     double good) {
  Take(gold, metrics, good);
  for (const ScoreGrid* metric : metrics) {
    std::vector<uint32_t>& ranks = values_.emplace_back();
    // Equal scores share a rank, which may be a half.
    for (const double rank : AverageRanks(Gather(*metric, cells_))) {
      ranks.push_back(static_cast<uint32_t>(2 * rank));
    }
  }
}

void GoodSwaps::Take(const ScoreGrid& gold, std::span<const ScoreGrid* const> metrics,
                     double good) {
  for (size_t cell = 0; cell < gold.values.size(); ++cell) {
    const bool scored = std::none_of(metrics.begin(), metrics.end(), [&](const ScoreGrid* metric) {
      return std::isnan(metric->values[cell]);
    });
    if (!scored || std::isnan(gold.values[cell])) continue;
    cells_.push_back(cell);
    good_.push_back(gold.values[cell] >= good ? 1 : 0);
  }
}

double GoodSwaps::Mixed(const uint8_t* keeps, size_t a, size_t b) const {
  const double value = share_ == nullptr ? Ordered(keeps, a, b) : Counted(keeps, a, b);
  return std::isnan(value) ? 0 : value;
}

double GoodSwaps::Counted(const uint8_t* keeps, size_t a, size_t b) const {
  GoodCounts counts;
  for (size_t i = 0; i < outputs(); ++i) {
    const uint32_t says = values_[keeps[i] != 0 ? a : b][i];
    counts.both += says & good_[i];
    counts.predicted += says;
    counts.good += good_[i];
  }
  counts.all = outputs();
  return (counts.*share_)();
}

double GoodSwaps::Ordered(const uint8_t* keeps, size_t a, size_t b) const {
  // By rank: how many outputs are good, and how many are not.
  std::vector<std::array<uint32_t, 2>> at(2 * outputs() + 1);
  for (size_t i = 0; i < outputs(); ++i) ++at[values_[keeps[i] != 0 ? a : b][i]][good_[i]];
  double others = 0, good = 0, above = 0;  // pairs count twice in `above`
  for (const auto& [not_good, is_good] : at) {
    above += is_good * (2 * others + not_good);
    others += not_good;
    good += is_good;
  }
  return above / (2 * others * good);
}

}  // namespace mtgauge
