// mtgauge matrix: scores all pairs of hypotheses and references.
#include "mtgauge/matrix.h"

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

MatrixForm MatrixFormOf(const Asked<MatrixRun>& asked) {
  const LowArgs& told = asked.in_effect;
  return {told.format, told.output, told.float32, told.top, told.strict, asked.write};
}

}  // namespace

Result<LowArgs> CheckMatrix(const LowArgs& args) { return CheckForm(args, MatrixFormOf); }

Status RunMatrix(const LowArgs& args, const Program& program) {
  return WriteForm(args, program, MatrixFormOf);
}

}  // namespace mtgauge
