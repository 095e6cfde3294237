// Divides differences among groups.
#include "parallel/compare/group_parts.h"

#include "core/stats/row_store.h"

namespace mtgauge {
namespace {

__extension__ using WideStep = __int128;

constexpr int64_t kSteps = 16;

// Returns the point of the way from b to a after some steps.
int64_t PointBetween(int64_t a, int64_t b, int64_t step) {
  return static_cast<int64_t>(b + (WideStep{a} - b) * step / kSteps);
}

// Sums the rows of a system over the segments that both systems have scores for.
std::vector<int64_t> CommonTotals(const ComparedMetric& metric, uint32_t system,
                                  const PairTest& pair) {
  const RowStore& rows = metric.rows[system];
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

void GroupParts::Add(const CompareInput& group, size_t shared,
                     const std::vector<MetricComparison>& comparisons) {
  first_run_ = {0};
  for (const uint32_t runs : group.runs_of_system) first_run_.push_back(first_run_.back() + runs);
  std::vector<OfMetric>& metrics = groups_.emplace_back();
  for (size_t m = 0; m < comparisons.size(); ++m) {
    const ComparedMetric& metric = group.metrics[m];
    OfMetric& of_metric = metrics.emplace_back();
    if (m < shared) of_metric.metric = metric.metric;
    if (m < shared && metric.missing.empty()) {
      for (const RowStore& rows : metric.rows) of_metric.totals.push_back(rows.Totals());
      continue;
    }
    for (const PairTest& pair : comparisons[m].pairs) {
      OfPair& own = of_metric.pairs.emplace_back();
      if (m < shared) {
        own.common = {CommonTotals(metric, pair.a, pair), CommonTotals(metric, pair.b, pair)};
      } else {
        own.difference = pair.difference;
        own.segments = static_cast<double>(CommonSegments(metric, pair));
      }
    }
  }
}

std::vector<double> GroupParts::PartsOfMeans(size_t metric, size_t pair) const {
  double segments = 0;
  for (const auto& group : groups_) segments += group[metric].pairs[pair].segments;
  std::vector<double> parts;
  for (const auto& group : groups_) {
    const OfPair& own = group[metric].pairs[pair];
    parts.push_back(own.difference * (own.segments / segments));
  }
  return parts;
}

std::vector<double> GroupParts::PartsOfPair(size_t metric, size_t place,
                                            const PairTest& pair) const {
  const OfMetric& first = groups_.front()[metric];
  if (first.metric == nullptr) return PartsOfMeans(metric, place);
  std::vector<double> parts(groups_.size());
  std::vector<PairSums> sums(groups_.size());
  if (first.totals.empty()) {
    for (size_t g = 0; g < sums.size(); ++g) sums[g] = groups_[g][metric].pairs[place].common;
    return PartsOf(*first.metric, sums);
  }
  const size_t runs_a = first_run_[pair.a + 1] - first_run_[pair.a];
  const size_t runs_b = first_run_[pair.b + 1] - first_run_[pair.b];
  for (size_t i = 0; i < runs_a; ++i) {
    for (size_t j = 0; j < runs_b; ++j) {
      for (size_t g = 0; g < sums.size(); ++g) {
        const auto& totals = groups_[g][metric].totals;
        sums[g] = {totals[first_run_[pair.a] + i], totals[first_run_[pair.b] + j]};
      }
      const std::vector<double> of_runs = PartsOf(*first.metric, sums);
      for (size_t g = 0; g < parts.size(); ++g) {
        parts[g] += of_runs[g] / static_cast<double>(runs_a * runs_b);
      }
    }
  }
  return parts;
}

void GroupParts::Finish(std::span<MetricComparison> comparisons) const {
  if (groups_.size() < 2) return;
  const size_t metrics = groups_.front().size();
  for (size_t m = 0; m < metrics; ++m) {
    for (size_t p = 0; p < comparisons[m].pairs.size(); ++p) {
      const std::vector<double> parts = PartsOfPair(m, p, comparisons[m].pairs[p]);
      for (size_t g = 0; g < parts.size(); ++g) {
        comparisons[g * metrics + m].pairs[p].part_of_all = parts[g];
      }
    }
  }
}

}  // namespace mtgauge
