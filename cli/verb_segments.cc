// mtgauge segments: one score per segment, system and metric, written while the input is read; or
// one per group of segments, when all is read.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/group_report.h"
#include "cli/group_run.h"
#include "cli/scoring.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "core/report/output/output.h"
#include "core/report/score/report_writer.h"
#include "core/report/segments/document_names.h"
#include "core/report/segments/mtme.h"
#include "core/report/segments/segment_output.h"
#include "core/score/unit_scale.h"

namespace mtgauge {
namespace {

absl::Status CheckFlush(const LowArgs& args, const Job& job) {
  if (!args.flush) return absl::OkStatus();
  if (!args.by.empty() || args.format == kMtmeFormat) {
    return UsageError(
        "--flush: scores of groups, and files of --format mtme, exist only at the end; leave "
        "one out");
  }
  if (job.needs_survey()) {
    return UsageError(
        "--flush: nist must read all references before it scores the first segment; leave out the "
        "metric, or the flag");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<SegmentOutput>> MakeOutput(const LowArgs& args, const Job& job,
                                                          const WriteOptions& options,
                                                          bool documents) {
  if (args.format != kMtmeFormat) {
    return MakeTextOutput({args.format, args.output, args.flush, args.strict}, job, options);
  }
  MTG_ASSIGN_OR_RETURN(const JobOptions corpus, ResolveMetrics(args, Level::kCorpus));
  return MakeMtmeOutput(args.output, job, corpus, documents, options.unit_scale);
}

// Groups stand in the place of segments.
absl::Status WriteGroups(const ScoringSettings& settings, const LowArgs& args,
                         const Program& program) {
  if (args.format == kMtmeFormat) {
    return UsageError("--by: the files of --format mtme are of documents already; leave one out");
  }
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  MTG_ASSIGN_OR_RETURN(Texts texts, OpenTexts(settings, program));
  MTG_ASSIGN_OR_RETURN(GroupRun run,
                       GroupRun::Prepare(settings, std::move(texts), false, args, program));
  MTG_ASSIGN_OR_RETURN(GroupScores scores, SumByGroup(run));
  MTG_RETURN_IF_ERROR(HandleWarnings(args, scores.total.warnings));
  WriteOptions options = settings.write;
  options.by_group = true;
  std::vector<std::unique_ptr<SegmentWriter>> writers;
  std::vector<Delivery> scored;
  for (size_t pass = 0; pass < run.passes(); ++pass) {
    writers.push_back(FindReportFormat(args.format).segments(run.job(pass), options));
    scored.push_back(scores.sums[pass].Score(MetricsOf(run.job(pass)), options.unit_scale));
  }
  std::string text = writers.front()->Head(false, false);
  for (const GroupScores::Place& place : scores.order) {
    writers[place.pass]->Append(scores.sums[place.pass].Only(place.group, scored[place.pass]),
                                text);
  }
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

// Documents are of segments; groups have none but themselves.
absl::Status CheckDocuments(const LowArgs& args, const SegmentGroups& by) {
  if (args.documents.empty() || by.field.empty() || by.file == args.documents) {
    return absl::OkStatus();
  }
  return UsageError(fmt::format(
      "--documents: the scores of --by {} are of groups, which have no documents; leave "
      "it out, or use --by doc",
      args.by));
}

// What is settled before anything is read.
struct Plan {
  ScoringSettings settings;
  Job job;
};

absl::StatusOr<Plan> MakePlan(const LowArgs& args) {
  // A group is scored as a small corpus.
  const Level level = !args.by.empty() ? Level::kCorpus : Level::kSegment;
  MTG_ASSIGN_OR_RETURN(ScoringSettings settings, ResolveScoring(args, level));
  MTG_RETURN_IF_ERROR(CheckDocuments(args, settings.by));
  MTG_ASSIGN_OR_RETURN(Job job, MakeJob(settings.job, settings.names, args));
  if (args.unit_scale) MTG_RETURN_IF_ERROR(CheckUnitScale(job));
  MTG_RETURN_IF_ERROR(CheckFlush(args, job));
  return Plan{std::move(settings), std::move(job)};
}

}  // namespace

absl::StatusOr<LowArgs> CheckSegments(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(Plan plan, MakePlan(args));
  return std::move(plan.settings.in_effect);
}

absl::Status RunSegments(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(Plan plan, MakePlan(args));
  const ScoringSettings& settings = plan.settings;
  if (!args.by.empty()) return WriteGroups(settings, args, program);
  Job& job = plan.job;
  MTG_ASSIGN_OR_RETURN(const DocumentNames documents, DocumentNames::Read(args.documents));
  MTG_ASSIGN_OR_RETURN(Texts texts, OpenTexts(settings, program));
  job.SetNames(std::move(texts.names));
  MTG_ASSIGN_OR_RETURN(const std::unique_ptr<SegmentOutput> output,
                       MakeOutput(args, job, settings.write, documents.told()));
  Sink sink;
  sink.want_segments = true;
  sink.want_rows = output->WantsRows();
  sink.prepare = [&](Delivery& delivery) {
    documents.AddTo(delivery);
    if (args.unit_scale) {
      for (SegmentScores& segment : delivery.segments) ToUnitScale(job, segment.scores);
    }
    output->Prepare(delivery);
  };
  sink.deliver = [&](const Delivery& delivery) -> absl::Status {
    MTG_RETURN_IF_ERROR(documents.Check(delivery.first + delivery.count, false));
    return output->Take(delivery);
  };
  MTG_ASSIGN_OR_RETURN(Report report, RunJob(job, std::move(texts.sources), args, program, sink));
  MTG_RETURN_IF_ERROR(documents.Check(report.segments + report.skipped, true));
  MTG_RETURN_IF_ERROR(HandleWarnings(args, report.warnings));
  return output->Finish();
}

}  // namespace mtgauge
