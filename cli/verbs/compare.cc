// mtgauge compare: intervals, tests of every pair of systems, ranks.
#include "mtgauge/compare.h"

#include <string>
#include <utility>

#include "cli/flags/cite_command.h"
#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"
#include "mtgauge/report.h"

namespace mtgauge {
namespace {

Result<Asked<CompareRun>> AskCompare(const LowArgs& args, const Program& program) {
  if (args.blocks) MTG_RETURN_IF_ERROR(CheckFileNamed(args, "sums"));
  MTG_RETURN_IF_ERROR(CheckCompareForm(args.format, {args.table.has_value(), args.plan > 0,
                                                     args.agreement, args.length_controlled}));
  return Ask<CompareRun>(args, program);
}

}  // namespace

Result<LowArgs> CheckCompare(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(auto asked, AskCompare(args, Program{}));
  return std::move(asked.in_effect);
}

Status RunCompare(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(auto asked, AskCompare(args, program));
  if (args.blocks) return asked.run.WriteSums(args.output);
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(asked.in_effect.output));
  NoteStandardInput(asked.in_effect, asked.in_effect.quiet);
  MTG_ASSIGN_OR_RETURN(Comparison comparison, asked.run.Run());
  MTG_RETURN_IF_ERROR(HandleWarnings(asked.in_effect, comparison.warnings));
  if (args.humans.empty()) {
    asked.write.cite = CiteCommand(asked.run.record(), asked.in_effect, comparison);
  }
  asked.write.plan = args.plan > 0 ? "-f svg" : "--plan X -f svg";
  MTG_ASSIGN_OR_RETURN(const std::string text,
                       Shown(comparison, asked.in_effect.format, asked.in_effect, asked.write));
  MTG_RETURN_IF_ERROR(output.Write(text));
  MTG_RETURN_IF_ERROR(output.Finish());
  NoteReport(asked.in_effect,
             comparison.metrics.empty() ? 0 : comparison.metrics.front().systems.size());
  return comparison.gate ? comparison.gate->status() : OkStatus();
}

}  // namespace mtgauge
