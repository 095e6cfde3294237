// From a request to scores of segments, handed on while the input is read; or of groups of
// segments, when all is read.
#include "mtgauge/segments.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/input/group_values.h"
#include "core/report/score/report_writer.h"
#include "core/report/segments/document_names.h"
#include "core/report/segments/mtme.h"
#include "core/report/segments/segment_output.h"
#include "core/request/group_fields.h"
#include "core/request/metrics.h"
#include "core/request/rows.h"
#include "core/request/texts.h"
#include "core/score/metric_labels.h"
#include "core/score/unit_scale.h"
#include "mtgauge/output.h"
#include "parallel/score/group_run.h"
#include "parallel/score/group_scores.h"
#include "parallel/score/texts.h"

namespace mtgauge {
namespace {

// Documents are of segments; groups have none but themselves.
absl::Status CheckDocuments(const SegmentsRequest& request, const GroupFields& by) {
  const bool told = std::any_of(by.fields.begin(), by.fields.end(), [&](const GroupField& field) {
    return field.file == request.documents;
  });
  if (request.documents.empty() || by.empty() || told) return absl::OkStatus();
  return UsageError(
      {.option = "documents"},
      fmt::format("`documents`: the scores of `by` {} are of groups, which have no documents",
                  request.by),
      "leave it out, or use `by` doc");
}

// Keeps what is delivered.
class SegmentKeeper final : public SegmentOutput {
 public:
  explicit SegmentKeeper(std::vector<SegmentScores>& segments) : segments_(segments) {}
  bool WantsRows() const override { return false; }
  absl::Status Take(const Delivery& delivery) override {
    segments_.insert(segments_.end(), delivery.segments.begin(), delivery.segments.end());
    return absl::OkStatus();
  }
  absl::Status Finish() override { return absl::OkStatus(); }

 private:
  std::vector<SegmentScores>& segments_;
};

// Groups in the place of segments, with their names as documents.
struct ScoredGroups {
  GroupRun run;
  GroupScores scores;
  std::vector<Delivery> of_pass;

  Delivery At(const GroupScores::Place& place) const {
    return scores.sums[place.pass].Only(place.group, of_pass[place.pass]);
  }
};

}  // namespace

struct SegmentsRun::Plan {
  SegmentsRequest request;  // with its defaults filled in
  TextSettings settings;
  RunRecord record;
  std::optional<Job> job;

