// mtgauge score: scores of whole systems.
#include "mtgauge/score.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"
#include "mtgauge/report.h"

namespace mtgauge {
namespace {

// Scores of segments are another verb's, in which these have no meaning.
absl::Status CheckSentenceLevel(const LowArgs& args) {
  if (!args.sentence_level) return absl::OkStatus();
  const struct {
    bool given;
    const char* flag;
  } others[] = {
      {args.confidence, "--confidence"},         {args.paired_bs, "--paired-bs"},
      {args.paired_ar, "--paired-ar"},           {args.leave_one_out, "--leave-one-out-refs"},
      {!args.requirements.empty(), "--require"}, {!args.by.empty(), "--by"}};
  for (const auto& other : others) {
    if (!other.given) continue;
    return UsageError(
        fmt::format("{} is about the score of a whole corpus; leave out -sl", other.flag));
  }
  const auto forms = SegmentForms();
  if (std::find(forms.begin(), forms.end(), args.format) != forms.end()) return absl::OkStatus();
  return UsageError(fmt::format(
      "--format {} is for the score of a whole corpus; leave out -sl, or choose another form",
      args.format));
}

absl::StatusOr<ScoreRun> MakeRun(const LowArgs& args, const Program& program) {
  MTG_RETURN_IF_ERROR(CheckFlags(args));
  ScoreRequest request = ScoreRequestOf(args);
  static_cast<RunOptions&>(request) = RunOptionsOf(args, program);
  return ScoreRun::Make(request);
}

LowArgs Filled(const LowArgs& args, const ScoreRun& run) {
  LowArgs filled = InEffect(args, run.in_effect());
  if (filled.unit_scale && !filled.width) filled.width = 3;
  return filled;
}

}  // namespace

absl::StatusOr<LowArgs> CheckScore(const LowArgs& args) {
  MTG_RETURN_IF_ERROR(CheckSentenceLevel(args));
  if (args.sentence_level) return CheckSegments(args);
  MTG_ASSIGN_OR_RETURN(const ScoreRun run, MakeRun(args, Program{}));
  return Filled(args, run);
}

absl::Status RunScore(const LowArgs& args, const Program& program) {
  MTG_RETURN_IF_ERROR(CheckSentenceLevel(args));
  if (args.sentence_level) return RunSegments(args, program);
  MTG_ASSIGN_OR_RETURN(ScoreRun run, MakeRun(args, program));
  const WriteOptions write = WriteOptionsOf(Filled(args, run), run.record());
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  NoteStandardInput(run.in_effect(), args);
  MTG_ASSIGN_OR_RETURN(Report report, run.Run());
  MTG_RETURN_IF_ERROR(HandleWarnings(args, report.warnings));
  MTG_ASSIGN_OR_RETURN(const std::string text, Format(report, args.format, write));
  MTG_RETURN_IF_ERROR(output.Write(text));
  MTG_RETURN_IF_ERROR(output.Finish());
  return report.gate ? report.gate->status() : absl::OkStatus();
}

}  // namespace mtgauge
