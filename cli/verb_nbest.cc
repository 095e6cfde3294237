// mtgauge nbest: scores the candidates of n-best lists and writes the best of each segment, or all.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/console.h"
#include "cli/progress.h"
#include "cli/scoring.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "core/input/byte_order_mark.h"
#include "core/input/format.h"
#include "core/input/nbest.h"
#include "core/report/output/output.h"
#include "core/report/segments/nbest_output.h"
#include "core/report/segments/nbest_summary.h"
#include "core/score/metric_labels.h"
#include "parallel/scorer.h"

namespace mtgauge {
namespace {

absl::Status CheckPicking(const LowArgs& args, const Job& job) {
  if (job.options().on_invalid == OnInvalid::kSkip) {
    return UsageError(
        "--on-invalid skip: every segment must keep its line; use --on-invalid replace");
  }
  if (args.all_candidates && FindNbestForm(args.format).append_all == nullptr) {
    return UsageError(
        fmt::format("--all: --format {} has no candidates; use text, tsv or jsonl, or leave it out",
                    args.format));
  }
  const MadeMetric& first = job.metrics().front();
  if (!first.row->ranks) {
    return UsageError(fmt::format(
        "-m/--metrics: no value of {} is better than another; begin with a metric that can pick",
        first.Title()));
  }
  return absl::OkStatus();
}

// What is settled before anything is read.
struct Plan {
  ScoringSettings settings;
  Job job;
};

absl::StatusOr<Plan> MakePlan(const LowArgs& typed) {
  LowArgs args = typed;
  if (args.inputs.empty()) args.inputs.emplace_back("-");
  if (args.inputs.size() > 1) {
    return UsageError("-i/--input: one list at a time; join its parts before, as by cat");
  }
  MTG_ASSIGN_OR_RETURN(ScoringSettings settings, ResolveScoring(args, Level::kSegment));
  MTG_ASSIGN_OR_RETURN(Job job, MakeJob(settings.job, settings.names, args));
  MTG_RETURN_IF_ERROR(CheckPicking(args, job));
  return Plan{std::move(settings), std::move(job)};
}

// The references of the job, and the list.
struct NbestInputs {
  std::vector<std::unique_ptr<Source>> references;
  std::unique_ptr<Source> list;
  StreamNames names;
};

absl::StatusOr<NbestInputs> OpenNbest(const ScoringSettings& settings, const Program& program) {
  std::vector<InputPath> paths;
  for (size_t r = 0; r < settings.names.refs.size(); ++r) {
    paths.push_back({settings.paths[r], Role::kReference});
  }
  OpenOptions options;
  options.stop = program.stop;
  options.language_pair = settings.language_pair;
  options.format = settings.input_format;
  MTG_ASSIGN_OR_RETURN(auto opened, OpenInputs(paths, options));
  NbestInputs inputs;
  for (std::vector<OpenedColumn>& columns : opened) {
    for (OpenedColumn& column : columns) {
      inputs.names.refs.push_back(column.source->name());
      inputs.names.ref_names.push_back(std::move(column.name));
      inputs.references.push_back(std::move(column.source));
    }
  }
  MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> list, OpenSource(settings.paths.back()));
  const auto marked = std::make_shared<std::atomic<bool>>(false);
  inputs.list = WithWarnings(WithoutMark(std::move(list), marked), marked);
  inputs.names.hyps.push_back(inputs.list->name());
  return inputs;
}

// Scores the list; what is written goes to `output`, rows of the best and the first to `sums`.
absl::StatusOr<Report> ScoreList(const LowArgs& args, const Program& program, const Job& job,
                                 const NbestInputs& inputs, Output& output, NbestSums& sums) {
  const NbestForm& form = FindNbestForm(args.format);
  const std::vector<std::string> labels = MetricLabels(job);
  MTG_RETURN_IF_ERROR(output.Write(form.head(labels)));
  NbestOptions options;
  options.stop = program.stop;
  options.keep_lines = args.all_candidates && form.append_all != form.append;
  std::vector<Source*> references;
  for (const auto& source : inputs.references) references.push_back(source.get());
  NbestBatches batches(references, *inputs.list, options);
  RunCounters counters;
  Schedule schedule = MakeSchedule(args, program);
  schedule.counters = &counters;
  const ProgressMeter meter(!args.quiet, 0, counters);
  Sink sink;
  sink.want_segments = sink.want_rows = sink.want_texts = true;
  sink.prepare = [&](Delivery& delivery) {
    AppendCandidates(job, labels, form, args.all_candidates, delivery);
  };
  sink.deliver = [&](const Delivery& delivery) -> absl::Status {
    sums.Add(job, delivery);
    MTG_RETURN_IF_ERROR(output.Write(delivery.text));
    // The verdict of --strict is known at the end only.
    return args.strict ? absl::OkStatus() : output.StillRead();
  };
  MTG_ASSIGN_OR_RETURN(Report report, ScoreBatches(
                                          job, [&] { return batches.Next(); }, schedule, sink));
  MTG_RETURN_IF_ERROR(batches.status());
  MTG_RETURN_IF_ERROR(CheckAnyScored(inputs.names, report.segments, report.skipped));
  references.push_back(inputs.list.get());
  AddInputWarnings(references, report.warnings);
  return report;
}

}  // namespace

absl::StatusOr<LowArgs> CheckNbest(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(Plan plan, MakePlan(args));
  return std::move(plan.settings.in_effect);
}

absl::Status RunNbest(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(Plan plan, MakePlan(args));
  const ScoringSettings& settings = plan.settings;
  Job& job = plan.job;
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  MTG_ASSIGN_OR_RETURN(NbestInputs inputs, OpenNbest(settings, program));
  if (job.needs_survey()) {
    job.SetNames({inputs.names.refs, {}, {}, inputs.names.ref_names});
    MTG_RETURN_IF_ERROR(SurveySources(job, inputs.references, MakeSchedule(args, program)));
  }
  job.SetNames(inputs.names);
  NbestSums sums(job);
  MTG_ASSIGN_OR_RETURN(Report report, ScoreList(args, program, job, inputs, output, sums));
  MTG_RETURN_IF_ERROR(HandleWarnings(args, report.warnings));
  MTG_ASSIGN_OR_RETURN(const JobOptions corpus, ResolveMetrics(args, Level::kCorpus));
  MTG_ASSIGN_OR_RETURN(const NbestSummary summary, SummarizeNbest(corpus, job, report, sums));
  const bool summary_alone = FindNbestForm(args.format).append == nullptr;
  if (summary_alone) {
    MTG_RETURN_IF_ERROR(output.Write(NbestSummaryJson(summary, report, settings.write)));
  }
  // Said of what is written: an error stands alone.
  MTG_RETURN_IF_ERROR(output.Finish());
  if (!summary_alone && !args.quiet) PrintNote(NbestSummaryLine(summary, settings.write));
  return absl::OkStatus();
}

}  // namespace mtgauge
