// Turns a request into a Report: scores the texts as a whole or by group, resamples them, or scores
// each reference against the others.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/report/gate/requirements.h"
#include "core/request/conventions.h"
#include "core/request/options.h"
#include "core/request/rows.h"
#include "core/request/texts.h"
#include "core/score/unit_scale.h"
#include "core/significance/conventions.h"
#include "mtgauge/score.h"
#include "parallel/run/run_of.h"
#include "parallel/score/group_run.h"
#include "parallel/score/group_scores.h"
#include "parallel/score/leave_one_out.h"
#include "parallel/score/pair_texts.h"
#include "parallel/score/signature_check.h"
#include "parallel/score/texts.h"
#include "parallel/significance/comparer.h"
#include "parallel/significance/kept_rows.h"

namespace mtgauge {
namespace {

constexpr std::string_view kLanguage = "lang";  // what the scores of a list of pairs are grouped by

// Inserts "bs:1000|seed:12345" after the first key of "nrefs:1|case:...", as in sacreBLEU.
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

// Scores the texts and then resamples them as sacreBLEU does.
Result<Report> ScoreAndResample(Job& job, Texts texts, const CompareOptions& options,
                                const RunOptions& run) {
  MTG_ASSIGN_OR_RETURN(KeptScores kept, ScoreKeepingRows(job, [&](const Sink& sink) {
                         return ScoreAll(job, texts, run, sink);
                       }));
  CompareInput input;
  input.systems = job.names().hyps;
  input.runs_of_system.assign(input.systems.size(), 1);
  input.metrics = std::move(kept.metrics);
  MTG_ASSIGN_OR_RETURN(const Comparison comparison, RunComparison(input, options, run));
  AddResampled(comparison, kept.report);
  return std::move(kept.report);
}

// Checks that resampling, groups and leave-one-out are not combined.
Status CheckOneWayOnly(const ScoreRequest& request, bool resampling) {
  if (request.leave_one_out && resampling) {
    return UsageError({.option = "leave-one-out-refs"},
                      "`leave-one-out-refs` is for plain corpus scores",
                      "leave out `confidence`, `paired-bs` and `paired-ar`");
  }
  if (request.leave_one_out && !request.survey.empty()) {
    return UsageError(
        {.option = "survey"},
        "`survey`: with `leave-one-out-refs`, each run learns from different references",
        "leave one out");
  }
  if (!request.by.empty() && (resampling || request.leave_one_out)) {
    return UsageError({.option = "by"}, "`by` is for plain scores and comparisons",
                      "leave out `confidence`, `paired-bs`, `paired-ar` and `leave-one-out-refs`");
  }
  if (request.unit_scale && resampling) {
    return UsageError({.option = "scale"},
                      "`scale` unit: intervals and tests use the metric's own scale",
                      "leave one out");
  }
  return OkStatus();
}

// Writes the resolved resampling options back to the request.
void FillResampling(const CompareOptions& options, ScoreRequest& request) {
  request.seed = options.seed;
  if (request.paired_ar) {
    request.paired_ar_n = options.resamples;
  } else if (request.paired_bs) {
    request.paired_bs_n = options.resamples;
  } else {
    request.confidence_n = options.resamples;
  }
}

// A list of pairs gives plain scores of each.
Status CheckPairs(const ScoreRequest& request) {
  constexpr std::string_view kOthers[] = {"by",         "rows",      "leave-one-out-refs",
                                          "survey",     "source",    "require",
                                          "confidence", "paired-bs", "paired-ar"};
  std::string option = FirstOf(GivenOptions(request), kOthers);
  if (request.columns) option = "input";
  if (option.empty()) return OkStatus();
  return UsageError(
      {.option = option},
      fmt::format("`{}` does not go with `pairs`, which scores each pair by itself", option),
      "leave one out");
}

// Puts the systems of a pair in the order of the first pair.
Status AlignSystems(const std::string& list, const GroupReport& first, GroupReport& pair) {
  std::vector<SystemReport> aligned;
  const auto has = [](const GroupReport& of, const std::string& name) {
    return std::any_of(of.systems.begin(), of.systems.end(),
                       [&](const SystemReport& system) { return system.name == name; });
  };
  const std::pair<const GroupReport*, const GroupReport*> ways[] = {{&pair, &first},
                                                                    {&first, &pair}};
  for (const auto& [here, there] : ways) {
    for (const SystemReport& system : here->systems) {
      if (has(*there, system.name)) continue;
      return InputError(
          {list},
          fmt::format("{} has a system '{}', but {} has not", here->name, system.name, there->name),
          "name systems alike in every pair, as in NAME=FILE");
    }
  }
  for (const SystemReport& system : first.systems) {
    const auto same = std::find_if(pair.systems.begin(), pair.systems.end(),
                                   [&](const auto& other) { return other.name == system.name; });
    aligned.push_back(std::move(*same));
  }
  pair.systems = std::move(aligned);
  return OkStatus();
}

std::vector<NamedFiles> SystemsOf(const Report& report) {
  std::vector<NamedFiles> systems;
  for (const SystemReport& system : report.systems) systems.push_back({system.name, {}});
  return systems;
}
std::vector<NamedFiles> SystemsOf(const StreamNames& names) {
  std::vector<NamedFiles> systems;
  for (size_t s = 0; s < names.hyps.size(); ++s) {
    systems.push_back({names.hyps[s], {names.hyp_file(s)}});
  }
  return systems;
}

}  // namespace

template <>
struct RunOf<ScoreRun, ScoreRequest>::Plan {
  ScoreRequest request;  // with its defaults filled in
  bool any_inputs;       // the request names systems
  TextSettings settings;
  RunRecord record;
  std::optional<CompareOptions> resampling;
  std::optional<Job> job;
  Requirements requirements;
  std::vector<ScoreRun> pairs;  // one run for each, if the request has a list of them

