// mtgauge nbest: scores the candidates of n-best lists and writes the best of each segment, or all.
#include "mtgauge/nbest.h"

#include <vector>

#include "cli/console/console.h"
#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

absl::StatusOr<NbestRun> MakeRun(const LowArgs& args, const Program& program) {
  MTG_RETURN_IF_ERROR(CheckFlags(args));
  NbestRequest request = NbestRequestOf(args);
  static_cast<RunOptions&>(request) = RunOptionsOf(args, program);
  return NbestRun::Make(request);
}

NbestForm FormOf(const LowArgs& args, const NbestRun& run) {
  return {args.format, args.output, args.all_candidates, args.strict,
          WriteOptionsOf(InEffect(args, run.in_effect()), run.record())};
}

}  // namespace

absl::StatusOr<LowArgs> CheckNbest(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const NbestRun run, MakeRun(args, Program{}));
  MTG_RETURN_IF_ERROR(run.Check(FormOf(args, run)));
  return InEffect(args, run.in_effect());
}

absl::Status RunNbest(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(NbestRun run, MakeRun(args, program));
  const NbestForm form = FormOf(args, run);
  MTG_ASSIGN_OR_RETURN(const NbestSummary summary,
                       run.Write(form, [&](std::vector<Warning>& warnings) {
                         return HandleWarnings(args, warnings);
                       }));
  // Said of what is written: an error stands alone.
  if (!IsSummary(args.format) && !args.quiet) PrintNote(NbestText(summary, form.write));
  return absl::OkStatus();
}

}  // namespace mtgauge
