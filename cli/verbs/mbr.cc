// mtgauge mbr: picks candidates by their expected scores.
#include "mtgauge/mbr.h"

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

MbrForm FormOf(const Asked<MbrRun>& asked) {
  const LowArgs& told = asked.in_effect;
  return {told.format, told.output, told.best, told.strict, asked.write};
}

}  // namespace

absl::StatusOr<LowArgs> CheckMbr(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const auto asked, Ask<MbrRun>(args, Program{}));
  MTG_RETURN_IF_ERROR(asked.run.Check(FormOf(asked)));
  return asked.in_effect;
}

absl::Status RunMbr(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(auto asked, Ask<MbrRun>(args, program));
  const LowArgs& told = asked.in_effect;
  MTG_RETURN_IF_ERROR(asked.run.Check(FormOf(asked)));
  NoteStandardInput(told, told.quiet);
  return asked.run.Write(FormOf(asked), [&](std::vector<Warning>& warnings) {
    return HandleWarnings(told, warnings);
  });
}

}  // namespace mtgauge
