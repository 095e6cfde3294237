// Turns a request into an EvaluationSet: reads and joins human and metric scores, evaluates the
// metrics, and runs the studies.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/named.h"
#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/evaluate/measures.h"
#include "core/evaluate/soft_accuracy.h"
#include "core/input/tables/developed_cuts.h"
#include "core/request/conventions.h"
#include "core/request/metrics.h"
#include "core/request/options.h"
#include "core/request/rows.h"
#include "core/request/texts.h"
#include "mtgauge/evaluate.h"
#include "parallel/evaluate/evaluator.h"
#include "parallel/evaluate/inputs.h"
#include "parallel/evaluate/pair_requests.h"
#include "parallel/evaluate/soft_bootstrap.h"
#include "parallel/evaluate/studies.h"
#include "parallel/run/memory.h"
#include "parallel/run/run_of.h"
#include "parallel/score/texts.h"
#include "parallel/significance/pooler.h"

namespace mtgauge {
namespace {

const Measure* FindMeasure(std::string_view name) { return RowNamed(Measures(), name); }

Result<std::vector<const Measure*>> NamedMeasures(const std::vector<std::string>& names,
                                                  std::string_view option) {
  std::vector<const Measure*> measures;
  for (const std::string& name : names) {
    MTG_RETURN_IF_ERROR(CheckKnown(option, name, NamesOfRows(Measures())));
    const Measure* measure = FindMeasure(name);
    if (std::find(measures.begin(), measures.end(), measure) != measures.end()) {
      return UsageError({.option = std::string(option)},
                        fmt::format("`{}`: '{}' is given twice", option, name), "");
    }
    measures.push_back(measure);
  }
  return measures;
}

bool IsMeasured(const EvaluateOptions& options, std::string_view name) {
  return std::any_of(options.measures.begin(), options.measures.end(),
                     [&](const Measure* measure) { return measure->name == name; });
}

// Checks that the mean over measures can be tested.
Status CheckMeanTest(const EvaluateOptions& options) {
  for (const Measure* measure : options.measures) {
    if (!options.test_mean || RowOf(*measure).test != MetricTestKind::kNone) continue;
    return UsageError({.option = "tests"},
                      fmt::format("`tests` mean: there is no test for '{}'", measure->name),
                      "leave that measure out of `measures`");
  }
  return OkStatus();
}

Result<double> ParseScore(std::string_view option, std::string_view text, std::string remedy = "") {
  const std::optional<double> number = ParseNumber<double>(text);
  if (number && std::isfinite(*number)) return *number;
  return UsageError({.option = std::string(option)},
                    fmt::format("`{}`: '{}' is not a number", option, text), std::move(remedy));
}

constexpr std::string_view kErrorFree = "error-free";

// Reads from which scores translations are good.
Status ResolveGood(const EvaluateRequest& request, EvaluateOptions& options) {
  if (request.good_from == kErrorFree) {
    options.measure.error_free = true;
  } else if (!request.good_from.empty()) {
    MTG_ASSIGN_OR_RETURN(options.measure.good,
                         ParseScore("good", request.good_from, "write a number, or error-free"));
  }
  for (const std::string& text : request.good_metric) {
    const size_t equals = text.rfind('=');
    const bool named = equals != std::string::npos;
    MTG_ASSIGN_OR_RETURN(const double score,
                         ParseScore("good-metric", named ? text.substr(equals + 1) : text));
    if (named) {
      options.good_of_metric.emplace_back(text.substr(0, equals), score);
    } else {
      options.measure.good_metric = score;
    }
  }
  return OkStatus();
}

bool MeasuresLength(const EvaluateOptions& options) {
  return std::any_of(options.measures.begin(), options.measures.end(),
                     [](const Measure* measure) { return measure->name.starts_with("length-"); });
}

Result<EvaluateOptions> ResolveEvaluation(const EvaluateRequest& request) {
  const std::vector<std::string> usual = {"pearson", "spearman",    "kendall", "accuracy",
                                          "spa",     "seg-pearson", "acc-eq"};
  EvaluateOptions options;
  MTG_ASSIGN_OR_RETURN(
      options.measures,
      NamedMeasures(request.measures.empty() ? usual : WithoutAliases(request.measures),
                    "measures"));
  const bool tests_told = !request.tested_measures.empty();
  std::vector<std::string> tested = WithoutAliases(request.tested_measures);
  options.test_mean = std::erase(tested, kMeanOfMeasures) > 0;
  MTG_ASSIGN_OR_RETURN(options.tested, NamedMeasures(tested, "tests"));
  for (const Measure* measure : options.tested) {
    if (RowOf(*measure).test == MetricTestKind::kNone) {
      return UsageError({.option = "tests"},
                        fmt::format("`tests`: there is no test for '{}'", measure->name),
                        "leave it out");
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
  MTG_RETURN_IF_ERROR(CheckMeanTest(options));
  MTG_RETURN_IF_ERROR(ResolveGood(request, options));
  options.ties = request.score_ties;
  options.measure.spa_ties = request.spa_ties;
  options.measure.grouping = request.grouping;
  options.measure.average = {request.average_by_size, request.undefined_is_zero};
  options.measure.threshold = request.threshold;
  options.test = request.metric_test;
  options.units = request.resampled_units;
  options.resamples = request.resamples.value_or(options.resamples);
  MTG_ASSIGN_OR_RETURN(options.seed, ResolveSeed(request));
  options.alpha = request.alpha;
  options.correction = request.correction.value_or(options.correction);
  options.clusters = request.clusters;
  if (options.correction == Correction::kMaxT) {
    return UsageError({.option = "correction"}, "`correction` max-t is for pairs of systems",
                      "for pairs of metrics, use holm (the default)");
  }
  return options;
}

// Returns a UsageError for an option of measures or studies that are not chosen.
Status CheckUsed(const EvaluateRequest& request, const EvaluateOptions& options) {
  using Names = std::vector<std::string_view>;
  const Names cut = {"precision", "recall", "f1", "mcc"};
  const struct {
    std::string_view option, chooser;
    Names names;
  } rows[] = {{"threshold", "measures", {"tau-like"}},
              {"good", "measures", {"precision", "recall", "f1", "mcc", "auc"}},
              {"good-metric", "measures", cut},
              {"dev", "measures", cut},
              {"longest", "study", {"length", "references-length"}}};
  const std::vector<std::string_view> given = GivenOptions(request);
  for (const auto& [option, chooser, names] : rows) {
    const bool used = std::ranges::any_of(names, [&](std::string_view name) {
      return IsMeasured(options, name) || std::ranges::count(request.studies, name) > 0;
    });
    if (used || std::ranges::count(given, option) == 0) continue;
    return UsageError(
        {.option = std::string(option)},
        fmt::format("`{}` needs `{}` {}", option, chooser, JoinChoices(names)),
        fmt::format("add {}, or leave out `{}`", names.size() == 1 ? "it" : "one", option));
  }
  return OkStatus();
}

// Returns true if the request has texts to score. Outputs without references are not scored.
bool ReadsTexts(const EvaluateRequest& request) {
  return !request.references.empty() || request.test_set || request.columns ||
         !request.pair_list.empty();
}

TextUse UseOf(const EvaluateRequest& request) {
  TextUse use;
  for (const OutsideFiles& scores : request.scores) {
    use.line_tables.insert(use.line_tables.end(), scores.files.begin(), scores.files.end());
  }
  for (const OutsideFiles& scores : request.humans) {
    use.tables.insert(use.tables.end(), scores.files.begin(), scores.files.end());
  }
  use.tables.push_back(request.development);
  return use;
}

Status CheckInputs(const EvaluateRequest& request) {
  if (request.humans.empty() && request.pair_list.empty() && !NamesHumans(request)) {
    return UsageError({.option = "human"}, "there are no human scores",
                      "name a file of them, as in `human` FILE");
  }
  const bool texts = ReadsTexts(request);
  if (!texts && request.scores.empty()) {
    return UsageError(
        "there is no metric",
        "name score files (`scores` METRIC=FILE), or references and outputs (`input` HYP ..., "
        "`metrics` METRIC ...)");
  }
  if (!texts && (!request.metrics.empty() || !request.inputs.empty())) {
    return UsageError({.option = "input"}, "`input` and `metrics` need references",
                      "name reference files first");
  }
  if (!texts) MTG_RETURN_IF_ERROR(CheckNoScoring(request, GivenOptions(request)));
  MTG_RETURN_IF_ERROR(CheckStandardInput(request, {}, UseOf(request)));
  MTG_RETURN_IF_ERROR(CheckStudies(request));
  if (!texts && StudiesNeedTexts(request) && request.by.find('=') == std::string::npos) {
    return UsageError(
        {.option = "study"},
        "`study` references, references-length, reference-normalization and joining, and `by` "
        "without a file, need texts",
        "name references and outputs");
  }
  if (request.raters_as_metrics && ScoresAgain(request)) {
    return UsageError({.option = "raters-as-metrics"},
                      "`raters-as-metrics` cannot be combined with a `study` that scores all texts "
                      "again: joining, references, references-length, reference-normalization",
                      "leave one out; length, METRIC:OPTION and `by` work");
  }
  if (request.raters_as_metrics && request.good_from == kErrorFree) {
    return UsageError({.option = "raters-as-metrics"},
                      "`raters-as-metrics` cannot be combined with `good` error-free",
                      "use a number with `good`");
  }
  std::set<std::string_view> names;
  for (const OutsideFiles& scores : request.scores) {
    if (names.insert(scores.metric).second) continue;
    return UsageError({.option = "scores"},
                      fmt::format("`scores`: the metric '{}' is given twice", scores.metric),
                      "name each once");
  }
  return OkStatus();
}

std::vector<std::string> NamesOf(const std::vector<const Measure*>& measures) {
  std::vector<std::string> names;
  for (const Measure* measure : measures) names.emplace_back(measure->name);
  return names;
}

// Limits the number of pairs. acc-eq and tau-like examine every pair of outputs in a group, and
// acc-eq stores them.
Status CheckPairs(const EvaluationInput& input, const EvaluateOptions& options) {
  constexpr double kMostPairs = 1e8;
  if (!IsMeasured(options, "acc-eq") && !IsMeasured(options, "tau-like")) return OkStatus();
  const ScoreGrid& grid = input.metrics.front().scores.segments;
  const double systems = grid.systems, items = grid.items;
  const Grouping grouping = options.measure.grouping.value_or(Grouping::kItem);
  const double size = grouping == Grouping::kNone     ? systems * items
                      : grouping == Grouping::kSystem ? items
                                                      : systems;
  const double pairs = systems * items * (size - 1) / 2;
  if (pairs <= kMostPairs) return OkStatus();
  return UsageError({.option = "measures"},
                    fmt::format("acc-eq and tau-like would compare {:.0e} pairs of outputs", pairs),
                    "use `group` segment, or other `measures`");
}

// Warns if soft pairwise accuracy covers only some of the judged segments, or has no interval.
void WarnOfSpa(const EvaluationInput& input, const EvaluateOptions& options,
               std::vector<Warning>& warnings) {
  if (!IsMeasured(options, "spa")) return;
  std::string of = input.language_pair.empty() ? "" : " of " + input.language_pair;
  if (!input.rater.empty()) of += fmt::format(" for the rater '{}'", input.rater);
  for (const EvaluatedSide& human : input.humans) {
    const ScoreGrid& grid = human.scores.segments;
    const size_t complete = input.judged ? input.flipped_items.size() : CompleteItems(grid).size();
    const uint64_t judged = JudgedSegments(human.scores);
    if (complete == judged) continue;
    warnings.push_back(
        {"left-out", "",
         fmt::format("spa{} leaves out {} of {} that people judged: not all systems have scores",
                     of, judged - complete, Counted(judged, "segment"))});
  }
  if (options.units == ResampledUnits::kNone || !IsTooLargeForSoftBootstrap(input, options)) return;
  warnings.push_back({"no-interval", "",
                      fmt::format("spa{} has no interval: it would take minutes; use fewer "
                                  "`resamples`, or `unit` document",
                                  of)});
}

bool HaveSameScores(const EvaluatedSide& a, const EvaluatedSide& b) {
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  const std::vector<double>& scores = a.scores.segments.values;
  return scores.size() >= 2 && std::ranges::equal(scores, b.scores.segments.values, same);
}

// Warns of a metric whose scores are those of people, or of another metric in files, as if a file
// was named twice.
void WarnOfSameScores(const EvaluationInput& input, std::vector<Warning>& warnings) {
  if (!input.rater.empty()) return;
  const auto warn = [&](const EvaluatedSide& metric, const std::string& of) {
    warnings.push_back({"same-scores", "",
                        fmt::format("all scores of {} are those of {}; name the file of the "
                                    "metric's own scores with `scores`",
                                    metric.name, of)});
  };
  for (const EvaluatedSide& human : input.humans) {
    for (const EvaluatedSide& metric : input.metrics) {
      if (HaveSameScores(human, metric)) warn(metric, "people");
    }
  }
  const auto in_file = [](const EvaluatedSide& metric) {
    return metric.signature.starts_with("scores:outside");
  };
  for (size_t m = 1; m < input.metrics.size(); ++m) {
    const EvaluatedSide& metric = input.metrics[m];
    const auto end = input.metrics.begin() + static_cast<std::ptrdiff_t>(m);
    const auto other = std::find_if(input.metrics.begin(), end, [&](const EvaluatedSide& earlier) {
      return in_file(earlier) && in_file(metric) && HaveSameScores(earlier, metric);
    });
    if (other != end) warn(metric, other->name);
  }
}

// The evaluations of one language pair. `input` points into the pair or to `documents`.
struct EvaluatedInput {
  std::optional<EvaluationInput> documents;
  const EvaluationInput* input = nullptr;
  std::vector<Evaluation> evaluations;
};
Status EvaluatePair(MetaPair& pair, const EvaluateRequest& request, MetaInputs& inputs,
                    EvaluatedInput& out, EvaluationSet& set) {
  const Schedule schedule = MakeSchedule(request);
  if (request.unit == Unit::kDocument) {
    MTG_ASSIGN_OR_RETURN(out.documents, ByDocument(pair, inputs));
  }
  EvaluationInput& input = out.documents ? *out.documents : pair.segments;
  MTG_RETURN_IF_ERROR(PrepareInput(set.options, input));
  WarnOfSpa(input, set.options, inputs.warnings);
  WarnOfSameScores(input, inputs.warnings);
  out.input = &input;
  MTG_RETURN_IF_ERROR(CheckPairs(*out.input, set.options));
  MTG_ASSIGN_OR_RETURN(out.evaluations, Evaluate(*out.input, set.options, schedule));
  MTG_ASSIGN_OR_RETURN(
      std::vector<Study> studies,
      RunStudies({request, pair, *out.input, out.evaluations, set.options, inputs, schedule}));
  std::move(studies.begin(), studies.end(), std::back_inserter(set.studies));
  return OkStatus();
}

// Evaluates all language pairs, and pools them.
Status EvaluatePairs(const EvaluateRequest& request, MetaInputs& inputs, EvaluationSet& set) {
  std::vector<EvaluatedInput> evaluated(inputs.pairs.size());
  std::vector<EvaluatedPair> pairs;
  for (size_t p = 0; p < evaluated.size(); ++p) {
    MTG_RETURN_IF_ERROR(EvaluatePair(inputs.pairs[p], request, inputs, evaluated[p], set));
    pairs.push_back({evaluated[p].input, evaluated[p].evaluations});
  }
  MTG_ASSIGN_OR_RETURN(set.pooled, Pool(pairs, set.options, MakeSchedule(request)));
  if (set.options.test_mean) {
    MTG_ASSIGN_OR_RETURN(set.mean_test, TestMeanOver(pairs, set.options, MakeSchedule(request)));
  }
  for (EvaluatedInput& of_pair : evaluated) {
    std::move(of_pair.evaluations.begin(), of_pair.evaluations.end(),
              std::back_inserter(set.evaluations));
  }
  return OkStatus();
}

// Returns the signature of a metric. If it differs between language pairs, in the tokenizer or
// because systems have scores of their own, lists the pairs of each signature.
std::string SignatureOf(const std::vector<MetaPair>& pairs, size_t metric) {
  std::vector<std::pair<std::string, std::string>> pairs_of;  // signature, language pairs
  for (const MetaPair& pair : pairs) {
    const std::string& signature = pair.segments.metrics[metric].signature;
    auto known = std::find_if(pairs_of.begin(), pairs_of.end(),
                              [&](const auto& each) { return each.first == signature; });
    if (known == pairs_of.end()) known = pairs_of.insert(known, {signature, ""});
    known->second += (known->second.empty() ? "" : ",") + pair.segments.language_pair;
  }
  if (pairs_of.size() == 1) return pairs_of.front().first;
  std::string all;
  for (const auto& [signature, of_pairs] : pairs_of) {
    all += fmt::format("{}{} ({})", all.empty() ? "" : "; ", signature, of_pairs);
  }
  return all;
}

// Returns a UsageError for a metric of `good-metric` that is not evaluated.
Status CheckGoodMetrics(const EvaluationSet& set) {
  std::vector<std::string_view> known;
  for (const EvaluatedMetric& metric : set.metrics) known.push_back(metric.name);
  for (const auto& [name, good] : set.options.good_of_metric) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return UsageError(
        {.option = "good-metric"},
        fmt::format("`good-metric`: no metric '{}' (known: {})", name, JoinChoices(known)), "");
  }
  return OkStatus();
}

}  // namespace

template <>
struct RunOf<EvaluateRun, EvaluateRequest>::Plan {
  EvaluateRequest request;  // with its defaults filled in
  EvaluateOptions options;
  std::vector<PairRequest> pairs;
  RunRecord record;

