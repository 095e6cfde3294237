// Turns a request into scores of segments, passed on while the input is read, or of groups of
// segments, when all input has been read.
#include "mtgauge/segments.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
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
#include "core/score/segment_details.h"
#include "core/score/unit_scale.h"
#include "core/text/tokenizing/tokenizer.h"
#include "mtgauge/output.h"
#include "mtgauge/table.h"
#include "parallel/run/run_of.h"
#include "parallel/score/group_run.h"
#include "parallel/score/group_scores.h"
#include "parallel/score/texts.h"

namespace mtgauge {
namespace {

// Checks that documents are not given for groups. Only segments belong to documents.
Status CheckDocuments(const SegmentsRequest& request, const GroupFields& by) {
  const bool told = std::any_of(by.fields.begin(), by.fields.end(), [&](const GroupField& field) {
    return field.file == request.documents;
  });
  if (request.documents.empty() || by.empty() || told) return OkStatus();
  return UsageError(
      {.option = "documents"},
      fmt::format("`documents`: the scores of `by` {} are of groups, which have no documents",
                  request.by),
      "leave it out, or use `by` doc");
}

// Returns the details of all scores of a segment.
std::vector<std::vector<Detail>> AllDetails(const Job& job, const Delivery& delivery, size_t i) {
  std::vector<std::vector<Detail>> details;
  for (size_t cell = 0; cell < delivery.segments[i].scores.size(); ++cell) {
    details.push_back(DetailsOf(job, delivery, i, cell));
  }
  return details;
}

// Stores all deliveries in memory.
class SegmentKeeper final : public SegmentOutput {
 public:
  SegmentKeeper(const Job& job, bool details, SegmentAnswer& answer)
      : job_(job), details_(details), answer_(answer) {}
  bool WantsRows() const override { return details_; }
  Status Take(const Delivery& delivery) override {
    for (size_t i = 0; i < delivery.segments.size(); ++i) {
      answer_.segments.push_back(delivery.segments[i]);
      if (details_) answer_.details.push_back(AllDetails(job_, delivery, i));
    }
    return OkStatus();
  }
  Status Finish() override { return OkStatus(); }

 private:
  const Job& job_;
  bool details_;
  SegmentAnswer& answer_;
};

// Checks that the values of several fields that stand beside the scores can be told apart.
Status CheckKept(const Delivery& delivery, const std::string& kept) {
  const size_t fields = SplitFields(kept).size();
  for (size_t i = 0; fields > 1 && i < delivery.groups.size(); ++i) {
    if (KeptValues(delivery, i, fields).size() == fields) continue;
    const uint64_t segment = delivery.first + i;
    return InputError({.segment = segment, .option = "keep"},
                      fmt::format("segment {}: a value of '{}' contains a tab", segment + 1, kept),
                      "replace it, or keep one field only");
  }
  return OkStatus();
}

// The languages beside the scores.
class KeptLanguages {
 public:
  explicit KeptLanguages(const std::string& kept)
      : fields_(SplitFields(kept).size()), place_(ParseGroupFields(kept).LanguagePlace()) {}

  void Add(const Delivery& delivery) {
    for (size_t i = 0; place_ < fields_ && i < delivery.groups.size(); ++i) {
      languages_.insert(KeptValues(delivery, i, fields_)[place_]);
    }
  }
  // Warns of those whose own tokenizer is not the one that cuts all segments.
  std::vector<Warning> Warnings(const SegmentsRequest& request) const {
    std::vector<Warning> warnings;
    if (request.tokenize) return warnings;
    const auto used = TokenizerOf(request.language_pair.value_or(""), request.metrics);
    for (const std::string& language : languages_) {
      const auto own = TokenizerOf(language, request.metrics);
      if (language.empty() || own == used) continue;
      const std::string tokenizer = own.value_or(std::string(Tokenizers().front().name));
      warnings.push_back(
          {"language", "",
           fmt::format("segments of '{0}' call for the tokenizer {1}, but one tokenizer cuts all; "
                       "score them by themselves with `language-pair` {0}, or set `tokenize`",
                       language, tokenizer)});
    }
    return warnings;
  }

