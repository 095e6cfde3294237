// Tests between metrics: closed forms, exact distributions of coin flips, shared permutations.
#include "core/evaluate/metric_tests.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/nan.h"
#include "core/base/pinned_math.h"
#include "core/stats/beta.h"
#include "core/stats/normal.h"

namespace mtgauge {
namespace {

// Returns P(k heads) of n fair coins for k = 0..n. Computes from the middle outwards, so that no
// power of 2 is needed.
std::vector<double> FairCoins(uint64_t n) {
  std::vector<double> share(n + 1);
  const uint64_t middle = n / 2;
  share[middle] = 1;
  for (uint64_t k = middle; k < n; ++k) {
    share[k + 1] = share[k] * static_cast<double>(n - k) / static_cast<double>(k + 1);
  }
  for (uint64_t k = middle; k > 0; --k) {
    share[k - 1] = share[k] * static_cast<double>(k) / static_cast<double>(n - k + 1);
  }
  double sum = 0;
  for (uint64_t k = 0; k <= n / 2; ++k) sum += share[k] + (n - k > k ? share[n - k] : 0);
  for (double& value : share) value /= sum;
  return share;
}

// The sparse distribution of a sum of coins of several weights.
using Law = std::vector<std::pair<int64_t, double>>;  // ascending values and their probabilities

Law AddCoins(const Law& law, uint64_t coins, int64_t weight) {
  const std::vector<double> share = FairCoins(coins);
  Law sum;
  for (const auto& [value, probability] : law) {
    for (uint64_t k = 0; k <= coins; ++k) {
      if (probability * share[k] == 0) continue;
      sum.emplace_back(value + weight * static_cast<int64_t>(k), probability * share[k]);
    }
  }
  std::stable_sort(sum.begin(), sum.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  size_t kept = 0;
  for (size_t k = 0; k < sum.size(); ++k) {
    if (k > 0 && sum[k].first == sum[kept - 1].first) {
      sum[kept - 1].second += sum[k].second;
    } else {
      sum[kept++] = sum[k];
    }
  }
  sum.resize(kept);
  return sum;
}

// The discordant pairs of a sign test. The key below is the divisor of one pair of outputs: the
// number of pairs in its group times, if there are several language pairs, the number of groups.
struct Discordant {
  uint64_t first = 0, second = 0;
  uint64_t coins() const { return first + second; }
};
using DiscordantBySize = std::map<int64_t, Discordant>;

// Returns the least common multiple of the sizes; 0 if it is too large.
int64_t CommonMultiple(const DiscordantBySize& sizes) {
  constexpr int64_t kMost = int64_t{1} << 31;
  int64_t multiple = 1;
  for (const auto& [pairs, counts] : sizes) {
    if (pairs > kMost) return 0;
    multiple = std::lcm(multiple, pairs);
    if (multiple > kMost) return 0;
  }
  return multiple;
}

// Finds the size with the most coins; these are tossed last and need only the tail of their
// distribution.
DiscordantBySize::const_iterator MostCoins(const DiscordantBySize& sizes) {
  return std::max_element(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) {
    return a.second.coins() < b.second.coins();
  });
}

// Returns true if the distribution over all sizes except the most frequent one stays small.
bool IsFeasible(const DiscordantBySize& sizes, int64_t multiple) {
  constexpr double kMostWork = 1e8;
  if (multiple == 0) return false;
  const auto last = MostCoins(sizes);
  double values = 1, range = 1, work = 1;
  for (auto size = sizes.begin(); size != sizes.end(); ++size) {
    if (size == last) continue;
    const double coins = static_cast<double>(size->second.coins());
    work += values * (coins + 1);
    values *= coins + 1;
    const int64_t weight = multiple / size->first;
    range += coins * static_cast<double>(weight);
    values = std::min(values, range);
  }
  return work < kMostWork;
}

double ExactSignP(const DiscordantBySize& sizes, int64_t multiple) {
  const auto last = MostCoins(sizes);
  Law law = {{0, 1.0}};
  int64_t observed = 0;
  for (auto size = sizes.begin(); size != sizes.end(); ++size) {
    const int64_t weight = multiple / size->first;
    observed += weight * static_cast<int64_t>(size->second.first);
    if (size != last) law = AddCoins(law, size->second.coins(), weight);
  }
  std::vector<double> tail = FairCoins(last->second.coins());
  for (size_t k = tail.size() - 1; k > 0; --k) tail[k - 1] += tail[k];
  const int64_t weight = multiple / last->first;
  double p = 0;
  for (const auto& [value, probability] : law) {
    const int64_t missing = observed - value;
    const int64_t heads = missing <= 0 ? 0 : (missing + weight - 1) / weight;
    if (heads < static_cast<int64_t>(tail.size())) {
      p += probability * tail[static_cast<size_t>(heads)];
    }
  }
  return std::min(p, 1.0);
}

double NormalSignP(const DiscordantBySize& sizes) {
  double difference = 0, variance = 0;
  for (const auto& [pairs, counts] : sizes) {
    const auto weight = 1 / static_cast<double>(pairs);
    difference += weight * (static_cast<double>(counts.first) - static_cast<double>(counts.second));
    variance += weight * weight * static_cast<double>(counts.coins());
  }
  return NormalCdf(-difference / std::sqrt(variance));
}

// Counts the pairs of a group for which exactly one metric agrees with the human scores.
Discordant CountDiscordant(std::span<const double> human, std::span<const double> first,
                           double first_eps, std::span<const double> second, double second_eps) {
  const auto order = [](double apart, double eps) {
    return std::fabs(apart) <= eps ? 0 : apart > 0 ? 1 : -1;
  };
  Discordant counts;
  for (size_t i = 0; i < human.size(); ++i) {
    for (size_t j = i + 1; j < human.size(); ++j) {
      const int judged = order(human[i] - human[j], 0);
      const bool a = order(first[i] - first[j], first_eps) == judged;
      const bool b = order(second[i] - second[j], second_eps) == judged;
      counts.first += a && !b ? 1 : 0;
      counts.second += b && !a ? 1 : 0;
    }
  }
  return counts;
}

// Returns the two-sided p of the smaller sum of ranks 1..n under fair signs.
double ExactSignedRankP(size_t n, double statistic) {
  const auto most = static_cast<size_t>(statistic);
  std::vector<double> share(n * (n + 1) / 2 + 1);
  share[0] = 1;
  size_t reach = 0;
  for (size_t rank = 1; rank <= n; ++rank) {
    reach += rank;
    for (size_t sum = reach + 1; sum-- > 0;) {
      share[sum] = (share[sum] + (sum >= rank ? share[sum - rank] : 0)) / 2;
    }
  }
  double p = 0;
  for (size_t sum = 0; sum <= most; ++sum) p += share[sum];
  return std::min(1.0, 2 * p);
}

// Replaces values by (value - mean) / sd over all of them; 0 if they are all equal.
void Standardize(std::vector<double>& values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value;
  mean /= static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double sd = std::sqrt(squares / static_cast<double>(values.size()));
  for (double& value : values) value = sd > 0 ? (value - mean) / sd : 0;
}

}  // namespace

Interval FisherInterval(double r, uint64_t n, double alpha) {
  if (std::isnan(r) || n < 4) return {};
  const double z = NormalQuantile(1 - alpha / 2) / std::sqrt(static_cast<double>(n) - 3);
  const double centre = PinnedLog((1 + r) / (1 - r)) / 2;
  const auto back = [](double x) {
    if (std::isinf(x)) return x > 0 ? 1.0 : -1.0;
    const double e = PinnedExp(-2 * std::fabs(x));
    return std::copysign((1 - e) / (1 + e), x);
  };
  return {back(centre - z), back(centre + z)};
}

WilliamsTest ComputeWilliams(double human_first, double human_second, double between, uint64_t n) {
  const double r12 = human_first, r13 = human_second, r23 = between;
  const auto count = static_cast<double>(n);
  if (n < 4 || std::isnan(r12 + r13 + r23)) return {kNaN, count - 3, kNaN};
  const double k = 1 - r12 * r12 - r13 * r13 - r23 * r23 + 2 * r12 * r13 * r23;
  const double mean = (r12 + r13) / 2, rest = 1 - r23;
  const double below =
      std::sqrt(2 * k * (count - 1) / (count - 3) + mean * mean * rest * rest * rest);
  if (r12 == r13) return {0, count - 3, 0.5};  // a metric against itself would be 0/0
  const double t = (r12 - r13) * std::sqrt((count - 1) * (1 + r23)) / below;
  return {t, count - 3, StudentTail(std::fabs(t), count - 3)};
}

SignedRankTest ComputeSignedRanks(std::span<const double> differences) {
  constexpr size_t kMostExact = 50;
  std::vector<double> sizes;
  for (const double difference : differences) {
    if (difference != 0) sizes.push_back(std::fabs(difference));
  }
  if (sizes.empty()) return {};
  const std::vector<double> ranks = AverageRanks(sizes);
  double plus = 0, minus = 0, ties = 0;
  size_t k = 0;
  for (const double difference : differences) {
    if (difference == 0) continue;
    (difference > 0 ? plus : minus) += ranks[k++];
  }
  std::map<double, double> groups;
  for (const double size : sizes) ++groups[size];
  for (const auto& [size, t] : groups) ties += t * (t * t - 1);
  const double statistic = std::min(plus, minus), n = static_cast<double>(sizes.size());
  const bool exact = ties == 0 && sizes.size() == differences.size() && sizes.size() <= kMostExact;
  if (exact) return {statistic, ExactSignedRankP(sizes.size(), statistic)};
  const double variance = (n * (n + 1) * (2 * n + 1) - ties / 2) / 24;
  return {statistic, 2 * NormalCdf(-std::fabs(statistic - n * (n + 1) / 4) / std::sqrt(variance))};
}

namespace {

// Adds the discordant pairs of one language pair, divided by its number of groups if there are
// other language pairs.
void AddDiscordant(const SignTestScores& scores, Grouping grouping, bool alone, SignTest& test,
                   DiscordantBySize& sizes) {
  const ScoreGrid* const grids[] = {scores.human, scores.first, scores.second};
  DiscordantBySize own;
  int64_t groups = 0;
  for (const std::vector<size_t>& cells : GroupCells(grids, grouping)) {
    const auto n = static_cast<int64_t>(cells.size());
    if (n < 2) continue;
    const Discordant counts =
        CountDiscordant(Gather(*scores.human, cells), Gather(*scores.first, cells),
                        scores.first_eps, Gather(*scores.second, cells), scores.second_eps);
    Discordant& of_size = own[n * (n - 1) / 2];
    of_size.first += counts.first;
    of_size.second += counts.second;
    ++groups;
  }
  for (const auto& [pairs, counts] : own) {
    test.first += counts.first;
    test.second += counts.second;
    test.difference += (static_cast<double>(counts.first) - static_cast<double>(counts.second)) /
                       (static_cast<double>(pairs) * static_cast<double>(groups));
    Discordant& of_size = sizes[alone ? pairs : pairs * groups];
    of_size.first += counts.first;
    of_size.second += counts.second;
  }
}

}  // namespace

SignTest ComputeSignTest(std::span<const SignTestScores> pairs, Grouping grouping) {
  DiscordantBySize sizes;
  SignTest test;
  for (const SignTestScores& scores : pairs) {
    AddDiscordant(scores, grouping, pairs.size() == 1, test, sizes);
  }
  test.difference /= static_cast<double>(pairs.size());
  if (sizes.empty()) return test;
  const int64_t multiple = CommonMultiple(sizes);
  test.exact = IsFeasible(sizes, multiple);
  test.p = test.exact ? ExactSignP(sizes, multiple) : NormalSignP(sizes);
  return test;
}

SignTest ComputeSignTest(const ScoreGrid& human, const ScoreGrid& first, double first_eps,
                         const ScoreGrid& second, double second_eps, Grouping grouping) {
  const SignTestScores scores = {&human, &first, &second, first_eps, second_eps};
  return ComputeSignTest(std::span(&scores, 1), grouping);
}

void StandardizePresent(std::span<double> values) {
  std::vector<double> present;
  for (const double value : values) {
    if (!std::isnan(value)) present.push_back(value);
  }
  Standardize(present);
  size_t k = 0;
  for (double& value : values) {
    if (!std::isnan(value)) value = present[k++];
  }
}

PermBoth::PermBoth(Statistic statistic, const ScoreGrid& human,
                   std::span<const ScoreGrid* const> metrics, Grouping grouping, bool standardize)
    : statistic_(statistic), metrics_(metrics.size()) {
  std::vector<const ScoreGrid*> grids(metrics.begin(), metrics.end());
  grids.push_back(&human);
  for (const std::vector<size_t>& cells : GroupCells(grids, grouping)) {
    groups_.push_back({positions_.size(), positions_.size() + cells.size(), {}, 0, 0, false});
    positions_.insert(positions_.end(), cells.begin(), cells.end());
  }
  human_ = Gather(human, positions_);
  // Standardizing does not change correlations and loses less precision in sums.
  std::vector<double> centred = human_;
  Standardize(centred);
  scores_.resize(positions_.size() * metrics_);
  columns_.resize(positions_.size() * metrics_ * 3);
  for (size_t m = 0; m < metrics_; ++m) {
    std::vector<double> values = Gather(*metrics[m], positions_);
    if (standardize) Standardize(values);
    for (size_t c = 0; c < values.size(); ++c) {
      scores_[c * metrics_ + m] = values[c];
      double* columns = &columns_[c * metrics_ * 3];
      columns[m] = values[c];
      columns[metrics_ + m] = values[c] * values[c];
      columns[2 * metrics_ + m] = centred[c] * values[c];
    }
  }
  for (Group& group : groups_) {
    group.totals.resize(metrics_ * 3);
    group.human_constant = true;
    for (size_t c = group.begin; c < group.end; ++c) {
      for (size_t k = 0; k < metrics_ * 3; ++k) group.totals[k] += columns_[c * metrics_ * 3 + k];
      group.human_sum += centred[c];
      group.human_squares += centred[c] * centred[c];
      group.human_constant = group.human_constant && human_[c] == human_[group.begin];
    }
  }
  const std::vector<uint8_t> all(cells(), 1);
  for (size_t m = 0; m < metrics_; ++m) own_.push_back(AverageDirect(all.data(), m, m));
}

double PermBoth::AverageDirect(const uint8_t* keeps, size_t a, size_t b) const {
  double sum = 0, groups = 0;
  for (const Group& group : groups_) {
    const double value = Direct(group, keeps, a, b);
    if (std::isnan(value)) continue;
    sum += value;
    ++groups;
  }
  return sum / groups;
}

double PermBoth::Direct(const Group& group, const uint8_t* keeps, size_t a, size_t b) const {
  std::vector<double> mixed;
  for (size_t c = group.begin; c < group.end; ++c) {
    mixed.push_back(scores_[c * metrics_ + (keeps[c] != 0 ? a : b)]);
  }
  return Correlate(statistic_, std::span(human_).subspan(group.begin, group.end - group.begin),
                   mixed);
}

double PermBoth::FromSums(const Group& group, const double* sums, const uint8_t* keeps, size_t a,
                          size_t b) const {
  // A variance smaller than this share of the squares has lost too many digits to cancellation and
  // may even be 0.
  constexpr double kCancelled = 1e-3;
  const auto n = static_cast<double>(group.end - group.begin);
  const double* totals = group.totals.data();
  // The score of a if it is kept, else of b.
  const auto mixed = [&](size_t first) {
    return sums[first + a] + (totals[first + b] - sums[first + b]);
  };
  const double sum = mixed(0), squares = mixed(metrics_);
  const double variance = squares - sum * sum / n;
  const double human_variance = group.human_squares - group.human_sum * group.human_sum / n;
  if (variance < kCancelled * squares || human_variance < kCancelled * group.human_squares) {
    return Direct(group, keeps, a, b);
  }
  const double covariance = mixed(2 * metrics_) - group.human_sum * sum / n;
  return std::clamp(covariance / std::sqrt(variance * human_variance), -1.0, 1.0);
}

// Adds up the columns of the kept cells, in their order. Listing these cells first avoids an
// unpredictable branch. `kept` has room for the group's cells.
void PermBoth::AddKept(const Group& group, const uint8_t* keeps, uint32_t* kept,
                       double* sums) const {
  const size_t columns = metrics_ * 3;
  size_t count = 0;
  for (size_t c = group.begin; c < group.end; ++c) {
    kept[count] = static_cast<uint32_t>(c);
    count += keeps[c];
  }
  std::fill(sums, sums + columns, 0.0);
  for (size_t i = 0; i < count; ++i) {
    const double* row = &columns_[kept[i] * columns];
    for (size_t k = 0; k < columns; ++k) sums[k] += row[k];
  }
}

void PermBoth::DrawOnce(const uint8_t* keeps, double* agreement) const {
  const size_t pairs = metrics_ * metrics_;
  std::vector<double> sums(metrics_ * 3);
  std::vector<uint32_t> kept(cells()), groups(pairs);
  std::fill(agreement, agreement + pairs, 0.0);
  for (const Group& group : groups_) {
    if (group.human_constant || group.end - group.begin < 2) continue;
    AddKept(group, keeps, kept.data(), sums.data());
    for (size_t a = 0; a < metrics_; ++a) {
      for (size_t b = 0; b < metrics_; ++b) {
        const double value = a == b ? 0 : FromSums(group, sums.data(), keeps, a, b);
        if (std::isnan(value)) continue;
        agreement[a * metrics_ + b] += value;
        ++groups[a * metrics_ + b];
      }
    }
  }
  for (size_t k = 0; k < pairs; ++k) agreement[k] /= groups[k];
  for (size_t m = 0; m < metrics_; ++m) agreement[m * metrics_ + m] = own_[m];
}

void PermBoth::Draw(std::span<const uint8_t> keeps, uint32_t draws,
                    std::span<double> agreement) const {
  if (statistic_ != Statistic::kPearson) return DrawSlowly(keeps, draws, agreement);
  for (uint32_t draw = 0; draw < draws; ++draw) {
    DrawOnce(&keeps[draw * cells()], &agreement[draw * metrics_ * metrics_]);
  }
}

void PermBoth::DrawSlowly(std::span<const uint8_t> keeps, uint32_t draws,
                          std::span<double> agreement) const {
  const size_t pairs = metrics_ * metrics_;
  for (size_t k = 0; k < draws * pairs; ++k) {
    const size_t pair = k % pairs;
    agreement[k] = AverageDirect(&keeps[k / pairs * cells()], pair / metrics_, pair % metrics_);
  }
}

}  // namespace mtgauge
