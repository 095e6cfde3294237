// Correlations within one group, averages over groups, calibrated ties.
#include "core/evaluate/agreement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/nan.h"
#include "core/stats/beta.h"
#include "core/stats/normal.h"

namespace mtgauge {
namespace {

double Mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Computes sqrt(a * b). A single root gives exactly a if a == b; two roots are used if the product
// would overflow or underflow.
double RootOfProduct(double a, double b) {
  const double product = a * b;
  return product > 1e-280 && product < 1e280 ? std::sqrt(product) : std::sqrt(a) * std::sqrt(b);
}

bool IsConstant(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(),
                     [&](double value) { return value == values.front(); });
}

// Returns the sizes of the runs of equal values.
std::vector<double> TieSizes(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> sizes;
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || sorted[i] != sorted[i - 1]) sizes.push_back(0);
    ++sizes.back();
  }
  return sizes;
}

// Returns the two-sided p of a number of discordant pairs among n values without ties (Kendall
// 1970, Rank Correlation Methods, ch. 5). Counts permutations by inversions, adding one value at a
// time.
double ExactTauP(uint64_t n, int64_t pairs, int64_t discordant) {
  const auto few = static_cast<size_t>(std::min(discordant, pairs - discordant));
  std::vector<double> share(few + 1);
  share[0] = 1;
  for (uint64_t j = 2; j <= n; ++j) {
    std::vector<double> next(few + 1);
    double window = 0;
    for (size_t k = 0; k <= few; ++k) {
      window += share[k];
      if (k >= j) window -= share[k - j];
      next[k] = window / static_cast<double>(j);
    }
    share = std::move(next);
  }
  return std::min(1.0, 2 * std::accumulate(share.begin(), share.end(), 0.0));
}

// Uses the variance of C - D with ties, Kendall (1970), 4.3.
double NormalTauP(std::span<const double> x, std::span<const double> y, double difference) {
  const auto n = static_cast<double>(x.size());
  double tied[2] = {}, triple[2] = {}, weighted[2] = {};
  const std::span<const double> sides[2] = {x, y};
  for (size_t side = 0; side < 2; ++side) {
    for (const double t : TieSizes(sides[side])) {
      tied[side] += t * (t - 1) / 2;
      triple[side] += t * (t - 1) * (t - 2);
      weighted[side] += t * (t - 1) * (2 * t + 5);
    }
  }
  const double m = n * (n - 1);
  const double variance = (m * (2 * n + 5) - weighted[0] - weighted[1]) / 18 +
                          2 * tied[0] * tied[1] / m +
                          (n > 2 ? triple[0] * triple[1] / (9 * m * (n - 2)) : 0);
  return 2 * NormalCdf(-std::fabs(difference) / std::sqrt(variance));
}

double TauP(std::span<const double> human, std::span<const double> metric) {
  constexpr size_t kMostExact = 33;
  const PairCounts counts = CountPairs(human, metric);
  if (std::isnan(TauB(counts))) return kNaN;
  const bool ties = counts.human_ties + counts.metric_ties + counts.both_ties > 0;
  const bool near_edge = std::min(counts.discordant, counts.concordant) <= 1;
  if (!ties && (human.size() <= kMostExact || near_edge)) {
    return ExactTauP(human.size(), counts.all(), counts.discordant);
  }
  return NormalTauP(human, metric, static_cast<double>(counts.concordant - counts.discordant));
}

// Returns an integer proportional to 1 / pairs for each number of pairs, so that an average over
// groups is a sum of integers. Exact while the least common multiple leaves room, else to 2^-60.
__extension__ using Wide = __int128;
std::map<int64_t, Wide> GroupWeights(const std::map<int64_t, int64_t>& groups_of_pairs) {
  constexpr Wide kMost = Wide{1} << 60;
  Wide multiple = 1;
  for (const auto& [pairs, groups] : groups_of_pairs) {
    Wide divisor = multiple, rest = pairs;
    while (rest != 0) divisor = std::exchange(rest, divisor % rest);
    multiple = multiple / divisor * pairs;
    if (multiple > kMost) {
      multiple = kMost;
      break;
    }
  }
  std::map<int64_t, Wide> weights;
  for (const auto& [pairs, groups] : groups_of_pairs) weights[pairs] = multiple / pairs;
  return weights;
}