 private:
  size_t fields_, place_;
  std::set<std::string> languages_;
};

// Returns the systems' own names.
std::vector<std::string> OwnNames(const Texts& texts) {
  std::vector<std::string> names;
  for (size_t s = 0; s < texts.names().hyps.size(); ++s) names.push_back(texts.own_name(s));
  return names;
}

// Scores of groups as if they were segments, with the groups' names as documents.
struct ScoredGroups {
  std::vector<std::string> systems;  // OwnNames()
  GroupRun run;
  GroupScores scores;
  bool unit_scale;

  size_t size() const { return scores.sums.size(); }
  size_t JobOf(size_t group) const { return run.JobOf(scores.sums.name(group)); }
  Delivery At(size_t group) const {
    return scores.sums.Score(group, MetricsOf(run.job(JobOf(group))), unit_scale);
  }
};

}  // namespace

template <>
struct RunOf<SegmentsRun, SegmentsRequest>::Plan {
  SegmentsRequest request;  // with its defaults filled in
  TextSettings settings;
  RunRecord record;
  std::optional<Job> job;

  Status Settle();
  Status CheckForm(const SegmentsForm& form) const;
  Status CheckKeep(const SegmentsForm& form) const;
  Result<std::unique_ptr<SegmentOutput>> MakeOutput(const SegmentsForm& form, const Texts& texts,
                                                    bool documents) const;
  Status Score(const std::function<Result<std::unique_ptr<SegmentOutput>>(
                   const Texts& texts, bool documents)>& make_output,
               const AcceptWarnings& accept);
  Result<ScoredGroups> ScoreGroups(const AcceptWarnings& accept) const;
  Status WriteGroups(const SegmentsForm& form, const AcceptWarnings& accept) const;
  Status WriteGroupTable(const ScoredGroups& groups, SegmentTableFile file,
                         const WriteOptions& options, const SegmentLabels& labels) const;
  Result<SegmentAnswer> AnswerGroups() const;
  Status Accept(std::vector<Warning> warnings, const AcceptWarnings& accept) const;
};

Status SegmentsRun::Plan::Settle() {
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
  return OkStatus();
}

Status SegmentsRun::Plan::CheckForm(const SegmentsForm& form) const {
  MTG_RETURN_IF_ERROR(CheckKnown("format", form.format, SegmentForms()));
  MTG_RETURN_IF_ERROR(CheckEnding(form.file, form.format, SegmentForms()));
  const std::vector<std::string_view> detailed = DetailForms();
  if (TellsDetails(request) &&
      std::find(detailed.begin(), detailed.end(), form.format) == detailed.end()) {
    return UsageError(
        {.option = "details"},
        fmt::format("`details` needs `format` {}, not {}", JoinChoices(detailed), form.format),
        "leave one out");
  }
  if (!form.keep.empty()) MTG_RETURN_IF_ERROR(CheckKeep(form));
  const bool is_table = FindTableFormat(form.format) != nullptr;
  const bool at_end = !request.by.empty() || form.format == kMtmeFormat;
  if (form.flush && (at_end || is_table)) {
    return UsageError(
        {.option = "flush"},
        is_table ? fmt::format("`flush`: {} is written in groups of many segments", form.format)
                 : "`flush`: scores of groups, and files of `format` mtme, exist only "
                   "at the end",
        "leave one out");
  }
  if (form.flush && job->reads_first()) {
    return UsageError(
        {.option = "flush"},
        "`flush`: nist must read all references before it scores the first segment",
        "make a survey with 'mtgauge survey' and name it with `survey`, or leave out the metric or "
        "`flush`");
  }
  if (!request.by.empty() && form.format == kMtmeFormat) {
    return UsageError({.option = "by"},
                      "`by`: the files of `format` mtme have document scores already",
                      "leave one out");
  }
  return OkStatus();
}

Status SegmentsRun::Plan::CheckKeep(const SegmentsForm& form) const {
  if (!request.by.empty() || !request.rows.empty()) {
    return UsageError(
        {.option = "keep"},
        request.by.empty()
            ? "`keep`: row files do not have the fields of the texts"
            : "`keep`: the scores of `by` are of groups, which have their own columns",
        "leave one out");
  }
  const std::vector<std::string_view> forms = DetailForms();  // all that have columns or names
  if (std::find(forms.begin(), forms.end(), form.format) == forms.end()) {
    return UsageError(
        {.option = "keep"},
        fmt::format("`keep` needs `format` {}, not {}", JoinChoices(forms), form.format),
        "leave one out");
  }
  std::set<std::string_view> taken = {"segment", "id", "document"};
  const std::vector<std::string> fields = SplitFields(form.keep);
  for (const std::string& field : fields) {
    if (field.empty()) return UsageError({.option = "keep"}, "`keep`: a name is empty", "");
    if (taken.insert(field).second) continue;
    return UsageError({.option = "keep"},
                      fmt::format("`keep`: there would be two columns '{}'", field),
                      "name each field once; ids and documents are kept already");
  }
  return OkStatus();
}

Result<std::unique_ptr<SegmentOutput>> SegmentsRun::Plan::MakeOutput(const SegmentsForm& form,
                                                                     const Texts& texts,
                                                                     bool documents) const {
  if (form.format != kMtmeFormat) {
    return MakeStreamOutput({form.format,
                             form.file,
                             {{}, OwnNames(texts), SplitFields(form.keep), texts.whole_ids()},
                             TellsDetails(request),
                             form.flush,
                             form.outlive_reader},
                            *job, form.write);
  }
  MTG_ASSIGN_OR_RETURN(const JobOptions corpus, ResolveMetrics(request, request, Level::kCorpus));
  return MakeMtmeOutput(form.file, *job, corpus, documents, request.unit_scale);
}

Status SegmentsRun::Plan::Accept(std::vector<Warning> warnings,
                                 const AcceptWarnings& accept) const {
  warnings.insert(warnings.begin(), settings.warnings.begin(), settings.warnings.end());
  return accept ? accept(warnings) : OkStatus();
}

Status SegmentsRun::Plan::Score(
    const std::function<Result<std::unique_ptr<SegmentOutput>>(const Texts& texts, bool documents)>&
        make_output,
    const AcceptWarnings& accept) {
  MTG_ASSIGN_OR_RETURN(const DocumentNames documents, DocumentNames::Read(request.documents));
  MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(settings, request));
  job->SetNames(texts.names());
  MTG_ASSIGN_OR_RETURN(const std::unique_ptr<SegmentOutput> output,
                       make_output(texts, documents.told()));
  KeptLanguages languages(settings.by.field);
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
  sink.deliver = [&](const Delivery& delivery) -> Status {
    MTG_RETURN_IF_ERROR(CheckKept(delivery, settings.by.field));
    languages.Add(delivery);
    MTG_RETURN_IF_ERROR(documents.Check(delivery.first + delivery.count, false));
    return output->Take(delivery);
  };
  MTG_ASSIGN_OR_RETURN(Report report, ScoreAll(*job, texts, request, sink));
  MTG_RETURN_IF_ERROR(documents.Check(report.segments + report.skipped, true));
  for (Warning& warning : languages.Warnings(request))
    report.warnings.push_back(std::move(warning));
  MTG_RETURN_IF_ERROR(Accept(std::move(report.warnings), accept));
  return output->Finish();
}

