// From a request to a SpansAnswer: reads the files, matches outputs and spans, and tests.
#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/base/version.h"
#include "core/input/spans/span_table.h"
#include "core/input/tables/mqm_weights.h"
#include "core/request/conventions.h"
#include "core/request/texts.h"
#include "core/significance/conventions.h"
#include "core/significance/span_conventions.h"
#include "mtgauge/spans.h"
#include "parallel/compare/group_comparing.h"
#include "parallel/run/memory.h"
#include "parallel/run/run_of.h"
#include "parallel/score/texts.h"
#include "parallel/significance/comparer.h"
#include "parallel/spans/joining.h"
#include "parallel/spans/measuring.h"

namespace mtgauge {
namespace {

constexpr double kTaskPenalty = 0.5;

struct SpanSettings {
  SpanRule rule;  // without the numbers of severities
  MqmWeights weights;
  SpanReading reading;
  CompareOptions options;
  std::vector<NamedFiles> programs;
};

// The shared task's figure is one measure with one matching.
Status TakeSharedTask(SpansRequest& request) {
  const struct {
    bool other;
    std::string_view option, only;
  } rules[] = {
      {request.span_measure.value_or(SpanMeasure::kWmt25) != SpanMeasure::kWmt25, "measure",
       "wmt25"},
      {request.span_matching.value_or(SpanMatching::kManyToMany) != SpanMatching::kManyToMany,
       "matching", "many-many"},
      {request.span_average != SpanAverage::kMicro, "average", "micro"},
      {request.severity_penalty.value_or(kTaskPenalty) != kTaskPenalty, "severity-penalty", "0.5"}};
  for (const auto& [other, option, only] : rules) {
    if (!other) continue;
    return UsageError({.option = std::string(option)},
                      fmt::format("`compat` wmt25 means `{}` {}", option, only), "leave one out");
  }
  request.span_measure = SpanMeasure::kWmt25;
  request.span_matching = SpanMatching::kManyToMany;
  request.severity_penalty = kTaskPenalty;
  return OkStatus();
}

Status CheckFiles(const SpansRequest& request) {
  if (request.golds.empty()) {
    return UsageError({.option = "gold"}, "there are no gold spans",
                      "name a file of them with `gold` FILE");
  }
  if (request.inputs.empty()) {
    return UsageError({.option = "input"}, "there are no predicted spans",
                      "name files of them with `input` NAME=FILE");
  }
  if (!request.references.empty() || request.columns) {
    return UsageError("error spans have no references", "name gold spans with `gold` FILE");
  }
  size_t pipes = 0;
  for (const std::string& input : request.inputs) {
    pipes += SplitName(input).files.front() == "-" ? 1 : 0;
  }
  pipes += static_cast<size_t>(std::count(request.golds.begin(), request.golds.end(), "-"));
  if (pipes > 1)
    return UsageError("standard input can be read only once", "name files for the others");
  return OkStatus();
}

Result<SpanRule> ResolveRule(const SpansRequest& request) {
  SpanRule rule;
  rule.measure = request.span_measure.value_or(rule.measure);
  rule.matching = request.span_matching.value_or(rule.matching);
  rule.penalty = request.severity_penalty.value_or(rule.penalty);
  if (request.severity_weights.empty()) return rule;
  if (rule.measure != SpanMeasure::kMpp) {
    return UsageError({.option = "severity-weights"}, "`severity-weights` are for `measure` mpp",
                      "leave one out");
  }
  if (rule.penalty != 0) {
    return UsageError({.option = "severity-weights"},
                      "`severity-weights` and `severity-penalty` exclude each other",
                      "leave one out");
  }
  return rule;
}

Result<uint32_t> FindProgram(const std::string& name, const std::vector<NamedFiles>& programs) {
  std::vector<std::string_view> known;
  for (size_t p = 0; p < programs.size(); ++p) {
    if (programs[p].name == name) return static_cast<uint32_t>(p);
    known.push_back(programs[p].name);
  }
  return UsageError({.option = "baseline"},
                    fmt::format("`baseline`: no input '{}' (known: {})", name, JoinChoices(known)),
                    "");
}

// As WMT25's script: only the translation's minor and major errors, where critical ones are major.
void KeepSharedTaskSpans(SpanTable& table) {
  for (SpanJudgement& judgement : table.judgements) {
    for (MarkedSpan& span : judgement.spans) {
      if (span.severity == "critical") span.severity = "major";
    }
    std::erase_if(judgement.spans, [](const MarkedSpan& span) { return span.in_source; });
    table.unknown_severity += std::erase_if(judgement.spans, [](const MarkedSpan& span) {
      return span.severity != "minor" && span.severity != "major";
    });
  }
}

Result<SpanTable> ReadSpans(const std::string& file, const SpanReading& reading,
                            std::vector<Warning>& warnings) {
  MTG_ASSIGN_OR_RETURN(SpanTable table, ReadSpanTable(file, reading));
  if (reading.as_wmt25) KeepSharedTaskSpans(table);
  WarnOfReading(table, warnings);
  return table;
}

// Numbers a severity that is new, and gives it its weight.
Status NumberSeverity(const SpanTable& table, const SpanJudgement& judgement,
                      const std::string& severity, const SpanSettings& settings,
                      SpanComparing& comparing) {
  if (comparing.SeverityOf(severity) < comparing.severities.size()) return OkStatus();
  comparing.severities.push_back(severity);
  if (settings.weights.empty()) return OkStatus();
  const auto weight = std::find_if(settings.weights.begin(), settings.weights.end(),
                                   [&](const auto& one) { return one.first == severity; });
  if (weight == settings.weights.end()) {
    return InputError({table.file, judgement.line},
                      severity.empty()
                          ? std::string("a span without a severity has no weight")
                          : fmt::format("the severity '{:.40}' has no weight", severity),
                      severity.empty() ? "give every span one, or leave out `severity-weights`"
                                       : "add it to `severity-weights`");
  }
  comparing.rule.weights.push_back(weight->second);
  return OkStatus();
}

Status NumberSeverities(const std::vector<SpanTable>& tables, const SpanSettings& settings,
                        SpanComparing& comparing) {
  for (const SpanTable& table : tables) {
    for (const SpanJudgement& judgement : table.judgements) {
      for (const MarkedSpan& span : judgement.spans) {
        MTG_RETURN_IF_ERROR(NumberSeverity(table, judgement, span.severity, settings, comparing));
      }
    }
  }
  return OkStatus();
}

std::string EndsOf(const std::vector<SpanTable>& tables) {
  const SpanEnd first = tables.front().end;
  const bool same = std::all_of(tables.begin(), tables.end(),
                                [&](const SpanTable& table) { return table.end == first; });
  return same ? std::string(NameOf(kSpanEnds, first)) : "mixed";
}

std::string SignatureOf(const SpansRequest& request, const SpanRule& rule,
                        const std::string& gold_end, const std::string& end) {
  std::string signature = fmt::format(
      "measure:{}|match:{}|average:{}|", NameOf(kSpanMeasures, rule.measure),
      NameOf(kSpanMatchings, rule.matching), NameOf(kSpanAverages, request.span_average));
  if (request.severity_weights.empty()) {
    signature += fmt::format("penalty:{}|", ShortestDouble(rule.penalty));
  } else {
    std::string weights = absl::AsciiStrToLower(request.severity_weights);
    std::replace(weights.begin(), weights.end(), ' ', ',');
    signature += fmt::format("weights:{}|", weights);
  }
  signature += fmt::format("end:{}", gold_end);
  if (end != gold_end) signature += fmt::format(",{}", end);
  if (request.common_outputs) signature += "|join:common";
  if (!request.shared_task.empty()) signature += "|compat:" + request.shared_task;
  return signature + fmt::format("|version:mtgauge-{}", kVersion);
}

// Means over the groups, for each program; numbers of spans, and what scores are made of, are
// added.
std::vector<SpanSystem> MeansOf(const std::vector<SpanSystem>& systems, size_t programs) {
  if (systems.size() == programs) return {};
  const size_t count = systems.size() / programs;
  const auto groups = static_cast<double>(count);
  std::vector<SpanSystem> means;
  for (size_t p = 0; p < programs; ++p) {
    SpanScores mean = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    for (size_t s = p; s < systems.size(); s += programs) {
      const SpanScores& scores = systems[s].scores;
      mean.precision += scores.precision / groups;
      mean.recall += scores.recall / groups;
      mean.f1 += scores.f1 / groups;
      mean.right_predicted += scores.right_predicted;
      mean.predicted += scores.predicted;
      mean.right_gold += scores.right_gold;
      mean.gold += scores.gold;
      mean.predicted_spans += scores.predicted_spans;
      mean.gold_spans += scores.gold_spans;
    }
    means.push_back({"", systems[p].name, mean, {}});
  }
  return means;
}

}  // namespace

template <>
struct RunOf<SpansRun, SpansRequest>::Plan {
  SpansRequest request;  // with its defaults filled in
  SpanSettings settings;
  RunRecord record;

