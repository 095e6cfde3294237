// Both campaigns' rules in terms of one table of tests; Stouffer's rule in three forms.
#include "core/judgements/campaign_ranks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "core/base/nan.h"
#include "core/judgements/range_clusters.h"
#include "core/stats/clusters.h"
#include "core/stats/normal.h"

namespace mtgauge {
namespace {

// The systems from the best on, and the p of each with every later one.
struct OrderedTests {
  std::vector<uint32_t> order;
  std::vector<double> p;  // [i * systems + j], i < j

  uint32_t systems() const { return static_cast<uint32_t>(order.size()); }
  double P(uint32_t i, uint32_t j) const { return p[size_t{i} * order.size() + j]; }
};

OrderedTests TestAll(std::span<const double> scores, const PairP& p) {
  OrderedTests tests;
  tests.order.resize(scores.size());
  std::iota(tests.order.begin(), tests.order.end(), 0U);
  std::stable_sort(tests.order.begin(), tests.order.end(),
                   [&](uint32_t a, uint32_t b) { return scores[a] > scores[b]; });
  tests.p.assign(scores.size() * scores.size(), kNaN);
  for (uint32_t i = 0; i < tests.systems(); ++i) {
    for (uint32_t j = i + 1; j < tests.systems(); ++j) {
      tests.p[size_t{i} * scores.size() + j] = p(tests.order[i], tests.order[j]);
    }
  }
  return tests;
}

// Counts each system's tests. The range is that of WMT24.
std::vector<CampaignRank> CountTests(const OrderedTests& tests, const Beats& beats) {
  const std::vector<RankRange> ranges = RankRanges(tests.systems(), beats);
  std::vector<CampaignRank> ranks;
  for (uint32_t i = 0; i < tests.systems(); ++i) {
    const auto [low, high] = ranges[i];
    CampaignRank rank = {tests.order[i], low, high, 1, tests.systems() - high, low - 1, 0};
    for (uint32_t j = 0; j < tests.systems(); ++j) {
      const bool undefined = i != j && std::isnan(tests.P(std::min(i, j), std::max(i, j)));
      rank.undefined += undefined ? 1 : 0;
    }
    ranks.push_back(rank);
  }
  return ranks;
}

// The two-sided p of the sum of the domains' z.
double TwoSidedP(double sum, size_t domains) {
  if (domains == 0) return kNaN;
  return 2 * NormalCdf(-std::fabs(sum) / std::sqrt(static_cast<double>(domains)));
}

}  // namespace

std::vector<CampaignRank> RankAsWmt24(std::span<const double> scores, const PairP& p,
                                      double alpha) {
  const OrderedTests tests = TestAll(scores, p);
  std::vector<CampaignRank> ranks = CountTests(tests, [&](uint32_t i, uint32_t j) {
    return scores[tests.order[i]] > scores[tests.order[j]] && tests.P(i, j) < alpha;
  });
  const std::vector<uint32_t> clusters = WmtClusters(
      tests.systems(), [&](uint32_t i, uint32_t j) { return !(tests.P(i, j) > alpha); });
  for (size_t i = 0; i < ranks.size(); ++i) ranks[i].cluster = clusters[i];
  return ranks;
}

std::vector<CampaignRank> RankAsWmt25(std::span<const double> scores, const PairP& p,
                                      double alpha) {
  const OrderedTests tests = TestAll(scores, p);
  const Beats beats = [&](uint32_t i, uint32_t j) { return tests.P(i, j) < alpha; };
  std::vector<CampaignRank> ranks = CountTests(tests, beats);
  for (uint32_t i = 0; i < tests.systems(); ++i) {
    uint32_t first = i, last = i;
    while (first > 0 && !beats(first - 1, i)) --first;
    while (last + 1 < tests.systems() && !beats(i, last + 1)) ++last;
    ranks[i].low = first + 1;
    ranks[i].high = last + 1;
  }
  ClusterByRanges(ranks);
  return ranks;
}

double CombineAsWmt24(std::span<const double> two_sided) {
  double sum = 0;
  for (const double p : two_sided) sum += NormalQuantile(1 - p);
  return 1 - NormalCdf(sum / std::sqrt(static_cast<double>(two_sided.size())));
}

double CombineSymmetric(std::span<const double> greater, std::span<const double> less) {
  double sum = 0;
  size_t domains = 0;
  for (size_t d = 0; d < greater.size(); ++d) {
    if (std::isnan(greater[d])) continue;
    const double z = -NormalQuantile(std::min({greater[d], less[d], 0.5}));
    sum += greater[d] < less[d] ? z : -z;
    ++domains;
  }
  return TwoSidedP(sum, domains);
}

}  // namespace mtgauge
