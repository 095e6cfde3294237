// mtgauge matrix: scores all pairs of hypotheses and references.
#include "mtgauge/matrix.h"

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

MatrixForm FormOf(const Asked<MatrixRun>& asked) {
  const LowArgs& told = asked.in_effect;
  return {told.format, told.output, told.float32, told.top, told.strict, asked.write};
}

}  // namespace

absl::StatusOr<LowArgs> CheckMatrix(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const auto asked, Ask<MatrixRun>(args, Program{}));
  MTG_RETURN_IF_ERROR(asked.run.Check(FormOf(asked)));
  return asked.in_effect;
}

absl::Status RunMatrix(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(auto asked, Ask<MatrixRun>(args, program));
  const LowArgs& told = asked.in_effect;
  MTG_RETURN_IF_ERROR(asked.run.Check(FormOf(asked)));
  NoteStandardInput(told, told.quiet);
  return asked.run.Write(FormOf(asked), [&](std::vector<Warning>& warnings) {
    return HandleWarnings(told, warnings);
  });
}

}  // namespace mtgauge
