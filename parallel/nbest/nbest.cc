// Turns a request into the best candidates: reads the list and its references in parallel, scores
// it, and writes the best candidates as it goes.
#include "mtgauge/nbest.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/input/formats/format.h"
#include "core/input/formats/nbest.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/segments/nbest_output.h"
#include "core/report/segments/nbest_summary.h"
#include "core/request/metrics.h"
#include "core/request/texts.h"
#include "core/score/metric_labels.h"
#include "mtgauge/output.h"
#include "mtgauge/table.h"
#include "parallel/run/run_of.h"
#include "parallel/score/texts.h"

namespace mtgauge {
namespace {

// The references of the job, and the list.
struct NbestInputs {
  std::vector<std::unique_ptr<Source>> references;
  std::unique_ptr<Source> list;
  StreamNames names;
};

Result<NbestInputs> OpenNbest(const TextSettings& settings, const RunOptions& run) {
  std::vector<InputPath> paths;
  for (size_t r = 0; r < settings.names.refs.size(); ++r) {
    paths.push_back({settings.paths[r], Role::kReference});
  }
  OpenOptions options;
  options.stop = run.stop;
  options.language_pair = settings.texts.language_pair;
  options.input_format = settings.texts.input_format;
  MTG_ASSIGN_OR_RETURN(auto opened, OpenInputs(paths, options));
  NbestInputs inputs;
  for (std::vector<OpenedColumn>& columns : opened) {
    for (OpenedColumn& column : columns) {
      inputs.names.refs.push_back(column.source->name());
      inputs.names.ref_names.push_back(std::move(column.name));
      inputs.references.push_back(std::move(column.source));
    }
  }
  MTG_ASSIGN_OR_RETURN(inputs.list, OpenLines(settings.paths.back(), options));
  inputs.names.hyps.push_back(inputs.list->name());
  return inputs;
}

}  // namespace

template <>
struct RunOf<NbestRun, NbestRequest>::Plan {
  NbestRequest request;  // with its defaults filled in
  TextSettings settings;
  RunRecord record;
  std::optional<Job> job;

