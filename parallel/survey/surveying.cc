// Turns a request into a survey file, and merges the files of parts.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/request/job_digest.h"
#include "core/request/texts.h"
#include "core/rowfile/numbered_files.h"
#include "core/rowfile/sealed_file.h"
#include "core/rowfile/survey_file.h"
#include "mtgauge/survey.h"
#include "parallel/run/memory.h"
#include "parallel/run/run_of.h"
#include "parallel/score/texts.h"

namespace mtgauge {
namespace {

// Rejects outputs, which do not affect a survey.
Status CheckReferencesOnly(const SurveyRequest& request) {
  const bool outputs = request.columns && !request.columns->systems.empty();
  if (request.inputs.empty() && !outputs) return OkStatus();
  return UsageError({.option = "input"},
                    "`input`: a survey always covers all segments of the references",
                    "leave it out");
}

// Returns the specs of the job's metrics that learn, one for each survey.
std::vector<std::string> LearningSpecs(const Job& job) {
  std::set<std::string> names;
  std::vector<std::string> specs;
  for (const MadeMetric& made : job.metrics()) {
    const std::unique_ptr<Survey> survey = made.metric->NewSurvey();
    if (survey != nullptr && names.insert(survey->Name()).second) specs.push_back(made.spec);
  }
  return specs;
}

// Adds survey `i` of all other files to that of the first.
Result<std::unique_ptr<Survey>> MergeOne(const std::vector<SurveyFile>& files, size_t i) {
  MTG_ASSIGN_OR_RETURN(std::unique_ptr<Survey> sum, files.front().Load(i));
  for (size_t f = 1; f < files.size(); ++f) {
    MTG_ASSIGN_OR_RETURN(const std::unique_ptr<Survey> part, files[f].Load(i));
    sum->Merge(*part);
  }
  return sum;
}

Result<std::vector<SurveyFile>> OpenParts(const std::vector<std::string>& paths) {
  if (paths.empty()) return UsageError("there is no survey to merge", "name at least one file");
  std::vector<SurveyFile> files;
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    if (!seen.insert(path).second) {
      return UsageError({.file = path, .named = true}, fmt::format("'{}' is given twice", path),
                        "name each part once");
    }
    MTG_ASSIGN_OR_RETURN(SurveyFile file, SurveyFile::Open(path));
    files.push_back(std::move(file));
    if (files.back().names() == files.front().names()) continue;
    return InputError({path},
                      fmt::format("the survey is for {}, but that of {} is for {}",
                                  fmt::join(files.back().names(), " and "), paths.front(),
                                  fmt::join(files.front().names(), " and ")),
                      "make both with the same options");
  }
  std::vector<NumberedFile> shards;
  for (const SurveyFile& file : files) shards.push_back({file.path(), file.origin().shard});
  MTG_RETURN_IF_ERROR(OrderByNumber(shards, "shard", "shard").status());
  return files;
}

Status Merge(const std::vector<SurveyFile>& files, SealedWriter writer) {
  SurveyOrigin origin;
  for (const SurveyFile& file : files) {
    origin.segments += file.origin().segments;
    origin.references.insert(file.origin().references.begin(), file.origin().references.end());
  }
  std::vector<std::unique_ptr<Survey>> sums;
  std::map<std::string, const Survey*> by_name;
  for (size_t i = 0; i < files.front().names().size(); ++i) {
    MTG_ASSIGN_OR_RETURN(sums.emplace_back(), MergeOne(files, i));
    by_name[files.front().names()[i]] = sums.back().get();
  }
  return WriteSurveyFile(std::move(writer), origin, by_name);
}

}  // namespace

template <>
struct RunOf<SurveyRun, SurveyRequest>::Plan {
  SurveyRequest request;  // with its defaults filled in
  TextSettings settings;
  RunRecord record;
  std::optional<Job> job;

  Status Settle();
  Result<SurveySummary> Write(const std::string& file, const AcceptWarnings& accept);
};

Status SurveyRun::Plan::Settle() {
  MTG_RETURN_IF_ERROR(CheckReferencesOnly(request));
  MTG_ASSIGN_OR_RETURN(const TextInputs whole, WithTestSet(request));
  if (!request.columns && whole.references.empty()) {
    return UsageError("no reference", "name the files to learn from");
  }
  MTG_ASSIGN_OR_RETURN(settings, ResolveTexts(whole, request, {}, TextUse{}));
  settings.shard = request;
  MTG_ASSIGN_OR_RETURN(record, RecordOf(settings));
  // A job must have systems, but they are not used here.
  const StreamNames names = {settings.names.refs, {"hypotheses"}};
  MTG_ASSIGN_OR_RETURN(job, MakeJob(settings.job, names, request));
  settings.job.metrics = LearningSpecs(*job);
  if (settings.job.metrics.empty()) {
    return UsageError({.option = "metrics"},
                      "`metrics`: none of the metrics learns from references first",
                      "add `metrics` nist");
  }
  MTG_ASSIGN_OR_RETURN(job, MakeJob(settings.job, names, request));
  return OkStatus();
}

Result<SurveySummary> SurveyRun::Plan::Write(const std::string& file,
                                             const AcceptWarnings& accept) {
  MTG_ASSIGN_OR_RETURN(SealedWriter writer, SealedWriter::Open(file));
  MTG_ASSIGN_OR_RETURN(const Texts texts, Texts::Open(settings, request));
  job->SetNames(texts.names());
  MTG_ASSIGN_OR_RETURN(const Learnt learnt, texts.Learn(*job, request));
  if (!texts.is_shard()) {
    MTG_RETURN_IF_ERROR(
        CheckAnyScored(texts.names(), learnt.report.segments, learnt.report.skipped));
  }
  SurveySummary summary{learnt.report.segments, settings.warnings};
  summary.warnings.insert(summary.warnings.end(), learnt.report.warnings.begin(),
                          learnt.report.warnings.end());
  if (accept) MTG_RETURN_IF_ERROR(accept(summary.warnings));
  SurveyOrigin origin{
      learnt.report.segments, {}, request.shard, request.shard ? JobDigest(request) : ""};
  for (size_t r = 0; r < texts.names().refs.size(); ++r) {
    origin.references.insert(texts.names().ref_name(r));
  }
  std::map<std::string, const Survey*> by_name;
  for (const auto& survey : learnt.surveys) by_name[survey->Name()] = survey.get();
  MTG_RETURN_IF_ERROR(WriteSurveyFile(std::move(writer), origin, by_name));
  return summary;
}

template class RunOf<SurveyRun, SurveyRequest>;

Result<SurveySummary> SurveyRun::Write(const std::string& file, const AcceptWarnings& accept) {
  return WithinMemory([&] { return plan_->Write(file, accept); });
}

Status SurveyRun::CheckWritten(const std::string& file) const {
  return CheckPart(file, plan_->request.shard, JobDigest(plan_->request));
}

Status MergeSurveys(const std::vector<std::string>& files, const std::string& output) {
  MTG_ASSIGN_OR_RETURN(const std::vector<SurveyFile> parts, OpenParts(files));
  MTG_ASSIGN_OR_RETURN(SealedWriter writer, SealedWriter::Open(output));
  return WithinMemory([&] { return Merge(parts, std::move(writer)); });
}

}  // namespace mtgauge