  Status Settle();
  Status SettleTest();
  Result<SpansAnswer> Evaluate();
  Result<MeasuredPair> Measure(const JoinedSpans& joined, const SpanComparing& comparing) const;
  Status Compare(const JoinedSpans& joined, MeasuredPair measured, const std::string& signature,
                 SpansAnswer& answer) const;
};

Status SpansRun::Plan::Settle() {
  MTG_RETURN_IF_ERROR(CheckFiles(request));
  if (!request.shared_task.empty()) MTG_RETURN_IF_ERROR(TakeSharedTask(request));
  MTG_ASSIGN_OR_RETURN(settings.rule, ResolveRule(request));
  if (!request.severity_weights.empty()) {
    MTG_ASSIGN_OR_RETURN(settings.weights, ParseMqmWeights(request.severity_weights));
  }
  MTG_ASSIGN_OR_RETURN(settings.programs, NamedInputs(request));
  settings.reading = {request.span_end, !request.shared_task.empty()};
  request.span_measure = settings.rule.measure;
  request.span_matching = settings.rule.matching;
  if (request.severity_weights.empty()) request.severity_penalty = settings.rule.penalty;
  return SettleTest();
}

Status SpansRun::Plan::SettleTest() {
  CompareRequest test;
  CopyParts(request, test);
  MTG_ASSIGN_OR_RETURN(settings.options, ResolveTest(test));
  if (request.baseline) {
    MTG_ASSIGN_OR_RETURN(settings.options.baseline,
                         FindProgram(*request.baseline, settings.programs));
  }
  request.test = settings.options.test;
  request.resamples = settings.options.resamples;
  request.seed = settings.options.seed;
  request.interval = settings.options.interval;
  request.correction = settings.options.correction;
  request.unit = settings.options.unit;
  return OkStatus();
}

// Finds all that may be wrong with a language pair.
Result<MeasuredPair> SpansRun::Plan::Measure(const JoinedSpans& joined,
                                             const SpanComparing& comparing) const {
  if (settings.options.unit == Unit::kDocument && joined.document_of_segment.empty()) {
    return UsageError({.option = "unit"}, "`unit` document: not all gold spans name their document",
                      "leave it out, or add documents to the file");
  }
  return MeasureSpans(joined, comparing);
}

// Adds one language pair to the answer.
Status SpansRun::Plan::Compare(const JoinedSpans& joined, MeasuredPair measured,
                               const std::string& signature, SpansAnswer& answer) const {
  CompareInput input;
  ComparedMetric& metric = input.metrics.emplace_back();
  metric.metric = measured.metric.get();
  metric.label = "F1";
  metric.signature = signature;
  metric.scale = 1;
  input.document_of_segment = joined.document_of_segment;
  for (size_t p = 0; p < measured.programs.size(); ++p) {
    MeasuredSpans& program = measured.programs[p];
    input.systems.push_back(settings.programs[p].name);
    input.runs_of_system.push_back(1);
    metric.rows.push_back(std::move(program.rows));
    answer.systems.push_back(
        {joined.pair, input.systems.back(), program.scores, std::move(program.categories)});
  }
  const auto show = request.hooks.resampling ? request.hooks.resampling() : nullptr;
  MTG_ASSIGN_OR_RETURN(Comparison compared,
                       mtgauge::Compare(input, settings.options, MakeSchedule(request), show));
  AddWarnings(joined.pair, std::move(compared.warnings), answer.warnings);
  AddGroup(joined.pair, std::move(compared), answer.comparison);
  answer.outputs += joined.outputs.size();
  answer.segments += joined.segments;
  return OkStatus();
}

Result<SpansAnswer> SpansRun::Plan::Evaluate() {
  SpansAnswer answer;
  std::vector<SpanTable> golds, programs;
  for (const std::string& file : request.golds) {
    MTG_ASSIGN_OR_RETURN(golds.emplace_back(), ReadSpans(file, settings.reading, answer.warnings));
  }
  for (const NamedFiles& program : settings.programs) {
    MTG_ASSIGN_OR_RETURN(programs.emplace_back(),
                         ReadSpans(program.files.front(), settings.reading, answer.warnings));
  }
  MTG_ASSIGN_OR_RETURN(const std::vector<JoinedSpans> pairs,
                       JoinSpans(golds, programs, request.common_outputs, answer.warnings));
  SpanComparing comparing = {
      settings.rule, request.span_average, {}, request.by_category, request.threads};
  MTG_RETURN_IF_ERROR(NumberSeverities(golds, settings, comparing));
  MTG_RETURN_IF_ERROR(NumberSeverities(programs, settings, comparing));
  const std::string signature =
      SignatureOf(request, settings.rule, EndsOf(golds), EndsOf(programs));
  std::vector<MeasuredPair> measured;
  for (const JoinedSpans& pair : pairs) {
    MTG_ASSIGN_OR_RETURN(measured.emplace_back(), Measure(pair, comparing));
  }
  for (size_t p = 0; p < pairs.size(); ++p) {
    MTG_RETURN_IF_ERROR(Compare(pairs[p], std::move(measured[p]), signature, answer));
  }
  if (pairs.size() > 1) answer.comparison.by = "lang";
  answer.means = MeansOf(answer.systems, settings.programs.size());
  return answer;
}

template class RunOf<SpansRun, SpansRequest>;

Result<SpansAnswer> SpansRun::Run() {
  return WithinMemory([&] { return plan_->Evaluate(); });
}

Result<SpansAnswer> EvaluateSpans(const SpansRequest& request) {
  MTG_ASSIGN_OR_RETURN(SpansRun run, SpansRun::Make(request));
  return run.Run();
}

}  // namespace mtgauge
