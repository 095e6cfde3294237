// mtgauge mbr: picks candidates by their expected scores.
#include "mtgauge/mbr.h"

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

MbrForm MbrFormOf(const Asked<MbrRun>& asked) {
  const LowArgs& told = asked.in_effect;
  return {told.format, told.output, told.best, told.strict, asked.write};
}

}  // namespace

Result<LowArgs> CheckMbr(const LowArgs& args) { return CheckForm(args, MbrFormOf); }

Status RunMbr(const LowArgs& args, const Program& program) {
  return WriteForm(args, program, MbrFormOf);
}

}  // namespace mtgauge