  Status Settle();
  Result<Report> ScoreList(const NbestForm& form, const NbestInputs& inputs, Output& output,
                           NbestSums& sums) const;
  Result<NbestSummary> Summarize(const Report& report, const NbestSums& sums) const;
  Result<NbestSummary> Write(const NbestForm& form, const AcceptWarnings& accept);
};

Status NbestRun::Plan::Settle() {
  if (request.columns) {
    return UsageError("n-best lists are read from files", "name files instead of columns");
  }
  if (request.inputs.empty()) request.inputs.emplace_back("-");
  if (request.inputs.size() > 1) {
    return UsageError({.option = "input"}, "`input`: only one list is possible",
                      "join the parts, for example with cat");
  }
  TextUse use;
  use.level = Level::kSegment;
  MTG_ASSIGN_OR_RETURN(settings, ResolveTexts(request, request, use));
  settings.job.may_have_source = false;
  MTG_ASSIGN_OR_RETURN(record, RecordOf(settings));
  MTG_ASSIGN_OR_RETURN(job, MakeJob(settings.job, settings.names, request));
  request.metrics = settings.job.metrics;
  if (job->options().on_invalid == OnInvalid::kSkip) {
    return UsageError({.option = "on-invalid"},
                      "`on-invalid` skip: every segment must keep its line",
                      "use `on-invalid` replace");
  }
  return OkStatus();
}

// Scores the list. Writes the candidates to `output`, and adds the rows of the best and the first
// ones to `sums`.
Result<Report> NbestRun::Plan::ScoreList(const NbestForm& form, const NbestInputs& inputs,
                                         Output& output, NbestSums& sums) const {
  const NbestRow& row = FindNbestRow(form.format);
  const std::vector<std::string> labels = MetricLabels(*job);
  MTG_RETURN_IF_ERROR(output.Write(row.head(labels)));
  std::optional<TableStream> table;
  if (row.in_columns) {
    table.emplace(*FindTableFormat(form.format), NbestColumns(labels), form.write);
  }
  NbestOptions options;
  options.stop = request.stop;
  options.keep_lines = form.all_candidates && row.append_all != row.append;
  std::vector<Source*> references;
  for (const auto& source : inputs.references) references.push_back(source.get());
  NbestBatches batches(references, *inputs.list, options);
  RunCounters counters;
  Schedule schedule = MakeSchedule(request);
  schedule.counters = &counters;
  const std::shared_ptr<void> scoring =
      request.hooks.scoring ? request.hooks.scoring(0, counters) : nullptr;
  Sink sink;
  sink.want_segments = sink.want_rows = sink.want_texts = true;
  sink.prepare = [&](Delivery& delivery) {
    AppendCandidates(*job, labels, row, form.all_candidates, delivery);
  };
  sink.deliver = [&](const Delivery& delivery) -> Status {
    sums.Add(*job, delivery);
    if (table) AddCandidates(*job, form.all_candidates, delivery, *table);
    MTG_RETURN_IF_ERROR(output.Write(table ? table->Take(false) : delivery.text));
    return form.outlive_reader ? OkStatus() : output.StillRead();
  };
  const auto next = [&] { return batches.Next(); };
  MTG_ASSIGN_OR_RETURN(Report report, ScoreBatches(*job, next, schedule, sink));
  if (!batches.status().ok()) return batches.status();
  MTG_RETURN_IF_ERROR(CheckAnyScored(inputs.names, report.segments, report.skipped));
  references.push_back(inputs.list.get());
  AddInputWarnings(references, report.warnings);
  if (table) MTG_RETURN_IF_ERROR(output.Write(table->Take(true)));
  return report;
}

// Computes the corpus scores. Metrics that learn from the references did so in the job that scored
// the candidates.
Result<NbestSummary> NbestRun::Plan::Summarize(const Report& report, const NbestSums& sums) const {
  MTG_ASSIGN_OR_RETURN(const JobOptions options, ResolveMetrics(request, request, Level::kCorpus));
  MTG_ASSIGN_OR_RETURN(const Job corpus, Job::Make(options, job->names()));
  NbestSummary summary;
  summary.segments = report.segments;
  summary.candidates = sums.candidates();
  const std::vector<std::string> labels = MetricLabels(*job);
  for (size_t m = 0; m < job->metrics().size(); ++m) {
    const Metric& own = *corpus.metrics()[m].metric;
    const Metric& metric = own.NewSurvey() == nullptr ? own : *job->metrics()[m].metric;
    summary.scores.push_back({labels[m], job->metrics()[m].row->scale,
                              metric.Score(sums.best()[m], Level::kCorpus),
                              metric.Score(sums.first()[m], Level::kCorpus),
                              report.systems.front().scores[m].signature});
  }
  return summary;
}

Result<NbestSummary> NbestRun::Plan::Write(const NbestForm& form, const AcceptWarnings& accept) {
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(form.file));
  MTG_ASSIGN_OR_RETURN(NbestInputs inputs, OpenNbest(settings, request));
  if (job->needs_survey()) {
    job->SetNames({inputs.names.refs, {}, {}, inputs.names.ref_names});
    MTG_RETURN_IF_ERROR(SurveySources(*job, inputs.references, MakeSchedule(request)));
  }
  job->SetNames(inputs.names);
  NbestSums sums(*job);
  MTG_ASSIGN_OR_RETURN(Report report, ScoreList(form, inputs, output, sums));
  std::vector<Warning> warnings = settings.warnings;
  warnings.insert(warnings.end(), report.warnings.begin(), report.warnings.end());
  if (accept) MTG_RETURN_IF_ERROR(accept(warnings));
  MTG_ASSIGN_OR_RETURN(NbestSummary summary, Summarize(report, sums));
  summary.warnings = std::move(warnings);
  if (IsSummary(form.format)) {
    MTG_RETURN_IF_ERROR(output.Write(NbestJson(summary, form.write)));
  }
  MTG_RETURN_IF_ERROR(output.Finish());
  return summary;
}

template class RunOf<NbestRun, NbestRequest>;

Status NbestRun::Check(const NbestForm& form) const {
  MTG_RETURN_IF_ERROR(CheckKnown("format", form.format, NbestForms()));
  MTG_RETURN_IF_ERROR(CheckEnding(form.file, form.format, NbestForms()));
  if (form.all_candidates && IsSummary(form.format)) {
    return UsageError({.option = "all"},
                      fmt::format("`all`: `format` {} does not show candidates", form.format),
                      "use another format, or leave it out");
  }
  const MadeMetric& first = plan_->job->metrics().front();
  if (!first.row->ranks) {
    return UsageError(
        {.option = "metrics"},
        fmt::format(
            "`metrics`: {} cannot pick candidates, since neither higher nor lower is better",
            first.Title()),
        "put another metric first");
  }
  return OkStatus();
}

Result<NbestSummary> NbestRun::Write(const NbestForm& form, const AcceptWarnings& accept) {
  MTG_RETURN_IF_ERROR(Check(form));
  return plan_->Write(form, accept);
}

std::vector<std::string_view> NbestForms() { return NamesOfRows(NbestRows()); }

bool IsSummary(std::string_view form) {
  const NbestRow& row = FindNbestRow(form);
  return row.append == nullptr && !row.in_columns;
}

}  // namespace mtgauge
