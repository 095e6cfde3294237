// mtgauge compare: intervals, tests of every pair of systems, ranks.
#include "mtgauge/compare.h"

#include <string>

#include "cli/flags/cite_command.h"
#include "cli/flags/configuration.h"
#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"
#include "mtgauge/report.h"

namespace mtgauge {
namespace {

absl::StatusOr<CompareRun> MakeRun(const LowArgs& args, const Program& program) {
  MTG_RETURN_IF_ERROR(CheckFlags(args));
  CompareRequest request = CompareRequestOf(args);
  static_cast<RunOptions&>(request) = RunOptionsOf(args, program);
  return CompareRun::Make(request);
}

}  // namespace

absl::StatusOr<LowArgs> CheckCompare(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const CompareRun run, MakeRun(args, Program{}));
  return InEffect(args, run.in_effect());
}

absl::Status RunCompare(const LowArgs& args, const Program& program) {
  constexpr uint32_t kWidth = 2;  // digits behind the point
  MTG_ASSIGN_OR_RETURN(CompareRun run, MakeRun(args, program));
  const LowArgs filled = InEffect(args, run.in_effect());
  WriteOptions write;
  write.configuration = MakeConfiguration(filled, run.record());
  write.width = args.width.value_or(kWidth);
  write.more_digits = !args.width;
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  NoteStandardInput(run.in_effect(), args);
  MTG_ASSIGN_OR_RETURN(Comparison comparison, run.Run());
  MTG_RETURN_IF_ERROR(HandleWarnings(args, comparison.warnings));
  write.cite = CiteCommand(run.record(), comparison.options);
  MTG_ASSIGN_OR_RETURN(const std::string text, Format(comparison, args.format, write));
  MTG_RETURN_IF_ERROR(output.Write(text));
  MTG_RETURN_IF_ERROR(output.Finish());
  return comparison.gate ? comparison.gate->status() : absl::OkStatus();
}

}  // namespace mtgauge
