// Counts pairs: in small groups one by one, in large ones with a tree of prefix counts.
#include "core/evaluate/pairs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "core/evaluate/sign.h"

namespace mtgauge {
namespace {

// Up to this many outputs, looking at all pairs is faster than sorting.
constexpr size_t kFew = 32;

void CountOne(int human, int metric, PairCounts& counts) {
  if (human != 0 && metric != 0) {
    ++(human == metric ? counts.concordant : counts.discordant);
  } else if (human != 0) {
    ++counts.metric_ties;
  } else {
    ++(metric != 0 ? counts.human_ties : counts.both_ties);
  }
}

PairCounts CountAll(std::span<const double> human, std::span<const double> metric, double eps) {
  PairCounts counts;
  for (size_t i = 0; i < human.size(); ++i) {
    for (size_t j = i + 1; j < human.size(); ++j) {
      const double apart = metric[i] - metric[j];
      CountOne(Sign(human[i] - human[j]), std::fabs(apart) <= eps ? 0 : Sign(apart), counts);
    }
  }
  return counts;
}

// Counts how many of the added values are below a rank (Fenwick 1994).
class PrefixCounts {
 public:
  explicit PrefixCounts(size_t ranks) : tree_(ranks + 1), count_(ranks) {}
  void Add(size_t rank) {
    ++count_[rank];
    for (size_t node = rank + 1; node < tree_.size(); node += node & (~node + 1)) ++tree_[node];
  }
  int64_t Below(size_t rank) const {
    int64_t below = 0;
    for (size_t node = rank; node > 0; node &= node - 1) below += tree_[node];
    return below;
  }
  int64_t At(size_t rank) const { return count_[rank]; }

 private:
  std::vector<int64_t> tree_, count_;
};

std::vector<size_t> Ascending(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  return order;
}

// Returns numbers from 0 in the order of the values; equal values share a number.
std::vector<size_t> DenseRanks(std::span<const double> values) {
  std::vector<size_t> ranks(values.size());
  size_t rank = 0;
  const std::vector<size_t> order = Ascending(values);
  for (size_t k = 0; k < order.size(); ++k) {
    if (k > 0 && values[order[k]] != values[order[k - 1]]) ++rank;
    ranks[order[k]] = rank;
  }
  return ranks;
}

// Visits outputs by ascending metric score. Outputs that are clearly below the current one are
// already in the tree, which is indexed by human rank.
PairCounts CountByTree(std::span<const double> human, std::span<const double> metric, double eps) {
  const std::vector<size_t> order = Ascending(metric), ranks = DenseRanks(human);
  PrefixCounts below(human.size());
  PairCounts counts;
  size_t added = 0;
  for (const size_t output : order) {
    while (metric[output] - metric[order[added]] > eps) below.Add(ranks[order[added++]]);
    const int64_t worse = below.Below(ranks[output]), equal = below.At(ranks[output]);
    counts.concordant += worse;
    counts.human_ties += equal;
    counts.discordant += static_cast<int64_t>(added) - worse - equal;
  }
  std::vector<int64_t> of_rank(human.size());
  int64_t tied = 0;
  for (const size_t rank : ranks) tied += of_rank[rank]++;
  counts.both_ties = tied - counts.human_ties;
  const auto n = static_cast<int64_t>(human.size());
  counts.metric_ties = n * (n - 1) / 2 - counts.concordant - counts.discordant - tied;
  return counts;
}

double Ratio(double numerator, double denominator) {
  return denominator > 0 ? numerator / denominator : std::numeric_limits<double>::quiet_NaN();
}

double Real(int64_t count) { return static_cast<double>(count); }

}  // namespace

PairCounts& PairCounts::operator+=(const PairCounts& other) {
  concordant += other.concordant;
  discordant += other.discordant;
  human_ties += other.human_ties;
  metric_ties += other.metric_ties;
  both_ties += other.both_ties;
  return *this;
}

PairCounts CountPairs(std::span<const double> human, std::span<const double> metric, double eps) {
  return human.size() <= kFew ? CountAll(human, metric, eps) : CountByTree(human, metric, eps);
}

PairCounts CountDistantPairs(std::span<const double> human, std::span<const double> metric,
                             double threshold) {
  PairCounts counts;
  for (size_t i = 0; i < human.size(); ++i) {
    for (size_t j = i + 1; j < human.size(); ++j) {
      const double apart = human[i] - human[j];
      if (!(std::fabs(apart) >= threshold)) continue;
      ++(Sign(apart) == Sign(metric[i] - metric[j]) ? counts.concordant : counts.discordant);
    }
  }
  return counts;
}

double TauB(const PairCounts& counts) {
  const double human = Real(counts.all() - counts.human_ties - counts.both_ties);
  const double metric = Real(counts.all() - counts.metric_ties - counts.both_ties);
  const double tau = Ratio(Real(counts.concordant - counts.discordant), std::sqrt(human * metric));
  return std::isnan(tau) ? tau : std::clamp(tau, -1.0, 1.0);
}

double TauC(const PairCounts& counts, uint64_t n, uint64_t least_distinct) {
  const auto k = static_cast<double>(least_distinct), count = static_cast<double>(n);
  return Ratio(2 * Real(counts.concordant - counts.discordant), count * count * (k - 1) / k);
}

double Tau23(const PairCounts& counts) {
  return Ratio(Real(2 * counts.agreeing() - counts.all()), Real(counts.all()));
}

double Acc23(const PairCounts& counts) {
  return Ratio(Real(counts.agreeing()), Real(counts.all()));
}

double TauLike(const PairCounts& counts) {
  return Ratio(Real(counts.concordant - counts.discordant),
               Real(counts.concordant + counts.discordant));
}

}  // namespace mtgauge
