// mtgauge segments: one score per segment, system and metric, written while the input is read; or
// one per group of segments, written when all input is read.
#include "mtgauge/segments.h"

#include <vector>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

Result<Asked<SegmentsRun>> AskSegments(const LowArgs& args, const Program& program) {
  const bool shows_itself = args.by.empty() && GoesToTerminal(args.output);
  return Ask<SegmentsRun>(args, program, shows_itself);
}

SegmentsForm SegmentsFormOf(const Asked<SegmentsRun>& asked) {
  const LowArgs& told = asked.in_effect;
  return {.format = told.format,
          .file = told.output,
          .flush = told.flush,
          .keep = told.keep,
          .outlive_reader = told.strict,
          .write = asked.write};
}

}  // namespace

Result<LowArgs> CheckSegments(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const auto asked, AskSegments(args, Program{}));
  MTG_RETURN_IF_ERROR(asked.run.Check(SegmentsFormOf(asked)));
  return asked.in_effect;
}

Status RunSegments(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(auto asked, AskSegments(args, program));
  NoteStandardInput(asked.in_effect, asked.in_effect.quiet);
  return asked.run.Write(SegmentsFormOf(asked), [&](std::vector<Warning>& warnings) {
    return HandleWarnings(asked.in_effect, warnings);
  });
}

}  // namespace mtgauge
