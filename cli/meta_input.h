// What `mtgauge meta` reads: people's scores and metrics' scores, joined by system and segment.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cli/flags.h"
#include "cli/verbs.h"
#include "core/base/status.h"
#include "core/metric/metric.h"
#include "core/score/job.h"
#include "core/score/report.h"
#include "parallel/evaluator.h"

namespace mtgauge {

struct MetaInputs {
  std::vector<EvaluationInput> pairs;  // by language pair; refer to what is below
  std::vector<Warning> warnings;
  std::unique_ptr<Job> job;  // of the texts; null: there are none
  std::vector<std::unique_ptr<Metric>> outside_metrics;
};

// Bad joins are InputErrors that name the system or segment: systems that only one side has, two
// scores of one output, segments that the metrics do not have. Under --join common what only some
// sides have is left out. Segments without people's scores, and missing scores, are allowed.
// flips: SideScores::flips are needed.
absl::StatusOr<MetaInputs> ReadMetaInputs(const LowArgs& args, const Program& program, bool flips);

}  // namespace mtgauge
