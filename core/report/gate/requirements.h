// Bounds on scores, as in 'bleu>=30' or 'bleu>=baseline-0.5'.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/score/job.h"
#include "mtgauge/compare.h"
#include "mtgauge/score.h"

namespace mtgauge {

// The names of a metric, the most specific first: its spec ("chrf:nw=2"), the name in it ("chrf")
// and the printed title ("chrF2++"). Several metrics may share the last two.
using MetricNames = std::array<std::string, 3>;
std::vector<MetricNames> NamesOfMetrics(const Job& job);

// Requirements whose metrics are known.
class Requirements {
 public:
  // Returns a UsageError if a requirement matches none of the metrics, needs a baseline and there
  // is none, or has a bound that is not on the scores' scale (`unit_scale`: they are from 0 to 1).
  static Result<Requirements> Resolve(const std::vector<Requirement>& typed,
                                      std::vector<MetricNames> metrics, bool has_baseline,
                                      bool unit_scale = false);

  // Finds the named systems. Returns a UsageError if one does not exist.
  Status ResolveSystems(std::span<const NamedFiles> systems);
  bool empty() const { return resolved_.empty(); }
  // Append the scores, also of groups, that violate requirements. NaN violates every requirement.
  // Scores are compared with all digits, not as rounded for print. The metrics of a comparison, and
  // of each of its groups, are those given to Resolve(), in that order.
  void Check(const Report& report, GateVerdict& verdict) const;
  void Check(const Comparison& comparison, GateVerdict& verdict) const;

 private:
  struct Resolved {
    Requirement typed;
    std::string system;  // empty for all systems
    std::vector<size_t> metrics;
  };
  void FindMetrics(const std::string& target, Resolved& resolved) const;
  Result<Resolved> ResolveOne(const Requirement& typed) const;
  Status CheckBound(const Resolved& resolved) const;

  std::vector<MetricNames> metrics_;
  std::vector<Resolved> resolved_;
  bool unit_scale_ = false;
};

}  // namespace mtgauge
