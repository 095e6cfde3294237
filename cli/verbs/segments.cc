// mtgauge segments: one score per segment, system and metric, written while the input is read; or
// one per group of segments, when all is read.
#include "mtgauge/segments.h"

#include <unistd.h>

#include <utility>
#include <vector>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

absl::StatusOr<SegmentsRun> MakeRun(const LowArgs& args, const Program& program) {
  MTG_RETURN_IF_ERROR(CheckFlags(args));
  const bool shows_itself = args.by.empty() && args.output.empty() && isatty(STDOUT_FILENO) != 0;
  SegmentsRequest request = SegmentsRequestOf(args);
  static_cast<RunOptions&>(request) = RunOptionsOf(args, program, shows_itself);
  return SegmentsRun::Make(request);
}

LowArgs Filled(const LowArgs& args, const SegmentsRun& run) {
  LowArgs filled = InEffect(args, run.in_effect());
  if (filled.unit_scale && !filled.width) filled.width = 3;
  return filled;
}

SegmentsForm FormOf(const LowArgs& args, const SegmentsRun& run) {
  return {args.format, args.output, args.flush, args.strict,
          WriteOptionsOf(Filled(args, run), run.record())};
}

}  // namespace

absl::StatusOr<LowArgs> CheckSegments(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const SegmentsRun run, MakeRun(args, Program{}));
  MTG_RETURN_IF_ERROR(run.Check(FormOf(args, run)));
  return Filled(args, run);
}

absl::Status RunSegments(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(SegmentsRun run, MakeRun(args, program));
  NoteStandardInput(run.in_effect(), args);
  return run.Write(FormOf(args, run),
                   [&](std::vector<Warning>& warnings) { return HandleWarnings(args, warnings); });
}

}  // namespace mtgauge