  Status Settle();
  Status SettleTexts(const std::shared_ptr<const RowSet>& rows);
  Result<EvaluationSet> Evaluate();
};

Status EvaluateRun::Plan::Settle() {
  if (!request.rows.empty() && StudiesNeedTexts(request)) {
    return UsageError({.option = "study"}, "`study` scores texts again, but `rows` hold none",
                      "name the texts instead of `rows`");
  }
  MTG_ASSIGN_OR_RETURN(const std::shared_ptr<const RowSet> rows, TakeRows(request, request));
  if (!request.survey.empty()) {
    return UsageError({.option = "survey"},
                      "`survey`: an evaluation always learns from its own references",
                      "leave it out");
  }
  MTG_RETURN_IF_ERROR(CheckInputs(request));
  MTG_ASSIGN_OR_RETURN(options, ResolveEvaluation(request));
  MTG_RETURN_IF_ERROR(CheckUsed(request, options));
  if (MeasuresLength(options) && (!ReadsTexts(request) || !request.rows.empty())) {
    return UsageError({.option = "measures"}, "`measures` length needs the outputs",
                      "name references and, with `input`, outputs");
  }
  MTG_RETURN_IF_ERROR(SettleTexts(rows));
  request.measures = NamesOf(options.measures);
  request.tested_measures = NamesOf(options.tested);
  if (options.test_mean) request.tested_measures.emplace_back(kMeanOfMeasures);
  request.resamples = options.resamples;
  request.seed = options.seed;
  request.correction = options.correction;
  if (!request.unit) request.unit = Unit::kSegment;
  return OkStatus();
}

// Resolves the texts of each language pair.
Status EvaluateRun::Plan::SettleTexts(const std::shared_ptr<const RowSet>& rows) {
  MTG_ASSIGN_OR_RETURN(std::vector<EvaluateRequest> requests, RequestsByPair(request));
  if (requests.size() > 1 && !request.source.empty()) {
    return UsageError({.option = "source"},
                      "`source`: one file cannot serve several language pairs",
                      "leave it out for folders, or name the sources in a column of `pairs`");
  }
  for (EvaluateRequest& own : requests) {
    if (own.humans.empty()) {
      return UsageError({.option = "human"},
                        fmt::format("there are no human scores for {}", *own.language_pair),
                        "add a column human to `pairs`, or name a file with `human`");
    }
    PairRequest& pair = pairs.emplace_back(PairRequest{std::move(own), std::nullopt});
    if (!ReadsTexts(request)) continue;
    TextUse use = UseOf(pair.request);
    use.rows = rows;
    MTG_ASSIGN_OR_RETURN(TextSettings settings, ResolveTexts(pair.request, pair.request, use));
    MTG_ASSIGN_OR_RETURN(record, RecordOf(settings));
    MTG_ASSIGN_OR_RETURN(Job job, MakeJob(settings.job, settings.names, pair.request));
    request.metrics = settings.job.metrics;
    const bool alone = requests.size() == 1 && request.pair_list.empty();
    if (alone && !request.columns) request.inputs = OutputsOf(request);
    pair.texts.emplace(MetaTexts{std::move(settings), std::move(job)});
  }
  return OkStatus();
}

Result<EvaluationSet> EvaluateRun::Plan::Evaluate() {
  EvaluationSet set;
  set.options = options;
  const bool lengths = MeasuresLength(options);
  const MetaWants wants = {lengths,
                           lengths || request.unit == Unit::kDocument || StudiesNeedTexts(request)};
  std::vector<Warning> warnings;
  for (const PairRequest& pair : pairs) {
    if (!pair.texts) continue;
    const std::vector<Warning>& own = pair.texts->settings.warnings;
    warnings.insert(warnings.end(), own.begin(), own.end());
  }
  MTG_ASSIGN_OR_RETURN(MetaInputs inputs, ReadMetaInputs(request, std::move(pairs), wants));
  set.of_documents = request.unit == Unit::kDocument;
  set.judged_segments = request.judged_segments;
  set.mean_measures = request.mean_measures || options.test_mean;
  for (size_t m = 0; m < inputs.pairs.front().segments.metrics.size(); ++m) {
    const EvaluatedSide& metric = inputs.pairs.front().segments.metrics[m];
    const bool raters =
        request.raters_as_metrics && m + 1 == inputs.pairs.front().segments.metrics.size();
    set.metrics.push_back(
        {metric.name, SignatureOf(inputs.pairs, m), metric.higher_is_better, raters});
  }
  MTG_RETURN_IF_ERROR(CheckGoodMetrics(set));
  if (!request.development.empty()) {
    MTG_RETURN_IF_ERROR(TakeCuts(request.development, set.metrics, set.options));
  }
  MTG_RETURN_IF_ERROR(EvaluatePairs(request, inputs, set));
  set.warnings = std::move(inputs.warnings);
  set.warnings.insert(set.warnings.begin(), warnings.begin(), warnings.end());
  return set;
}

template class RunOf<EvaluateRun, EvaluateRequest>;

Result<EvaluationSet> EvaluateRun::Run() {
  return WithinMemory([&] { return plan_->Evaluate(); });
}

Result<EvaluationSet> Evaluate(const EvaluateRequest& request) {
  MTG_ASSIGN_OR_RETURN(EvaluateRun run, EvaluateRun::Make(request));
  return run.Run();
}

}  // namespace mtgauge
