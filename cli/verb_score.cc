// mtgauge score: systems against references, one score per system and metric.
#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/comparing.h"
#include "cli/group_report.h"
#include "cli/group_run.h"
#include "cli/leave_one_out.h"
#include "cli/scoring.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "core/compare/conventions.h"
#include "core/report/gate/requirements.h"
#include "core/report/output/output.h"
#include "core/report/score/report_writer.h"
#include "core/score/unit_scale.h"

namespace mtgauge {
namespace {

// "nrefs:1|case:..." with "bs:1000|seed:12345" behind the first key, as sacreBLEU has it.
std::string WithTest(std::string signature, const CompareOptions& options) {
  signature.insert(signature.find('|'),
                   fmt::format("|{}:{}|seed:{}", NameOf(kTestKinds, options.test),
                               options.resamples, options.seed));
  return signature;
}

Resampled ResampledScore(const MetricComparison& metric, size_t system,
                         const CompareOptions& options) {
  Resampled out;
  out.resamples = options.resamples;
  out.seed = options.seed;
  if (options.test == TestKind::kBootstrap) {
    out.interval = {metric.systems[system].mean, metric.systems[system].half_width};
  }
  out.paired = options.baseline.has_value();
  for (const PairTest& pair : metric.pairs) {
    if (system != *options.baseline && (pair.a == system || pair.b == system)) out.p = pair.p;
  }
  return out;
}

void AddResampled(const Comparison& comparison, Report& report) {
  for (size_t s = 0; s < report.systems.size(); ++s) {
    for (size_t m = 0; m < comparison.metrics.size(); ++m) {
      MetricScore& score = report.systems[s].scores[m];
      score.signature = WithTest(std::move(score.signature), comparison.options);
      score.resampled = ResampledScore(comparison.metrics[m], s, comparison.options);
    }
  }
}

// Scores, and then resamples as sacreBLEU does.
absl::StatusOr<Report> ScoreAndResample(Job& job, std::vector<std::unique_ptr<Source>> sources,
                                        const CompareOptions& options, const LowArgs& args,
                                        const Program& program) {
  MTG_ASSIGN_OR_RETURN(KeptScores kept, ScoreKeepingRows(job, [&](const Sink& sink) {
                         return RunJob(job, std::move(sources), args, program, sink);
                       }));
  CompareInput input;
  input.systems = job.names().hyps;
  input.runs_of_system.assign(input.systems.size(), 1);
  input.metrics = std::move(kept.metrics);
  MTG_ASSIGN_OR_RETURN(const Comparison comparison, RunComparison(input, options, args, program));
  AddResampled(comparison, kept.report);
  return std::move(kept.report);
}

absl::StatusOr<Report> ScoreByGroup(const ScoringSettings& settings, Texts texts,
                                    const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(GroupRun run,
                       GroupRun::Prepare(settings, std::move(texts), false, args, program));
  if (!args.requirements.empty() && run.passes() > 1) {
    return UsageError(
        "--require is about the score of all segments, which languages with different tokenizers "
        "have not; choose one with -tok, or leave out --by");
  }
  MTG_ASSIGN_OR_RETURN(GroupScores scores, SumByGroup(run));
  return MakeGroupedReport(run, settings.by.field, std::move(scores));
}

absl::StatusOr<Report> ScoreTexts(Job& job, const ScoringSettings& settings, Texts texts,
                                  const std::optional<CompareOptions>& resampling,
                                  const LowArgs& args, const Program& program) {
  if (!settings.by.field.empty()) return ScoreByGroup(settings, std::move(texts), args, program);
  job.SetNames(std::move(texts.names));
  if (!resampling) return RunJob(job, std::move(texts.sources), args, program, Sink{});
  return ScoreAndResample(job, std::move(texts.sources), *resampling, args, program);
}

std::vector<std::string> SystemNames(const Report& report) {
  std::vector<std::string> names;
  for (const SystemReport& system : report.systems) names.push_back(system.name);
  return names;
}

// What sacreBLEU's resampling and scores of segments are not combined with.
absl::Status CheckOneWayOnly(const LowArgs& args, bool resampling) {
  if (args.leave_one_out && (resampling || args.sentence_level)) {
    return UsageError(
        "--leave-one-out-refs goes with plain scores of a corpus; leave out --confidence, "
        "--paired-bs, --paired-ar and -sl");
  }
  if (!args.by.empty() && (resampling || args.sentence_level || args.leave_one_out)) {
    return UsageError(
        "--by goes with plain scores, and with the verb 'compare'; leave out --confidence, "
        "--paired-bs, --paired-ar, -sl and --leave-one-out-refs");
  }
  if (args.sentence_level && FindReportFormat(args.format).segments == nullptr) {
    return UsageError(fmt::format(
        "--format {} is for the score of a whole corpus; leave out -sl, or choose another form",
        args.format));
  }
  if (!args.requirements.empty() && args.sentence_level) {
    return UsageError("--require is about the score of a whole corpus; leave out -sl");
  }
  if (args.unit_scale && resampling) {
    return UsageError(
        "--scale unit: intervals and tests are about the metric's own scale; leave one out");
  }
  return absl::OkStatus();
}

// What is settled before anything is read.
struct Plan {
  ScoringSettings settings;
  std::optional<CompareOptions> resampling;
  Job job;
  Requirements requirements;
};

absl::StatusOr<Plan> MakePlan(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(ScoringSettings settings, ResolveScoring(args, Level::kCorpus));
  MTG_ASSIGN_OR_RETURN(const std::optional<CompareOptions> resampling, ResolveResampling(args));
  MTG_ASSIGN_OR_RETURN(Job job, MakeJob(settings.job, settings.names, args));
  if (args.unit_scale) MTG_RETURN_IF_ERROR(CheckUnitScale(job));
  MTG_ASSIGN_OR_RETURN(Requirements requirements, Requirements::Resolve(args.requirements, job));
  return Plan{std::move(settings), resampling, std::move(job), std::move(requirements)};
}

absl::StatusOr<Report> ScorePlan(Plan& plan, const LowArgs& args, const Program& program) {
  if (args.leave_one_out) {
    MTG_ASSIGN_OR_RETURN(Report report, ScoreLeavingOneOut(plan.settings, args, program));
    MTG_RETURN_IF_ERROR(plan.requirements.ResolveSystems(SystemNames(report)));
    return report;
  }
  MTG_ASSIGN_OR_RETURN(Texts texts, OpenTexts(plan.settings, program));
  MTG_RETURN_IF_ERROR(CheckResampledSystems(args, texts.names.hyps.size()));
  MTG_RETURN_IF_ERROR(plan.requirements.ResolveSystems(texts.names.hyps));
  return ScoreTexts(plan.job, plan.settings, std::move(texts), plan.resampling, args, program);
}

}  // namespace

absl::StatusOr<LowArgs> CheckScore(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const std::optional<CompareOptions> resampling, ResolveResampling(args));
  MTG_RETURN_IF_ERROR(CheckOneWayOnly(args, resampling.has_value()));
  if (args.sentence_level) return CheckSegments(args);
  MTG_ASSIGN_OR_RETURN(Plan plan, MakePlan(args));
  return std::move(plan.settings.in_effect);
}

absl::Status RunScore(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(const std::optional<CompareOptions> resampling, ResolveResampling(args));
  MTG_RETURN_IF_ERROR(CheckOneWayOnly(args, resampling.has_value()));
  if (args.sentence_level) return RunSegments(args, program);
  MTG_ASSIGN_OR_RETURN(Plan plan, MakePlan(args));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  MTG_ASSIGN_OR_RETURN(Report report, ScorePlan(plan, args, program));
  if (args.unit_scale) ToUnitScale(report);
  if (report.grouped) AddMacroAverage(report);
  MTG_RETURN_IF_ERROR(HandleWarnings(args, report.warnings));
  WriteOptions& write = plan.settings.write;
  if (!plan.requirements.empty()) write.gate = plan.requirements.Check(report);
  MTG_RETURN_IF_ERROR(output.Write(FindReportFormat(args.format).write(report, write)));
  MTG_RETURN_IF_ERROR(output.Finish());
  return write.gate ? write.gate->status() : absl::OkStatus();
}

}  // namespace mtgauge
