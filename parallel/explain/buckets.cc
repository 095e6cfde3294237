// Selects the rows of some segments.
#include "parallel/explain/buckets.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "parallel/compare/group_parts.h"
#include "parallel/compare/picking.h"

namespace mtgauge {
namespace {

// The segments of a kind: their indices in the input, and in the rows, which do not include skipped
// segments.
struct Members {
  std::vector<uint32_t> segments, units;
};

std::vector<Members> MembersOf(const Kinds& kinds, const std::vector<bool>& skipped) {
  std::vector<Members> members(kinds.names.size());
  uint32_t unit = 0;
  for (uint32_t i = 0; i < kinds.of.size(); ++i) {
    if (skipped[i]) continue;
    members[kinds.of[i]].segments.push_back(i);
    members[kinds.of[i]].units.push_back(unit++);
  }
  return members;
}

RowStore PickRows(const RowStore& all, std::span<const uint32_t> units) {
  constexpr size_t kTogether = 1024;
  RowStore picked(all.columns());
  std::vector<int64_t> rows;
  for (size_t first = 0; first < units.size(); first += kTogether) {
    const std::span<const uint32_t> some =
        units.subspan(first, std::min(kTogether, units.size() - first));
    rows.resize(some.size() * all.columns());
    for (size_t i = 0; i < some.size(); ++i) all.Row(some[i], &rows[i * all.columns()]);
    picked.Add(first, rows);
  }
  picked.Finish();
  return picked;
}

ComparedMetric PickMetric(const ComparedMetric& all, std::span<const uint32_t> units) {
  ComparedMetric picked = {all, {}, {}};
  for (const RowStore& rows : all.rows) picked.rows.push_back(PickRows(rows, units));
  for (const std::vector<bool>& missing : all.missing) {
    picked.missing.push_back(Pick(missing, units));
  }
  return picked;
}

CompareInput PickInput(const BucketContext& context, const Members& members) {
  const CompareInput& all = context.material.input;
  CompareInput input;
  input.systems = all.systems;
  input.runs_of_system = all.runs_of_system;
  input.document_of_segment = Dense(Pick(all.document_of_segment, members.units));
  const size_t of_job = context.job == nullptr ? 0 : context.job->metrics().size();
  for (size_t m = 0; m < all.metrics.size(); ++m) {
    input.metrics.push_back(PickMetric(all.metrics[m], members.units));
    if (m >= of_job) continue;
    const std::string references = context.held.ReferencesOf(members.segments);
    input.metrics.back().signature = DescribeMetric(*context.job, m, references).signature;
  }
  return input;
}

}  // namespace

Result<SegmentBuckets> CompareKinds(std::string by, std::string label, Kinds kinds,
                                    const BucketContext& context) {
  SegmentBuckets buckets{
      std::move(by), std::move(label), std::move(kinds.names), std::move(kinds.of), {}, {}};
  const std::vector<Members> all =
      MembersOf({buckets.names, buckets.bucket_of_segment}, context.material.skipped);
  GroupParts parts;
  for (size_t kind = 0; kind < all.size(); ++kind) {
    buckets.segments.push_back(all[kind].segments.size());
    if (all[kind].segments.empty()) continue;
    const CompareInput input = PickInput(context, all[kind]);
    MTG_ASSIGN_OR_RETURN(Comparison comparison, RunComparison(input, context.options, context.run));
    parts.Add(input, input.metrics.size(), comparison.metrics);
    for (MetricComparison& metric : comparison.metrics) {
      metric.group = buckets.names[kind];
      buckets.metrics.push_back(std::move(metric));
    }
  }
  parts.Finish(buckets.metrics);
  return buckets;
}

}  // namespace mtgauge