Result<ScoredGroups> SegmentsRun::Plan::ScoreGroups(const AcceptWarnings& accept) const {
  MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(settings, request));
  std::vector<std::string> systems = OwnNames(texts);
  MTG_ASSIGN_OR_RETURN(GroupRun run, GroupRun::Prepare(settings, std::move(texts), request));
  MTG_ASSIGN_OR_RETURN(GroupScores scores, SumByGroup(run));
  MTG_RETURN_IF_ERROR(Accept(std::move(scores.total.warnings), accept));
  return ScoredGroups{std::move(systems), std::move(run), std::move(scores), request.unit_scale};
}

Status SegmentsRun::Plan::WriteGroups(const SegmentsForm& form,
                                      const AcceptWarnings& accept) const {
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(form.file));
  MTG_ASSIGN_OR_RETURN(const ScoredGroups groups, ScoreGroups(accept));
  WriteOptions options = form.write;
  options.by_group = true;
  const SegmentLabels labels = {SplitFields(settings.by.field), groups.systems};
  if (const TableFormat* const format = FindTableFormat(form.format)) {
    return WriteGroupTable(groups, SegmentTableFile(std::move(output), *format, options), options,
                           labels);
  }
  std::vector<std::unique_ptr<SegmentWriter>> writers;
  for (size_t number = 0; number < groups.run.jobs(); ++number) {
    const ReportFormat& format = FindReportFormat(form.format);
    writers.push_back(format.Of(TellsDetails(request))(groups.run.job(number), options, labels));
  }
  std::string text = writers.front()->Head(false, false);
  for (size_t group = 0; group < groups.size(); ++group) {
    writers[groups.JobOf(group)]->Append(groups.At(group), text);
  }
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