  absl::Status Settle();
  absl::Status CheckForm(const SegmentsForm& form) const;
  // Makes the metrics' rows tell more than scores need.
  absl::Status TellDetails();
  absl::StatusOr<std::unique_ptr<SegmentOutput>> MakeOutput(const SegmentsForm& form,
                                                            bool documents) const;
  absl::Status Score(
      const std::function<absl::StatusOr<std::unique_ptr<SegmentOutput>>(bool documents)>&
          make_output,
      const AcceptWarnings& accept);
  absl::StatusOr<ScoredGroups> ScoreGroups(const AcceptWarnings& accept) const;
  absl::Status WriteGroups(const SegmentsForm& form, const AcceptWarnings& accept) const;
  absl::StatusOr<SegmentAnswer> AnswerGroups() const;
  absl::Status Accept(std::vector<Warning> warnings, const AcceptWarnings& accept) const;
};

absl::Status SegmentsRun::Plan::Settle() {
  MTG_ASSIGN_OR_RETURN(const std::shared_ptr<const RowSet> rows, TakeRows(request, request));
  // A group is scored as a small corpus.
  TextUse use;
  use.rows = rows;
  use.level = request.by.empty() ? Level::kSegment : Level::kCorpus;
  MTG_ASSIGN_OR_RETURN(settings, ResolveTexts(request, request, use));
  MTG_ASSIGN_OR_RETURN(record, RecordOf(settings));
  MTG_RETURN_IF_ERROR(CheckDocuments(request, FieldsOf(settings.by)));
  MTG_ASSIGN_OR_RETURN(job, MakeJob(settings.job, settings.names, request));
  if (request.unit_scale) MTG_RETURN_IF_ERROR(CheckUnitScale(*job));
  request.metrics = settings.job.metrics;
  if (!request.columns) request.inputs = OutputsOf(request);
  return absl::OkStatus();
}

absl::Status SegmentsRun::Plan::CheckForm(const SegmentsForm& form) const {
  MTG_RETURN_IF_ERROR(CheckKnown("format", form.format, SegmentForms()));
  const bool at_end = !request.by.empty() || form.format == kMtmeFormat;
  if (form.flush && at_end) {
    return UsageError(
        {.option = "flush"},
        "`flush`: scores of groups, and files of `format` mtme, exist only at the end",
        "leave one out");
  }
  if (form.flush && job->reads_first()) {
    return UsageError({.option = "flush"},
                      "`flush`: nist must read all references before it scores the first segment",
                      "tell what it learns by `survey`, or leave out the metric or `flush`");
  }
  if (!request.by.empty() && form.format == kMtmeFormat) {
    return UsageError({.option = "by"}, "`by`: the files of `format` mtme are of documents already",
                      "leave one out");
  }
  return absl::OkStatus();
}

absl::Status SegmentsRun::Plan::TellDetails() {
  if (settings.rows != nullptr) return absl::OkStatus();  // they are as they are
  for (const char* const told : {"kinds", "counts"}) settings.job.shared[told] = "yes";
  MTG_ASSIGN_OR_RETURN(job, MakeJob(settings.job, settings.names, request));
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<SegmentOutput>> SegmentsRun::Plan::MakeOutput(
    const SegmentsForm& form, bool documents) const {
  if (form.format != kMtmeFormat) {
    return MakeTextOutput({form.format, form.file, form.flush, form.outlive_reader}, *job,
                          form.write);
  }
  MTG_ASSIGN_OR_RETURN(const JobOptions corpus, ResolveMetrics(request, request, Level::kCorpus));
  return MakeMtmeOutput(form.file, *job, corpus, documents, request.unit_scale);
}

absl::Status SegmentsRun::Plan::Accept(std::vector<Warning> warnings,
                                       const AcceptWarnings& accept) const {
  warnings.insert(warnings.begin(), settings.warnings.begin(), settings.warnings.end());
  return accept ? accept(warnings) : absl::OkStatus();
}

absl::Status SegmentsRun::Plan::Score(
    const std::function<absl::StatusOr<std::unique_ptr<SegmentOutput>>(bool documents)>&
        make_output,
    const AcceptWarnings& accept) {
  MTG_ASSIGN_OR_RETURN(const DocumentNames documents, DocumentNames::Read(request.documents));
  MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(settings, request));
  job->SetNames(texts.names());
  MTG_ASSIGN_OR_RETURN(const std::unique_ptr<SegmentOutput> output, make_output(documents.told()));
  Sink sink;
  sink.want_segments = true;
  sink.want_rows = output->WantsRows();
  sink.prepare = [&](Delivery& delivery) {
    documents.AddTo(delivery);
    if (request.unit_scale) {
      for (SegmentScores& segment : delivery.segments) ToUnitScale(*job, segment.scores);
    }
    output->Prepare(delivery);
  };
  sink.deliver = [&](const Delivery& delivery) -> absl::Status {
    MTG_RETURN_IF_ERROR(documents.Check(delivery.first + delivery.count, false));
    return output->Take(delivery);
  };
  MTG_ASSIGN_OR_RETURN(Report report, ScoreAll(*job, texts, request, sink));
  MTG_RETURN_IF_ERROR(documents.Check(report.segments + report.skipped, true));
  MTG_RETURN_IF_ERROR(Accept(std::move(report.warnings), accept));
  return output->Finish();
}

absl::StatusOr<ScoredGroups> SegmentsRun::Plan::ScoreGroups(const AcceptWarnings& accept) const {
  MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(settings, request));
  MTG_ASSIGN_OR_RETURN(GroupRun run, GroupRun::Prepare(settings, std::move(texts), false, request));
  MTG_ASSIGN_OR_RETURN(GroupScores scores, SumByGroup(run));
  MTG_RETURN_IF_ERROR(Accept(std::move(scores.total.warnings), accept));
  std::vector<Delivery> of_pass;
  for (size_t pass = 0; pass < run.passes(); ++pass) {
    of_pass.push_back(scores.sums[pass].Score(MetricsOf(run.job(pass)), request.unit_scale));
  }
  return ScoredGroups{std::move(run), std::move(scores), std::move(of_pass)};
}