// The change in the number of agreeing pairs if the metric's scores of a pair are tied.
struct Step {
  double apart;          // the distance of the metric's scores
  int64_t signed_pairs;  // pairs in the group; negative if the change is -1
  int64_t pairs() const { return std::abs(signed_pairs); }
  int64_t change() const { return signed_pairs < 0 ? -1 : 1; }
};

void AddSteps(std::span<const double> human, std::span<const double> metric,
              std::vector<Step>& steps) {
  const auto n = static_cast<int64_t>(human.size());
  for (size_t i = 0; i < human.size(); ++i) {
    for (size_t j = i + 1; j < human.size(); ++j) {
      const double apart = metric[i] - metric[j], judged = human[i] - human[j];
      if (apart == 0 || (judged != 0 && (apart > 0) != (judged > 0))) continue;
      const int64_t pairs = n * (n - 1) / 2;
      steps.push_back({std::fabs(apart), judged == 0 ? pairs : -pairs});
    }
  }
}

}  // namespace

double Pearson(std::span<const double> x, std::span<const double> y) {
  if (x.size() < 2 || IsConstant(x) || IsConstant(y)) return kNaN;
  const double mean_x = Mean(x), mean_y = Mean(y);
  double xx = 0, yy = 0, xy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - mean_x, dy = y[i] - mean_y;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  return std::clamp(xy / RootOfProduct(xx, yy), -1.0, 1.0);
}

std::vector<double> AverageRanks(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double rank = static_cast<double>(begin + 1 + end) / 2;
    for (size_t k = begin; k < end; ++k) ranks[order[k]] = rank;
  }
  return ranks;
}

double Correlate(Statistic statistic, std::span<const double> human, std::span<const double> metric,
                 double eps) {
  switch (statistic) {
    case Statistic::kPearson:
      return Pearson(human, metric);
    case Statistic::kSpearman:
      return Pearson(AverageRanks(human), AverageRanks(metric));
    case Statistic::kTauB:
      return TauB(CountPairs(human, metric, eps));
    case Statistic::kTauC:
      return TauC(CountPairs(human, metric, eps), human.size(),
                  std::min(TieSizes(human).size(), TieSizes(metric).size()));
    case Statistic::kTau23:
      return Tau23(CountPairs(human, metric, eps));
    case Statistic::kAcc23:
      break;
  }
  return Acc23(CountPairs(human, metric, eps));
}

double AgreementP(Statistic statistic, std::span<const double> human,
                  std::span<const double> metric) {
  switch (statistic) {
    case Statistic::kPearson:
    case Statistic::kSpearman:
      return CorrelationP(Correlate(statistic, human, metric), human.size());
    case Statistic::kTauB:
    case Statistic::kTauC:
      return TauP(human, metric);
    case Statistic::kTau23:
    case Statistic::kAcc23:
      break;
  }
  return kNaN;
}

Average AverageAgreement(Statistic statistic, const ScoreGrid& human, const ScoreGrid& metric,
                         Grouping grouping, double eps, const AverageRule& rule) {
  const ScoreGrid* const grids[] = {&human, &metric};
  double values = 0, ps = 0;
  uint64_t weight = 0;
  for (const std::vector<size_t>& cells : GroupCells(grids, grouping)) {
    const std::vector<double> x = Gather(human, cells), y = Gather(metric, cells);
    double value = Correlate(statistic, x, y, eps), p = AgreementP(statistic, x, y);
    if (std::isnan(value)) {
      if (!rule.nan_is_zero) continue;
      value = p = 0;
    }
    const uint64_t size = rule.by_size ? x.size() : 1;
    values += value * static_cast<double>(size);
    ps += p * static_cast<double>(size);
    weight += size;
  }
  const auto total = static_cast<double>(weight);
  return {values / total, ps / total, weight};
}

