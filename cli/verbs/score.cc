// mtgauge score: scores of whole systems.
#include "mtgauge/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"
#include "mtgauge/report.h"

namespace mtgauge {
namespace {

// With --sentence-level, the verb segments runs, which lacks some flags, and gives --by another
// meaning.
Status CheckSentenceLevel(const LowArgs& args) {
  if (!args.sentence_level) return OkStatus();
  const Flag* const other = FirstGiven(kScoreVerb, args, [](const Flag& flag) {
    const bool shared = (flag.verbs & kSegmentsVerb) != 0 && flag.long_name != "--by";
    const bool checked_below = flag.long_name == "--format";
    return !shared && !checked_below && flag.long_name != "--sentence-level";
  });
  if (other != nullptr) {
    return UsageError(
        fmt::format("{} is for the score of a whole corpus; leave out -sl", other->long_name));
  }
  const auto forms = SegmentForms();
  if (std::find(forms.begin(), forms.end(), args.format) != forms.end()) return OkStatus();
  return UsageError(fmt::format(
      "--format {} is for the score of a whole corpus; leave out -sl, or choose another form",
      args.format));
}

Status CheckForm(const LowArgs& args) {
  MTG_RETURN_IF_ERROR(CheckSentenceLevel(args));
  const bool tells = args.sentence_level || args.format == "json" || args.format == "jsonl";
  const bool asked = std::any_of(args.metric_settings.begin(), args.metric_settings.end(),
                                 [](const auto& setting) { return setting.name == "details"; });
  if (!asked || tells) return OkStatus();
  return UsageError(fmt::format("--details needs --format json or jsonl, not {}", args.format));
}

// Returns "table" for several systems on a terminal, where their lines would be too wide.
std::string ScoreFormOf(const LowArgs& args, const Report& report) {
  const bool several = report.systems.size() > 1 || report.grouped;
  const bool table = args.format == "text" && several && !args.score_only;
  return table && GoesToTerminal(args.output) ? "table" : args.format;
}

}  // namespace

Result<LowArgs> CheckScore(const LowArgs& args) {
  MTG_RETURN_IF_ERROR(CheckForm(args));
  return args.sentence_level ? CheckSegments(args) : CheckRequest<ScoreRun>(args);
}

Status RunScore(const LowArgs& args, const Program& program) {
  MTG_RETURN_IF_ERROR(CheckForm(args));
  if (args.sentence_level) return RunSegments(args, program);
  MTG_ASSIGN_OR_RETURN(auto asked, Ask<ScoreRun>(args, program));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(asked.in_effect.output));
  NoteStandardInput(asked.in_effect, asked.in_effect.quiet);
  MTG_ASSIGN_OR_RETURN(Report report, asked.run.Run());
  MTG_RETURN_IF_ERROR(HandleWarnings(asked.in_effect, report.warnings));
  MTG_ASSIGN_OR_RETURN(const std::string text, Shown(report, ScoreFormOf(asked.in_effect, report),
                                                     asked.in_effect, asked.write));
  MTG_RETURN_IF_ERROR(output.Write(text));
  MTG_RETURN_IF_ERROR(output.Finish());
  NoteReport(asked.in_effect, report.systems.size());
  return report.gate ? report.gate->status() : OkStatus();
}

}  // namespace mtgauge
