// Divides differences among groups.
#include "parallel/compare/group_parts.h"

#include <numeric>
#include <utility>

#include "core/stats/row_store.h"

namespace mtgauge {
namespace {

__extension__ using WideSum = __int128;

constexpr int64_t kSteps = 16;

// Returns the point of the way from b to a after some steps.
int64_t PointBetween(int64_t a, int64_t b, int64_t step) {
  return static_cast<int64_t>(b + (WideSum{a} - b) * step / kSteps);
}

// Sums the rows of a run over the segments that both systems have scores for.
std::vector<int64_t> TotalsOf(const ComparedMetric& metric, size_t run, const PairTest& pair) {
  const RowStore& rows = metric.rows[run];
  if (metric.missing.empty()) return rows.Totals();
  std::vector<int64_t> row(rows.columns()), totals(rows.columns());
  for (uint64_t i = 0; i < rows.segments(); ++i) {
    if (metric.missing[pair.a][i] || metric.missing[pair.b][i]) continue;
    rows.Row(i, row.data());
    for (size_t c = 0; c < row.size(); ++c) totals[c] += row[c];
  }
  return totals;
}

uint64_t CommonSegments(const ComparedMetric& metric, const PairTest& pair) {
  uint64_t common = metric.rows.front().segments();
  for (size_t i = 0; !metric.missing.empty() && i < metric.missing[pair.a].size(); ++i) {
    if (metric.missing[pair.a][i] || metric.missing[pair.b][i]) --common;
  }
  return common;
}

}  // namespace

std::vector<double> PartsOf(const Metric& metric, std::span<const PairSums> groups) {
  std::vector<double> parts(groups.size());
  if (groups.empty()) return parts;
  std::vector<int64_t> sums(groups.front().b.size());
  for (const PairSums& group : groups) {
    for (size_t c = 0; c < sums.size(); ++c) sums[c] += group.b[c];
  }
  double score = metric.Score(sums, Level::kCorpus);
  for (int64_t step = 1; step <= kSteps; ++step) {
    for (size_t i = 0; i < groups.size(); ++i) {
      const size_t g = step % 2 == 1 ? i : groups.size() - 1 - i;
      const PairSums& group = groups[g];
      for (size_t c = 0; c < sums.size(); ++c) {
        sums[c] += PointBetween(group.a[c], group.b[c], step) -
                   PointBetween(group.a[c], group.b[c], step - 1);
      }
      const double moved = metric.Score(sums, Level::kCorpus);
      parts[g] += moved - score;
      score = moved;
    }
  }
  return parts;
}

GroupParts::OfPair GroupParts::SumsOf(const CompareInput& group, const ComparedMetric& metric,
                                      const PairTest& pair) {
  const auto first_run = [&](uint32_t system) {
    return std::accumulate(group.runs_of_system.begin(), group.runs_of_system.begin() + system, 0U);
  };
  OfPair out;
  for (uint32_t i = 0; i < group.runs_of_system[pair.a]; ++i) {
    for (uint32_t j = 0; j < group.runs_of_system[pair.b]; ++j) {
      out.sums.push_back({TotalsOf(metric, first_run(pair.a) + i, pair),
                          TotalsOf(metric, first_run(pair.b) + j, pair)});
    }
  }
  return out;
}

void GroupParts::Add(const CompareInput& group, size_t shared,
                     const std::vector<MetricComparison>& comparisons) {
  std::vector<OfMetric>& metrics = groups_.emplace_back();
  for (size_t m = 0; m < comparisons.size(); ++m) {
    const ComparedMetric& metric = group.metrics[m];
    OfMetric& of_metric = metrics.emplace_back();
    of_metric.metric = m < shared ? metric.metric : nullptr;
    for (const PairTest& pair : comparisons[m].pairs) {
      if (m < shared) {
        of_metric.pairs.push_back(SumsOf(group, metric, pair));
      } else {
        of_metric.pairs.push_back(
            {{}, pair.difference, static_cast<double>(CommonSegments(metric, pair))});
      }
    }
  }
}

std::vector<double> GroupParts::PartsOfPair(size_t metric, size_t pair) const {
  std::vector<double> parts(groups_.size());
  const OfMetric& first = groups_.front()[metric];
  if (first.metric == nullptr) {
    double segments = 0;
    for (const auto& group : groups_) segments += group[metric].pairs[pair].segments;
    for (size_t g = 0; g < parts.size(); ++g) {
      const OfPair& own = groups_[g][metric].pairs[pair];
      parts[g] = own.difference * (own.segments / segments);
    }
    return parts;
  }
  const size_t runs = first.pairs[pair].sums.size();
  for (size_t r = 0; r < runs; ++r) {
    std::vector<PairSums> sums;
    for (const auto& group : groups_) sums.push_back(group[metric].pairs[pair].sums[r]);
    const std::vector<double> of_runs = PartsOf(*first.metric, sums);
    for (size_t g = 0; g < parts.size(); ++g) parts[g] += of_runs[g] / static_cast<double>(runs);
  }
  return parts;
}

void GroupParts::Finish(std::span<MetricComparison> comparisons) const {
  if (groups_.size() < 2) return;
  const size_t metrics = groups_.front().size();
  for (size_t m = 0; m < metrics; ++m) {
    for (size_t p = 0; p < comparisons[m].pairs.size(); ++p) {
      const std::vector<double> parts = PartsOfPair(m, p);
      for (size_t g = 0; g < parts.size(); ++g) {
        comparisons[g * metrics + m].pairs[p].part_of_all = parts[g];
      }
    }
  }
}

}  // namespace mtgauge
