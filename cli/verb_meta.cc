// mtgauge meta: do metrics agree with people?
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/configuration.h"
#include "cli/meta_input.h"
#include "cli/meta_studies.h"
#include "cli/scoring.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "core/base/version.h"
#include "core/meta/measures.h"
#include "core/metric/metric.h"
#include "core/report/evaluate/evaluation_plots.h"
#include "core/report/evaluate/evaluation_writer.h"
#include "core/report/output/output.h"
#include "mtgauge/evaluate.h"
#include "parallel/evaluator.h"

namespace mtgauge {
namespace {

constexpr uint32_t kWidth = 3;  // digits behind the point

const Measure* FindMeasure(std::string_view name) {
  const auto measures = Measures();
  return &*std::find_if(measures.begin(), measures.end(),
                        [&](const Measure& measure) { return measure.name == name; });
}

absl::StatusOr<std::vector<const Measure*>> NamedMeasures(const std::vector<std::string>& names,
                                                          std::string_view flag) {
  std::vector<const Measure*> measures;
  for (const std::string& name : names) {
    const Measure* measure = FindMeasure(name);
    if (std::find(measures.begin(), measures.end(), measure) != measures.end()) {
      return UsageError(fmt::format("{}: '{}' is given twice", flag, name));
    }
    measures.push_back(measure);
  }
  return measures;
}

bool IsMeasured(const EvaluateOptions& options, std::string_view name) {
  return std::any_of(options.measures.begin(), options.measures.end(),
                     [&](const Measure* measure) { return measure->name == name; });
}

absl::StatusOr<EvaluateOptions> ResolveEvaluation(const LowArgs& args) {
  const std::vector<std::string> usual = {"pearson", "spearman",    "kendall", "accuracy",
                                          "spa",     "seg-pearson", "acc-eq"};
  EvaluateOptions options;
  MTG_ASSIGN_OR_RETURN(options.measures,
                       NamedMeasures(args.measures.empty() ? usual : args.measures, "--measures"));
  const bool tests_told = !args.tested_measures.empty();
  MTG_ASSIGN_OR_RETURN(options.tested, NamedMeasures(args.tested_measures, "--tests"));
  for (const Measure* measure : options.tested) {
    if (measure->test == MetricTestKind::kNone) {
      return UsageError(
          fmt::format("--tests: metrics cannot be tested by '{}'; leave it out", measure->name));
    }
    if (std::find(options.measures.begin(), options.measures.end(), measure) ==
        options.measures.end()) {
      options.measures.push_back(measure);
    }
  }
  for (const std::string_view name : {"pearson", "acc-eq"}) {
    const Measure* measure = FindMeasure(name);
    if (!tests_told && IsMeasured(options, name)) options.tested.push_back(measure);
  }
  options.measure.grouping = args.grouping;
  options.measure.average = {args.average_by_size, args.undefined_is_zero};
  options.measure.threshold = args.threshold;
  options.test = args.metric_test;
  options.units = args.resampled_units;
  options.resamples = args.resamples.value_or(options.resamples);
  MTG_ASSIGN_OR_RETURN(options.seed, ResolveSeed(args));
  options.alpha = args.alpha;
  options.correction = args.correction.value_or(options.correction);
  options.clusters = args.clusters;
  if (options.correction == Correction::kMaxT) {
    return UsageError("--correction max-t is for systems; between metrics use holm (the default)");
  }
  return options;
}

bool ReadsTexts(const LowArgs& args) { return !args.references.empty() || args.test_set; }

absl::Status CheckInputs(const LowArgs& args) {
  if (args.humans.empty()) {
    return UsageError("no people's scores; name their files, as in: mtgauge meta --human FILE");
  }
  const bool texts = ReadsTexts(args);
  if (!texts && args.scores.empty()) {
    return UsageError(
        "no metric; name files of scores (--scores METRIC=FILE), or references and outputs (REF "
        "-i HYP ... -m METRIC ...)");
  }
  if (!texts && (!args.metrics.empty() || !args.inputs.empty())) {
    return UsageError(
        "-i and -m need references, which come first, as in: mtgauge meta REF -i HYP");
  }
  MTG_RETURN_IF_ERROR(CheckTables(args));
  MTG_RETURN_IF_ERROR(CheckStudies(args));
  if (!texts && StudiesNeedTexts(args) && args.by.find('=') == std::string::npos) {
    return UsageError(
        "--study references, references-length, reference-normalization and joining, and --by "
        "without "
        "a file, need texts; name references and outputs");
  }
  if (args.strict && args.force) {
    return UsageError("--strict and --force contradict each other; leave one out");
  }
  std::set<std::string_view> names;
  for (const OutsideFiles& scores : args.scores) {
    if (names.insert(scores.metric).second) continue;
    return UsageError(
        fmt::format("--scores: the metric '{}' is given twice; name each once", scores.metric));
  }
  return absl::OkStatus();
}

// What is settled before anything is read.
struct MetaSettings {
  EvaluateOptions options;
  WriteOptions write;
  LowArgs in_effect;  // what was typed, with the defaults filled in
};

std::vector<std::string> NamesOf(const std::vector<const Measure*>& measures) {
  std::vector<std::string> names;
  for (const Measure* measure : measures) names.emplace_back(measure->name);
  return names;
}

absl::StatusOr<MetaSettings> ResolveMeta(const LowArgs& args) {
  MTG_RETURN_IF_ERROR(CheckInputs(args));
  MetaSettings settings;
  MTG_ASSIGN_OR_RETURN(settings.options, ResolveEvaluation(args));
  settings.write.width = args.width.value_or(kWidth);
  settings.in_effect = args;
  std::optional<JobOptions> job;
  if (ReadsTexts(args)) {
    MTG_ASSIGN_OR_RETURN(const ScoringSettings texts, ResolveScoring(args, Level::kCorpus));
    MTG_RETURN_IF_ERROR(MakeJob(texts.job, texts.names, args).status());
    settings.in_effect = texts.in_effect;
    job = texts.job;
  }
  LowArgs& filled = settings.in_effect;
  filled.width = settings.write.width;
  filled.measures = NamesOf(settings.options.measures);
  filled.tested_measures = NamesOf(settings.options.tested);
  filled.resamples = settings.options.resamples;
  filled.seed = settings.options.seed;
  filled.correction = settings.options.correction;
  MTG_ASSIGN_OR_RETURN(settings.write.configuration,
                       MakeConfiguration(filled, job ? &*job : nullptr));
  return settings;
}

// acc-eq and tau-like look at every pair of outputs of a group, and acc-eq keeps those.
absl::Status CheckPairs(const EvaluationInput& input, const EvaluateOptions& options) {
  constexpr double kMostPairs = 1e8;
  if (!IsMeasured(options, "acc-eq") && !IsMeasured(options, "tau-like")) return absl::OkStatus();
  const ScoreGrid& grid = input.metrics.front().scores.segments;
  const double systems = grid.systems, items = grid.items;
  const Grouping grouping = options.measure.grouping.value_or(Grouping::kItem);
  const double size = grouping == Grouping::kNone     ? systems * items
                      : grouping == Grouping::kSystem ? items
                                                      : systems;
  const double pairs = systems * items * (size - 1) / 2;
  if (pairs <= kMostPairs) return absl::OkStatus();
  return UsageError(fmt::format(
      "acc-eq and tau-like would look at {:.0e} pairs of outputs; use --group segment, or other "
      "--measures",
      pairs));
}

// Adds the evaluations of one language pair, and its studies.
absl::Status EvaluatePair(const MetaPair& pair, const LowArgs& args, const Schedule& schedule,
                          MetaInputs& inputs, EvaluationSet& set) {
  std::optional<EvaluationInput> documents;
  if (args.unit == Unit::kDocument) {
    MTG_ASSIGN_OR_RETURN(documents, ByDocument(pair, IsMeasured(set.options, "spa"), inputs));
  }
  const EvaluationInput& input = documents ? *documents : pair.segments;
  MTG_RETURN_IF_ERROR(CheckPairs(input, set.options));
  MTG_ASSIGN_OR_RETURN(std::vector<Evaluation> evaluations, Evaluate(input, set.options, schedule));
  MTG_ASSIGN_OR_RETURN(std::vector<Study> studies,
                       RunStudies({args, pair, input, evaluations, set.options, inputs, schedule}));
  std::move(evaluations.begin(), evaluations.end(), std::back_inserter(set.evaluations));
  std::move(studies.begin(), studies.end(), std::back_inserter(set.studies));
  return absl::OkStatus();
}

// A metric's signature. Where some language pairs give systems scores of their own and others do
// not, it says so.
std::string SignatureOf(const std::vector<MetaPair>& pairs, size_t metric) {
  const std::string& first = pairs.front().segments.metrics[metric].signature;
  const bool same = std::all_of(pairs.begin(), pairs.end(), [&](const MetaPair& pair) {
    return pair.segments.metrics[metric].signature == first;
  });
  if (same) return first;
  return fmt::format("scores:outside|corpus:given-or-mean|version:mtgauge-{}", kVersion);
}

}  // namespace

absl::StatusOr<LowArgs> CheckMeta(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(MetaSettings settings, ResolveMeta(args));
  return std::move(settings.in_effect);
}

absl::Status RunMeta(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(const MetaSettings settings, ResolveMeta(args));
  EvaluationSet set;
  set.options = settings.options;
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  const MetaWants wants = {IsMeasured(set.options, "spa"),
                           args.unit == Unit::kDocument || StudiesNeedTexts(args)};
  MTG_ASSIGN_OR_RETURN(MetaInputs inputs, ReadMetaInputs(args, program, wants));
  set.of_documents = args.unit == Unit::kDocument;
  set.mean_measures = args.mean_measures;
  for (size_t m = 0; m < inputs.pairs.front().segments.metrics.size(); ++m) {
    const EvaluatedSide& metric = inputs.pairs.front().segments.metrics[m];
    set.metrics.push_back({metric.name, SignatureOf(inputs.pairs, m), metric.higher_is_better});
  }
  for (const MetaPair& pair : inputs.pairs) {
    MTG_RETURN_IF_ERROR(EvaluatePair(pair, args, MakeSchedule(args, program), inputs, set));
  }
  set.warnings = std::move(inputs.warnings);
  MTG_RETURN_IF_ERROR(HandleWarnings(args, set.warnings));
  MTG_RETURN_IF_ERROR(output.Write(FindEvaluationFormat(args.format).write(set, settings.write)));
  if (!args.plot.empty()) MTG_RETURN_IF_ERROR(WritePlots(set, args.plot));
  return output.Finish();
}

}  // namespace mtgauge
