// mtgauge meta: how well metrics agree with human judgements.
#include <string>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/output.h"
#include "mtgauge/report.h"

namespace mtgauge {

Status RunMeta(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(auto asked, Ask<EvaluateRun>(args, program));
  const LowArgs& told = asked.in_effect;
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(told.output));
  NoteStandardInput(told, told.quiet);
  MTG_ASSIGN_OR_RETURN(EvaluationSet set, asked.run.Run());
  MTG_RETURN_IF_ERROR(HandleWarnings(told, set.warnings));
  MTG_ASSIGN_OR_RETURN(const std::string text, Shown(set, told.format, told, asked.write));
  MTG_RETURN_IF_ERROR(output.Write(text));
  if (!told.plot.empty()) MTG_RETURN_IF_ERROR(WritePlots(set, told.plot));
  return output.Finish();
}

}  // namespace mtgauge
