// mtgauge survey: writes what metrics learn from all references before they score to a file.
#include "mtgauge/survey.h"

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {

Result<LowArgs> CheckSurvey(const LowArgs& args) {
  return CheckPartOf<SurveyRun>(args, "a survey");
}

Status RunSurvey(const LowArgs& args, const Program& program) {
  return WritePartOf<SurveyRun>(args, program, "a survey");
}

}  // namespace mtgauge
