// Bounds on the scores of a job, as in 'bleu>=30'.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/report/gate/gate.h"
#include "core/score/job.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Requirements whose metrics are known. A metric is named by its spec ("chrf:nw=2"), or else by the
// name in it ("chrf") or the printed title ("chrF2++"), which several metrics may share.
class Requirements {
 public:
  // Returns a UsageError if a requirement matches no metric of the job.
  static absl::StatusOr<Requirements> Resolve(const std::vector<Requirement>& typed,
                                              const Job& job);

  // Finds the named systems. Returns a UsageError if one does not exist.
  absl::Status ResolveSystems(std::span<const NamedFiles> systems);
  bool empty() const { return resolved_.empty(); }
  // Returns the scores that violate requirements. NaN violates every requirement. Scores are
  // compared with all digits, not as rounded for print.
  GateVerdict Check(const Report& report) const;

 private:
  struct Resolved {
    Requirement typed;
    std::string system;  // empty for all systems
    std::vector<size_t> metrics;
  };
  static absl::StatusOr<Resolved> ResolveOne(const Requirement& typed, const Job& job);
  static void AppendFailures(const Resolved& one, const SystemReport& system,
                             std::vector<GateFailure>& failures);

  std::vector<Resolved> resolved_;
};

}  // namespace mtgauge
