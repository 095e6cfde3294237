// mtgauge score: systems against references, one score per system and metric.
#include "cli/output.h"
#include "cli/report_writer.h"
#include "cli/scoring.h"
#include "cli/settings.h"
#include "cli/verbs.h"

namespace mtgauge {

absl::Status RunScore(const LowArgs& args, const Program& program) {
  if (args.sentence_level) return RunSegments(args, program);
  MTG_ASSIGN_OR_RETURN(const ScoringSettings settings, ResolveScoring(args, Level::kCorpus));
  MTG_ASSIGN_OR_RETURN(const Job job, Job::Make(settings.job, settings.names));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  MTG_ASSIGN_OR_RETURN(Report report, RunJob(job, settings, args, program, Sink{}));
  MTG_RETURN_IF_ERROR(HandleWarnings(args, report));
  MTG_RETURN_IF_ERROR(output.Write(FindReportFormat(args.format).write(report, settings.write)));
  return output.Finish();
}

}  // namespace mtgauge
