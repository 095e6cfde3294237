// mtgauge spans: how well programs find the errors that people marked.
#include "mtgauge/spans.h"

#include <unistd.h>

#include <string>

#include "cli/console/console.h"
#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"
#include "mtgauge/report.h"

namespace mtgauge {

Status RunSpans(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(auto asked, Ask<SpansRun>(args, program));
  const LowArgs& told = asked.in_effect;
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(told.output));
  NoteStandardInput(told, told.quiet);
  MTG_ASSIGN_OR_RETURN(SpansAnswer answer, asked.run.Run());
  MTG_RETURN_IF_ERROR(HandleWarnings(told, answer.warnings));
  if (told.output.empty() && isatty(STDOUT_FILENO) != 0) asked.write.columns = OutputColumns();
  MTG_ASSIGN_OR_RETURN(const std::string text, Format(answer, told.format, asked.write));
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

}  // namespace mtgauge