absl::Status SegmentsRun::Plan::WriteGroups(const SegmentsForm& form,
                                            const AcceptWarnings& accept) const {
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(form.file));
  MTG_ASSIGN_OR_RETURN(const ScoredGroups groups, ScoreGroups(accept));
  WriteOptions options = form.write;
  options.by_group = true;
  std::vector<std::unique_ptr<SegmentWriter>> writers;
  for (size_t pass = 0; pass < groups.run.passes(); ++pass) {
    writers.push_back(FindReportFormat(form.format)
                          .segments(groups.run.job(pass), options, SplitFields(settings.by.field)));
  }
  std::string text = writers.front()->Head(false, false);
  for (const GroupScores::Place& place : groups.scores.order) {
    writers[place.pass]->Append(groups.At(place), text);
  }
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

absl::StatusOr<SegmentAnswer> SegmentsRun::Plan::AnswerGroups() const {
  SegmentAnswer table;
  MTG_ASSIGN_OR_RETURN(const ScoredGroups groups, ScoreGroups([&](std::vector<Warning>& warnings) {
                         table.warnings = std::move(warnings);
                         return absl::OkStatus();
                       }));
  table.by = FieldsOf(settings.by).Label();
  table.systems = groups.run.job(0).names().hyps;
  table.metrics = MetricLabels(groups.run.job(0));
  for (const GroupScores::Place& place : groups.scores.order) {
    table.segments.push_back(groups.At(place).segments.front());
    table.segments.back().index = table.segments.size() - 1;
    table.segments.back().document =
        GroupLabel(table.segments.back().document, SplitFields(settings.by.field).size());
  }
  return table;
}

SegmentsRun::SegmentsRun(std::unique_ptr<Plan> plan) : plan_(std::move(plan)) {}
SegmentsRun::SegmentsRun(SegmentsRun&&) noexcept = default;
SegmentsRun& SegmentsRun::operator=(SegmentsRun&&) noexcept = default;
SegmentsRun::~SegmentsRun() = default;

absl::StatusOr<SegmentsRun> SegmentsRun::Make(const SegmentsRequest& request) {
  auto plan = std::make_unique<Plan>();
  plan->request = request;
  MTG_RETURN_IF_ERROR(plan->Settle());
  return SegmentsRun(std::move(plan));
}

const SegmentsRequest& SegmentsRun::in_effect() const { return plan_->request; }
const RunRecord& SegmentsRun::record() const { return plan_->record; }

absl::Status SegmentsRun::Check(const SegmentsForm& form) const { return plan_->CheckForm(form); }

absl::Status SegmentsRun::Write(const SegmentsForm& form, const AcceptWarnings& accept) {
  MTG_RETURN_IF_ERROR(plan_->CheckForm(form));
  if (FormHasDetails(form.format)) MTG_RETURN_IF_ERROR(plan_->TellDetails());
  if (!plan_->request.by.empty()) return plan_->WriteGroups(form, accept);
  return plan_->Score([&](bool documents) { return plan_->MakeOutput(form, documents); }, accept);
}

absl::StatusOr<SegmentAnswer> SegmentsRun::Run() {
  if (!plan_->request.by.empty()) return plan_->AnswerGroups();
  SegmentAnswer table;
  const auto keep = [&](bool) -> absl::StatusOr<std::unique_ptr<SegmentOutput>> {
    return std::make_unique<SegmentKeeper>(table.segments);
  };
  MTG_RETURN_IF_ERROR(plan_->Score(keep, [&](std::vector<Warning>& warnings) {
    table.warnings = std::move(warnings);
    return absl::OkStatus();
  }));
  table.systems = plan_->job->names().hyps;
  table.metrics = MetricLabels(*plan_->job);
  return table;
}

absl::StatusOr<SegmentAnswer> Segments(const SegmentsRequest& request) {
  MTG_ASSIGN_OR_RETURN(SegmentsRun run, SegmentsRun::Make(request));
  return run.Run();
}

}  // namespace mtgauge
