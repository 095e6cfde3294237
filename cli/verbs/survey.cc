// mtgauge survey: writes what metrics learn from all references before they score to a file.
#include "mtgauge/survey.h"

#include <utility>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

Result<Asked<SurveyRun>> AskSurvey(LowArgs args, const Program& program) {
  if (args.output.empty()) {
    return UsageError({.option = "output"}, "`output`: a survey cannot go to standard output",
                      "name a file");
  }
  MTG_RETURN_IF_ERROR(TakeShardOfArray(args));
  return Ask<SurveyRun>(args, program);
}

}  // namespace

Result<LowArgs> CheckSurvey(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(auto asked, AskSurvey(args, Program{}));
  return std::move(asked.in_effect);
}

Status RunSurvey(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(auto asked, AskSurvey(args, program));
  NoteShard(args, asked.in_effect);
  return WriteFileOf(std::move(asked));
}

}  // namespace mtgauge
