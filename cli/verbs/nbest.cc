// mtgauge nbest: scores the candidates of n-best lists and writes the best of each segment, or all.
#include "mtgauge/nbest.h"

#include <vector>

#include "cli/console/console.h"
#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

NbestForm NbestFormOf(const Asked<NbestRun>& asked) {
  const LowArgs& told = asked.in_effect;
  return {told.format, told.output, told.all_candidates, told.strict, asked.write};
}

}  // namespace

Result<LowArgs> CheckNbest(const LowArgs& args) { return CheckForm(args, NbestFormOf); }

Status RunNbest(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(auto asked, Ask<NbestRun>(args, program));
  const LowArgs& told = asked.in_effect;
  MTG_ASSIGN_OR_RETURN(const NbestSummary summary,
                       asked.run.Write(NbestFormOf(asked), [&](std::vector<Warning>& warnings) {
                         return HandleWarnings(told, warnings);
                       }));
  // The note is about written output, so it is not printed with an error.
  if (!IsSummary(told.format) && !told.quiet) PrintNote(NbestText(summary, asked.write));
  return OkStatus();
}

}  // namespace mtgauge