double PairwiseDifferencePearson(const ScoreGrid& human, const ScoreGrid& metric,
                                 Grouping grouping) {
  const ScoreGrid* const grids[] = {&human, &metric};
  // Over both orders of each pair, the differences have mean 0, and their sums of products are n
  // times those of the deviations from the group's mean.
  double xx = 0, yy = 0, xy = 0;
  for (const std::vector<size_t>& cells : GroupCells(grids, grouping)) {
    const std::vector<double> x = Gather(human, cells), y = Gather(metric, cells);
    const double mean_x = Mean(x), mean_y = Mean(y);
    for (size_t i = 0; i < x.size(); ++i) {
      const double dx = x[i] - mean_x, dy = y[i] - mean_y, n = static_cast<double>(x.size());
      xx += n * dx * dx;
      yy += n * dy * dy;
      xy += n * dx * dy;
    }
  }
  return xx > 0 && yy > 0 ? xy / RootOfProduct(xx, yy) : kNaN;
}

namespace {

double ShareOf(uint64_t part, uint64_t all) {
  return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : kNaN;
}

}  // namespace

double GoodCounts::Precision() const { return ShareOf(both, predicted); }
double GoodCounts::Recall() const { return ShareOf(both, good); }
double GoodCounts::F1() const { return ShareOf(2 * both, predicted + good); }
double GoodCounts::Mcc() const {
  const auto n = static_cast<double>(all), p = static_cast<double>(predicted),
             g = static_cast<double>(good), tp = static_cast<double>(both);
  const double spread = std::sqrt(p * (n - p)) * std::sqrt(g * (n - g));
  return spread > 0 ? (n * tp - p * g) / spread : kNaN;
}

GoodCounts CountGood(const ScoreGrid& human, const ScoreGrid& metric, double good, double cut) {
  GoodCounts counts;
  for (size_t k = 0; k < human.values.size(); ++k) {
    if (std::isnan(human.values[k]) || std::isnan(metric.values[k])) continue;
    const bool is_good = human.values[k] >= good, predicted = metric.values[k] >= cut;
    counts.both += is_good && predicted ? 1 : 0;
    counts.predicted += predicted ? 1 : 0;
    counts.good += is_good ? 1 : 0;
    ++counts.all;
  }
  return counts;
}

OrderOfGood::OrderOfGood(const ScoreGrid& human, const ScoreGrid& metric, double good) {
  for (size_t k = 0; k < human.values.size(); ++k) {
    if (std::isnan(human.values[k]) || std::isnan(metric.values[k])) continue;
    outputs_.push_back(
        {metric.values[k], static_cast<uint32_t>(k % human.items), human.values[k] >= good});
  }
  std::stable_sort(outputs_.begin(), outputs_.end(),
                   [](const Output& a, const Output& b) { return a.score < b.score; });
}

double OrderOfGood::operator()(std::span<const uint32_t> counts_of_items) const {
  double others = 0, all_good = 0, above = 0;  // pairs count twice in `above`
  for (size_t begin = 0, end = 0; begin < outputs_.size(); begin = end) {
    double good = 0, tied = 0;
    for (; end < outputs_.size() && outputs_[end].score == outputs_[begin].score; ++end) {
      (outputs_[end].good ? good : tied) += counts_of_items[outputs_[end].item];
    }
    above += good * (2 * others + tied);
    others += tied;
    all_good += good;
  }
  return others > 0 && all_good > 0 ? above / (2 * others * all_good) : kNaN;
}

