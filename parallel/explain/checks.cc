// Counts, with the metrics that are checks, the outputs that no good translation looks like.
#include "parallel/explain/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/printing.h"
#include "core/contract/metric.h"
#include "core/contract/registry.h"
#include "core/text/view.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

constexpr std::string_view kChecks[] = {"empty", "looping", "overlong", "copied", "mixed-scripts"};

struct CheckedPart {
  std::vector<uint64_t> found;  // [system]
  uint64_t too_long = 0;
};

// Checks the segments from `begin` to `end`.
CheckedPart CheckPart(const Metric& check, const Findings& findings, size_t begin, size_t end) {
  CheckedPart part;
  part.found.resize(findings.systems.size());
  const std::unique_ptr<Scratch> scratch = check.NewScratch();
  const std::unique_ptr<Prepared> prepared = check.NewPrepared();
  std::vector<int64_t> row(check.Columns().size());
  std::vector<SegmentView> references;
  for (size_t i = begin; i < end; ++i) {
    if (findings.skipped[i] != 0) continue;
    references.clear();
    for (const auto& reference : findings.segments[i].references) {
      if (reference) references.push_back({*reference, {}});
    }
    SegmentView source;
    if (!findings.source.empty()) source.text = findings.source[i];
    const auto count = static_cast<uint32_t>(references.size());
    check.PrepareRefs({references, count, {&source, 1}}, *scratch, *prepared);
    for (size_t s = 0; s < part.found.size(); ++s) {
      const SegmentView output = {findings.segments[i].hypotheses[s], {}};
      check.Extract(*prepared, {&output, 1}, *scratch, row.data());
      part.too_long += scratch->beyond_budget ? 1 : 0;
      part.found[s] += scratch->beyond_budget ? 0 : static_cast<uint64_t>(row.front());
      scratch->beyond_budget = false;
    }
  }
  return part;
}

// Adds the parts up, which have `kPartSegments` segments each.
CheckedPart CheckAll(const Metric& check, const Findings& findings, uint32_t threads) {
  constexpr size_t kPartSegments = 1024;
  const size_t segments = findings.segments.size();
  std::vector<CheckedPart> parts((segments + kPartSegments - 1) / kPartSegments);
  InParallel(threads, parts.size(), [&](size_t p) {
    const size_t begin = p * kPartSegments;
    parts[p] = CheckPart(check, findings, begin, std::min(begin + kPartSegments, segments));
  });
  CheckedPart all;
  all.found.resize(findings.systems.size());
  for (const CheckedPart& part : parts) {
    for (size_t s = 0; s < all.found.size(); ++s) all.found[s] += part.found[s];
    all.too_long += part.too_long;
  }
  return all;
}

}  // namespace

Status AddChecks(uint32_t threads, Findings& findings) {
  if (findings.segments.empty()) return OkStatus();
  for (const std::string_view name : kChecks) {
    MTG_ASSIGN_OR_RETURN(const MadeMetric check, MakeMetric(name, {}, {}));
    if (check.row->needs_source && findings.source.empty()) continue;
    CheckedPart all = CheckAll(*check.metric, findings, threads);
    findings.checks.push_back({std::string(name), std::move(all.found)});
    if (all.too_long == 0) continue;
    findings.comparison.warnings.push_back(
        {"long", "",
         fmt::format("{} too long for the check {}; split long segments",
                     Counted(all.too_long, "output is", "outputs are"), name)});
  }
  return OkStatus();
}

}  // namespace mtgauge
