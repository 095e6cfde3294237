// mtgauge explain and mtgauge report: where systems differ, as text or as a page.
#include "mtgauge/explain.h"

#include <string>

#include "cli/flags/cite_command.h"
#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

Result<Asked<ExplainRun>> AskReport(const LowArgs& args, const Program& program) {
  if (GoesToTerminal(args.output)) {
    return UsageError({.option = "output"}, "`output`: a page cannot go to a terminal",
                      "name a file, such as report.html");
  }
  return Ask<ExplainRun>(args, program);
}

Result<Findings> FindOut(Asked<ExplainRun>& asked) {
  NoteStandardInput(asked.in_effect, asked.in_effect.quiet);
  MTG_ASSIGN_OR_RETURN(Findings findings, asked.run.Run());
  MTG_RETURN_IF_ERROR(HandleWarnings(asked.in_effect, findings.comparison.warnings));
  asked.write.cite = CiteCommand(asked.run.record(), asked.in_effect, findings.comparison);
  return findings;
}

}  // namespace

Result<LowArgs> CheckExplain(const LowArgs& args) { return CheckRequest<ExplainRun>(args); }

Status RunExplain(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(auto asked, Ask<ExplainRun>(args, program));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(asked.in_effect.output));
  MTG_ASSIGN_OR_RETURN(const Findings findings, FindOut(asked));
  MTG_ASSIGN_OR_RETURN(const std::string text,
                       Shown(findings, asked.in_effect.format, asked.in_effect, asked.write));
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

Status RunReport(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(auto asked, AskReport(args, program));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(asked.in_effect.output));
  MTG_ASSIGN_OR_RETURN(const Findings findings, FindOut(asked));
  const PageOptions options = {"", asked.write.width};
  MTG_RETURN_IF_ERROR(WritePage(findings, options, asked.run.in_effect(),
                                [&](std::string_view piece) { return output.Write(piece); }));
  return output.Finish();
}

}  // namespace mtgauge
