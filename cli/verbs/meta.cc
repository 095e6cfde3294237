// mtgauge meta: do metrics agree with people?
#include <string>

#include "cli/flags/configuration.h"
#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/output.h"
#include "mtgauge/report.h"

namespace mtgauge {
namespace {

absl::StatusOr<EvaluateRun> MakeRun(const LowArgs& args, const Program& program) {
  MTG_RETURN_IF_ERROR(CheckFlags(args));
  EvaluateRequest request = EvaluateRequestOf(args);
  static_cast<RunOptions&>(request) = RunOptionsOf(args, program);
  return EvaluateRun::Make(request);
}

LowArgs Filled(const LowArgs& args, const EvaluateRun& run) {
  constexpr uint32_t kWidth = 3;  // digits behind the point
  LowArgs filled = InEffect(args, run.in_effect());
  filled.width = args.width.value_or(kWidth);
  return filled;
}

}  // namespace

absl::StatusOr<LowArgs> CheckMeta(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const EvaluateRun run, MakeRun(args, Program{}));
  return Filled(args, run);
}

absl::Status RunMeta(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(EvaluateRun run, MakeRun(args, program));
  const LowArgs filled = Filled(args, run);
  WriteOptions write;
  write.width = *filled.width;
  write.configuration = MakeConfiguration(filled, run.record());
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  NoteStandardInput(run.in_effect(), args);
  MTG_ASSIGN_OR_RETURN(EvaluationSet set, run.Run());
  MTG_RETURN_IF_ERROR(HandleWarnings(args, set.warnings));
  MTG_ASSIGN_OR_RETURN(const std::string text, Format(set, args.format, write));
  MTG_RETURN_IF_ERROR(output.Write(text));
  if (!args.plot.empty()) MTG_RETURN_IF_ERROR(WritePlots(set, args.plot));
  return output.Finish();
}

}  // namespace mtgauge