Status SegmentsRun::Plan::WriteGroupTable(const ScoredGroups& groups, SegmentTableFile file,
                                          const WriteOptions& options,
                                          const SegmentLabels& labels) const {
  std::vector<SegmentScoreTable> tables;
  for (size_t number = 0; number < groups.run.jobs(); ++number) {
    tables.emplace_back(groups.run.job(number), options, labels, TellsDetails(request));
  }
  MTG_RETURN_IF_ERROR(tables.front().CheckNames());
  file.Sign(tables);
  for (size_t group = 0; group < groups.size(); ++group) {
    MTG_RETURN_IF_ERROR(file.Add(tables[groups.JobOf(group)], groups.At(group)));
  }
  return file.Finish(tables.front());
}

Result<SegmentAnswer> SegmentsRun::Plan::AnswerGroups() const {
  SegmentAnswer table;
  MTG_ASSIGN_OR_RETURN(const ScoredGroups groups, ScoreGroups([&](std::vector<Warning>& warnings) {
                         table.warnings = std::move(warnings);
                         return OkStatus();
                       }));
  table.by = FieldsOf(settings.by).Label();
  table.systems = groups.run.job(0).names().hyps;
  table.metrics = MetricLabels(groups.run.job(0));
  const size_t fields = SplitFields(settings.by.field).size();
  for (size_t number = 0; number < groups.size(); ++number) {
    const Delivery group = groups.At(number);
    if (TellsDetails(request)) {
      table.details.push_back(AllDetails(groups.run.job(groups.JobOf(number)), group, 0));
    }
    table.segments.push_back(group.segments.front());
    std::string& name = table.segments.back().document;
    table.groups.push_back(SplitValues(name, fields));
    name = GroupLabel(name, fields);
  }
  return table;
}

template class RunOf<SegmentsRun, SegmentsRequest>;

Status SegmentsRun::Check(const SegmentsForm& form) const { return plan_->CheckForm(form); }

Status SegmentsRun::Write(const SegmentsForm& form, const AcceptWarnings& accept) {
  MTG_RETURN_IF_ERROR(plan_->CheckForm(form));
  if (!plan_->request.by.empty()) return plan_->WriteGroups(form, accept);
  plan_->settings.line_by_line = form.flush;
  plan_->settings.by = {form.keep, ""};
  plan_->settings.by_may_lack = true;
  return plan_->Score(
      [&](const Texts& texts, bool documents) { return plan_->MakeOutput(form, texts, documents); },
      accept);
}

Result<SegmentAnswer> SegmentsRun::Run() {
  if (!plan_->request.by.empty()) return plan_->AnswerGroups();
  SegmentAnswer table;
  const auto keep = [&](const Texts& texts, bool) -> Result<std::unique_ptr<SegmentOutput>> {
    table.whole_ids = texts.whole_ids();
    return std::make_unique<SegmentKeeper>(*plan_->job, TellsDetails(plan_->request), table);
  };
  MTG_RETURN_IF_ERROR(plan_->Score(keep, [&](std::vector<Warning>& warnings) {
    table.warnings = std::move(warnings);
    return OkStatus();
  }));
  table.systems = plan_->job->names().hyps;
  table.metrics = MetricLabels(*plan_->job);
  return table;
}

Result<SegmentAnswer> Segments(const SegmentsRequest& request) {
  MTG_ASSIGN_OR_RETURN(SegmentsRun run, SegmentsRun::Make(request));
  return run.Run();
}

}  // namespace mtgauge
