// mtgauge compare: intervals, tests of every pair of systems, ranks.
#include "cli/comparing.h"
#include "cli/scoring.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/gate/gate.h"
#include "core/report/output/output.h"

namespace mtgauge {
absl::StatusOr<LowArgs> CheckCompare(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(ComparingSettings settings, ResolveComparing(args));
  if (settings.texts) {
    MTG_RETURN_IF_ERROR(MakeJob(settings.texts->job, settings.texts->names, args).status());
  }
  return std::move(settings.in_effect);
}

absl::Status RunCompare(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(const ComparingSettings settings, ResolveComparing(args));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  MTG_ASSIGN_OR_RETURN(Comparison comparison, CompareSystems(settings, args, program));
  MTG_RETURN_IF_ERROR(HandleWarnings(args, comparison.warnings));
  WriteOptions write = settings.write;
  if (args.gate) write.gate = GateOf(comparison);
  MTG_RETURN_IF_ERROR(output.Write(FindComparisonFormat(args.format).write(comparison, write)));
  MTG_RETURN_IF_ERROR(output.Finish());
  return write.gate ? write.gate->status() : absl::OkStatus();
}

}  // namespace mtgauge