  Status Settle();
  Status SettlePairs();
  Result<Report> Score();
  Result<Report> ScorePairs();
  Result<Report> ScoreByGroup(Texts texts) const;
};

Status ScoreRun::Plan::SettlePairs() {
  MTG_RETURN_IF_ERROR(CheckPairs(request));
  MTG_ASSIGN_OR_RETURN(std::vector<ScoreRequest> requests, RequestsOfList(request));
  for (ScoreRequest& own : requests) {
    own.signatures.clear();  // each is that of one pair's scores at least
    Result<ScoreRun> run = ScoreRun::Make(own);
    if (!run.ok()) return Within(*own.language_pair, run.status());
    const std::vector<std::string>& references = run->record().references;
    if (pairs.empty()) record = run->record();
    if (!pairs.empty()) {
      record.references.insert(record.references.end(), references.begin(), references.end());
    }
    pairs.push_back(*std::move(run));
  }
  request.metrics = pairs.front().in_effect().metrics;
  return OkStatus();
}

Status ScoreRun::Plan::Settle() {
  if (!request.pair_list.empty()) return SettlePairs();
  if (request.leave_one_out && !request.rows.empty()) {
    return UsageError({.option = "leave-one-out-refs"},
                      "`leave-one-out-refs` scores references, but `rows` hold no texts",
                      "name the texts instead of `rows`");
  }
  const bool plain =
      request.by.empty() && !request.confidence && !request.paired_bs && !request.paired_ar;
  MTG_ASSIGN_OR_RETURN(const std::shared_ptr<const RowSet> rows,
                       TakeRows(request, request, plain ? RowsNeed::kSums : RowsNeed::kEach));
  any_inputs = !request.inputs.empty() || (request.columns && !request.columns->systems.empty());
  MTG_ASSIGN_OR_RETURN(resampling, ResolveResampling(request));
  MTG_RETURN_IF_ERROR(CheckOneWayOnly(request, resampling.has_value()));
  TextUse use;
  use.rows = rows;
  use.each_reference = request.leave_one_out;
  MTG_ASSIGN_OR_RETURN(settings, ResolveTexts(request, request, use));
  MTG_ASSIGN_OR_RETURN(record, RecordOf(settings));
  MTG_ASSIGN_OR_RETURN(job, MakeJob(settings.job, settings.names, request));
  if (request.unit_scale) MTG_RETURN_IF_ERROR(CheckUnitScale(*job));
  MTG_ASSIGN_OR_RETURN(
      requirements,
      Requirements::Resolve(request.requirements, NamesOfMetrics(*job), false, request.unit_scale));
  request.metrics = settings.job.metrics;
  if (!request.leave_one_out && !request.columns) request.inputs = OutputsOf(request);
  if (resampling) FillResampling(*resampling, request);
  return OkStatus();
}

Result<Report> ScoreRun::Plan::ScoreByGroup(Texts texts) const {
  MTG_ASSIGN_OR_RETURN(GroupRun run, GroupRun::Prepare(settings, std::move(texts), request));
  MTG_ASSIGN_OR_RETURN(GroupScores scores, SumByGroup(run));
  return MakeGroupedReport(run, settings.by.field, std::move(scores));
}

Result<Report> ScoreRun::Plan::ScorePairs() {
  Report report;
  GroupedReport& grouped = report.grouped.emplace();
  grouped.by = kLanguage;
  for (ScoreRun& run : pairs) {
    const std::string& pair = *run.in_effect().language_pair;
    Result<Report> scored = run.Run();
    if (!scored.ok()) return Within(pair, scored.status());
    GroupReport group = {pair, scored->segments, std::move(scored->systems)};
    if (!grouped.groups.empty()) {
      MTG_RETURN_IF_ERROR(AlignSystems(request.pair_list, grouped.groups.front(), group));
    }
    grouped.groups.push_back(std::move(group));
    report.segments += scored->segments;
    report.skipped += scored->skipped;
    report.replaced += scored->replaced;
    report.threads_used = std::max(report.threads_used, scored->threads_used);
    for (Warning& warning : scored->warnings) {
      warning.message = pair + ": " + warning.message;
      report.warnings.push_back(std::move(warning));
    }
  }
  // Pairs have no common score.
  for (const SystemReport& system : grouped.groups.front().systems) {
    report.systems.push_back({system.name, {}});
  }
  AddMacroAverage(report);
  return report;
}

Result<Report> ScoreRun::Plan::Score() {
  if (request.leave_one_out) {
    MTG_ASSIGN_OR_RETURN(Report report, ScoreLeavingOneOut(settings, any_inputs, request));
    MTG_RETURN_IF_ERROR(requirements.ResolveSystems(SystemsOf(report)));
    return report;
  }
  MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(settings, request));
  MTG_RETURN_IF_ERROR(CheckResampledSystems(request, texts.names().hyps.size()));
  MTG_RETURN_IF_ERROR(requirements.ResolveSystems(SystemsOf(texts.names())));
  if (!settings.by.field.empty()) return ScoreByGroup(std::move(texts));
  job->SetNames(texts.names());
  if (!resampling) return ScoreAll(*job, texts, request, Sink{});
  return ScoreAndResample(*job, std::move(texts), *resampling, request);
}

template class RunOf<ScoreRun, ScoreRequest>;

Result<Report> ScoreRun::Run() {
  if (!plan_->pairs.empty()) {
    MTG_ASSIGN_OR_RETURN(Report report, plan_->ScorePairs());
    MTG_RETURN_IF_ERROR(CheckSignatures(plan_->request.signatures, report));
    return report;
  }
  MTG_ASSIGN_OR_RETURN(Report report, plan_->Score());
  if (plan_->request.unit_scale) ToUnitScale(report);
  if (report.grouped) AddMacroAverage(report);
  const std::vector<Warning>& warnings = plan_->settings.warnings;
  report.warnings.insert(report.warnings.begin(), warnings.begin(), warnings.end());
  MTG_RETURN_IF_ERROR(CheckSignatures(plan_->request.signatures, report));
  if (!plan_->requirements.empty()) plan_->requirements.Check(report, report.gate.emplace());
  return report;
}

Result<Report> Score(const ScoreRequest& request) {
  MTG_ASSIGN_OR_RETURN(ScoreRun run, ScoreRun::Make(request));
  return run.Run();
}

}  // namespace mtgauge