double BestCut(const ScoreGrid& human, const ScoreGrid& metric, double good) {
  std::vector<std::pair<double, bool>> outputs;  // the metric's score, whether the output is good
  uint64_t all_good = 0;
  for (size_t k = 0; k < human.values.size(); ++k) {
    if (std::isnan(human.values[k]) || std::isnan(metric.values[k])) continue;
    outputs.emplace_back(metric.values[k], human.values[k] >= good);
    all_good += outputs.back().second ? 1 : 0;
  }
  std::sort(outputs.begin(), outputs.end(), std::greater<>());
  double cut = kNaN, best = 0;
  GoodCounts counts = {0, 0, all_good};
  for (size_t k = 0; k < outputs.size(); ++k) {
    ++counts.predicted;
    counts.both += outputs[k].second ? 1 : 0;
    const bool last_of_equals = k + 1 == outputs.size() || outputs[k + 1].first != outputs[k].first;
    if (!last_of_equals || counts.both == 0 || counts.F1() < best) continue;
    best = counts.F1();
    cut = outputs[k].first;
  }
  return cut;
}

double PartialCorrelation(double ab, double ac, double bc) {
  constexpr double kLeast = 1e-12;  // less is rounding
  const double left = 1 - ac * ac, right = 1 - bc * bc;
  if (!(left > kLeast && right > kLeast)) return kNaN;
  return std::clamp((ab - ac * bc) / std::sqrt(left * right), -1.0, 1.0);
}

PairCounts DistantPairs(const ScoreGrid& human, const ScoreGrid& metric, Grouping grouping,
                        double threshold) {
  const ScoreGrid* const grids[] = {&human, &metric};
  PairCounts counts;
  for (const std::vector<size_t>& cells : GroupCells(grids, grouping)) {
    counts += CountDistantPairs(Gather(human, cells), Gather(metric, cells), threshold);
  }
  return counts;
}

Calibration CalibrateTies(const ScoreGrid& human, const ScoreGrid& metric, Grouping grouping) {
  const ScoreGrid* const grids[] = {&human, &metric};
  std::vector<Step> steps;
  std::map<int64_t, int64_t> groups, agreeing;  // by number of pairs in a group
  for (const std::vector<size_t>& cells : GroupCells(grids, grouping)) {
    const std::vector<double> x = Gather(human, cells), y = Gather(metric, cells);
    const PairCounts counts = CountPairs(x, y);
    if (counts.all() == 0) continue;
    ++groups[counts.all()];
    agreeing[counts.all()] += counts.agreeing();
    AddSteps(x, y, steps);
  }
  const std::map<int64_t, Wide> weights = GroupWeights(groups);
  Wide sum = 0;
  for (const auto& [pairs, count] : agreeing) sum += weights.at(pairs) * count;
  std::sort(steps.begin(), steps.end(),
            [](const Step& a, const Step& b) { return a.apart < b.apart; });

  Wide best = sum, weight = 0;
  int64_t pairs = 0;  // the number of pairs that `weight` is for; most groups have the same size
  size_t taken = 0;   // number of steps up to the best
  for (size_t k = 0; k < steps.size(); ++k) {
    if (steps[k].pairs() != pairs) {
      pairs = steps[k].pairs();
      weight = weights.at(pairs);
    }
    sum += weight * steps[k].change();
    const bool last_of_equals = k + 1 == steps.size() || steps[k + 1].apart != steps[k].apart;
    if (!last_of_equals || sum <= best) continue;
    best = sum;
    taken = k + 1;
  }
  for (size_t k = 0; k < taken; ++k) agreeing[steps[k].pairs()] += steps[k].change();
  double accuracy = 0, count = 0;
  for (const auto& [size, of_size] : groups) {
    accuracy += static_cast<double>(agreeing[size]) / static_cast<double>(size);
    count += static_cast<double>(of_size);
  }
  return {taken == 0 ? 0 : steps[taken - 1].apart, accuracy / count};
}

}  // namespace mtgauge
