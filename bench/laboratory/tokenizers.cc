// The laboratory of tokenizers: what each costs, how many tokens it produces, how far it moves the
// scores, and which systems change places.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "bench/laboratory/bench.h"
#include "bench/laboratory/measuring/cutting.h"
#include "core/base/printing.h"
#include "core/contract/registry.h"
#include "core/evaluate/pairs.h"
#include "core/request/conventions.h"
#include "core/request/metrics.h"
#include "core/request/texts.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "parallel/compare/material.h"
#include "parallel/score/scorer.h"
#include "parallel/score/texts.h"
#include "parallel/significance/kept_rows.h"

namespace mtgauge {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// A tokenizer with one casing, with or without stemming.
struct Variant {
  std::string tokenizer;  // as it was given
  Cutting cutting;
  size_t series = 0;  // 0 as written, 1 lower-cased, 2 lower-cased and stemmed

  std::string Label() const {
    return tokenizer + (cutting.lowercase ? " lc" : "") +
           (cutting.stemmer == nullptr ? "" : fmt::format(" {}", cutting.stemmer->name));
  }
};

struct Variants {
  std::vector<Variant> all;  // the baseline first; the variants of a tokenizer are adjacent
  size_t per_tokenizer = 2;
  std::vector<std::string> notes;

  // Returns the baseline's variant with the same casing.
  const Variant& Alike(const Variant& variant) const { return all[variant.series]; }
};

std::vector<std::string> SeriesNames(const std::optional<std::string>& stem) {
  std::vector<std::string> names = {"as written", "lower-cased"};
  if (stem) names.push_back(fmt::format("lower-cased, stems ({})", *stem));
  return names;
}

// Returns the available tokenizers, for use if none is named. Leaves out a tokenizer that another
// one equals on lower-cased text.
std::vector<std::string> UsualTokenizers(std::vector<std::string>& notes) {
  std::set<std::string_view> lowering;
  for (const TokenizerRow& row : Tokenizers()) lowering.insert(row.lowercasing);
  std::vector<std::string> names;
  for (const TokenizerRow& row : Tokenizers()) {
    if (!lowering.contains(row.name)) names.emplace_back(row.name);
  }
  std::string left_out;
  for (const ModelTokenizerRow& row : ModelTokenizers()) {
    if (OpenTokenizer(row.name).ok()) {
      names.emplace_back(row.name);
    } else {
      left_out += fmt::format("{}{}", left_out.empty() ? "" : ", ", row.name);
    }
  }
  if (!left_out.empty()) {
    notes.push_back(fmt::format(
        "left out, since their models are missing: {} (see 'mtgauge tokenizers')", left_out));
  }
  return names;
}

Result<std::string> BaselineName(const LabRequest& request) {
  if (request.baseline) return *request.baseline;
  MTG_ASSIGN_OR_RETURN(const TokenizerRow* const row, ResolveTokenizer(request, request));
  return std::string(row->name);
}

Status AddTokenizer(const std::string& name, const StemmerRow* stemmer, Variants& variants) {
  MTG_ASSIGN_OR_RETURN(const TokenizerRow* const row, OpenTokenizer(name));
  for (size_t series = 0; series < variants.per_tokenizer; ++series) {
    variants.all.push_back({name, {row, series > 0, series > 1 ? stemmer : nullptr}, series});
  }
  return OkStatus();
}

Result<Variants> ResolveVariants(const LabRequest& request) {
  Variants variants;
  variants.per_tokenizer = SeriesNames(request.stem).size();
  MTG_ASSIGN_OR_RETURN(const std::string baseline, BaselineName(request));
  const StemmerRow* const stemmer = request.stem ? FindStemmer(*request.stem) : nullptr;
  const std::vector<std::string> names =
      request.tokenizers.empty() ? UsualTokenizers(variants.notes) : request.tokenizers;
  if (Status status = AddTokenizer(baseline, stemmer, variants); !status.ok()) {
    return UsageError("--baseline: " + status.message());
  }
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) {
      return UsageError(fmt::format("-tok/--tokenizers: '{}' is given twice", name));
    }
    if (name != baseline) MTG_RETURN_IF_ERROR(AddTokenizer(name, stemmer, variants));
  }
  return variants;
}

// A metric under one variant, or under its own settings.
struct VariedScore {
  std::string spec;                  // "bleu:order=2,tok=intl,lc=yes"
  std::string label;                 // "intl lc"
  size_t series = 0;                 // 0 for its own settings
  const Variant* variant = nullptr;  // null for its own settings
};

// A metric as it was given, and the settings it is scored under, its baseline first.
struct VariedMetric {
  std::string given;
  std::vector<VariedScore> scores;
  size_t first_column = 0;  // column of scores.front() among the scores of all metrics

  bool OfTokenizers() const { return scores.front().variant != nullptr; }
};

// Settings for metrics that tokenize the text in their own way. A metric is scored under those
// whose options it has and was not given.
struct OwnSettings {
  std::string_view settings;
  std::array<std::string_view, 2> options;
};
constexpr OwnSettings kOwnSettings[] = {
    {"lc=yes", {"lc", "lc"}},
    {"norm=yes", {"norm", "norm"}},
    {"norm=yes,asian=yes", {"norm", "asian"}},
    {"punct=no", {"punct", "punct"}},
    {"case=mixed", {"case", "case"}},
    {"text=nopunct", {"text", "text"}},
    {"text=lower", {"text", "text"}},
    {"text=plain", {"text", "text"}},
};

// Adds a word-based metric under every variant whose options it has.
Status VaryTokenizers(const MetricRow& row, const Variants& variants, VariedMetric& metric) {
  for (const Variant& variant : variants.all) {
    const StemmerRow* const stemmer = variant.cutting.stemmer;
    const std::vector<std::pair<std::string_view, std::string>> options = {
        {"tok", variant.tokenizer},
        {"lc", variant.cutting.lowercase ? "yes" : "no"},
        {"stem", stemmer == nullptr ? "" : std::string(stemmer->name)}};
    std::string settings;
    bool lacks_one = false;
    for (const auto& [option, value] : options) {
      if (MetricSpec(metric.given).HasOption(option)) {
        return UsageError(
            fmt::format("-m {}: {} is what is varied here; leave it out", metric.given, option));
      }
      if (value.empty()) continue;
      if (!row.HasOption(option)) {
        lacks_one |= value != "no";
        continue;
      }
      settings += fmt::format("{}{}={}", settings.empty() ? "" : ",", option, value);
    }
    if (lacks_one) continue;
    metric.scores.push_back({MetricSpec(metric.given).With(settings).text(), variant.Label(),
                             variant.series, &variant});
  }
  return OkStatus();
}

void VaryOwnSettings(const MetricRow& row, VariedMetric& metric) {
  metric.scores.push_back({metric.given, "as given", 0, nullptr});
  for (const OwnSettings& own : kOwnSettings) {
    const bool applies =
        std::all_of(own.options.begin(), own.options.end(), [&](std::string_view option) {
          return row.HasOption(option) && !MetricSpec(metric.given).HasOption(option);
        });
    if (!applies) continue;
    metric.scores.push_back({MetricSpec(metric.given).With(own.settings).text(),
                             std::string(own.settings), 0, nullptr});
  }
}

Result<std::vector<VariedMetric>> VaryMetrics(const LabRequest& request, const Variants& variants) {
  std::vector<VariedMetric> metrics;
  size_t columns = 0;
  const std::vector<std::string> usual = {"bleu"};
  for (const std::string& spec : request.metrics.empty() ? usual : request.metrics) {
    MTG_RETURN_IF_ERROR(OptionsInEffect(spec, {}).status());
    const MetricRow& row = *FindMetric(MetricSpec(spec).name());
    VariedMetric& metric = metrics.emplace_back(VariedMetric{spec, {}, columns});
    if (row.HasOption("tok")) {
      MTG_RETURN_IF_ERROR(VaryTokenizers(row, variants, metric));
    } else {
      VaryOwnSettings(row, metric);
    }
    columns += metric.scores.size();
  }
  return metrics;
}

// The results of scoring, by variant.
struct Effects {
  std::vector<std::string> systems;
  Report report;          // a score for each column
  Comparison comparison;  // with the same columns
};

// Returns the scores of all systems in one column.
std::vector<double> ScoresOf(const Effects& effects, size_t column) {
  std::vector<double> scores;
  for (const SystemReport& system : effects.report.systems) {
    scores.push_back(system.scores[column].score);
  }
  return scores;
}

Result<TextSettings> ResolveVaried(const LabRequest& request,
                                   std::span<const VariedMetric> metrics) {
  LabRequest varied = request;
  varied.metrics.clear();
  varied.stem.reset();
  for (const VariedMetric& metric : metrics) {
    for (const VariedScore& score : metric.scores) varied.metrics.push_back(score.spec);
  }
  return ResolveTexts(varied, varied, TextUse{});
}

Result<Effects> ScoreAndCompare(const TextSettings& settings, const LabTexts& texts,
                                const CompareOptions& options, const RunOptions& run) {
  MTG_ASSIGN_OR_RETURN(Job job, Job::Make(settings.job, texts.names));
  const Schedule schedule = MakeSchedule(run);
  if (job.needs_survey()) MTG_RETURN_IF_ERROR(SurveyBatches(job, texts.Reader(), schedule));
  MTG_ASSIGN_OR_RETURN(KeptScores kept, ScoreKeepingRows(job, [&](const Sink& sink) {
                         return ScoreBatches(job, texts.Reader(), schedule, sink);
                       }));
  Effects effects;
  effects.systems = texts.names.hyps;
  effects.report = std::move(kept.report);
  CompareInput input;
  input.systems = texts.names.hyps;
  input.runs_of_system.assign(input.systems.size(), 1);
  input.metrics = std::move(kept.metrics);
  MTG_ASSIGN_OR_RETURN(effects.comparison, RunComparison(input, options, run));
  return effects;
}

// How settings change the scores relative to the baseline.
struct Change {
  double largest = 0;  // largest change of a score, with its sign
  double mean = 0;     // mean change of the scores
  double tau = kNoValue;
  // The comparer's tests of the pairs that change places, before and after.
  std::vector<std::pair<PairTest, PairTest>> swaps;
  size_t verdicts = 0;  // pairs whose verdict (VerdictOf()) changes
};

// Returns 0 if the difference is not significant, else its sign.
int VerdictOf(const PairTest& pair) {
  if (!pair.significant) return 0;
  return pair.difference > 0 ? 1 : -1;
}

// A tie has no order, so it is not swapped.
bool IsSwapped(const PairTest& pair, std::span<const double> before,
               std::span<const double> after) {
  const double then = before[pair.a] - before[pair.b], now = after[pair.a] - after[pair.b];
  return (then < 0 && now > 0) || (then > 0 && now < 0);
}

Change ChangeOf(const Effects& effects, size_t baseline, size_t column) {
  const std::vector<double> before = ScoresOf(effects, baseline), after = ScoresOf(effects, column);
  Change change;
  for (size_t s = 0; s < before.size(); ++s) {
    const double difference = after[s] - before[s];
    change.mean += difference / static_cast<double>(before.size());
    if (std::abs(difference) > std::abs(change.largest)) change.largest = difference;
  }
  change.tau = TauB(CountPairs(before, after));
  const std::vector<PairTest>& tests = effects.comparison.metrics[baseline].pairs;
  const std::vector<PairTest>& new_tests = effects.comparison.metrics[column].pairs;
  for (size_t p = 0; p < tests.size(); ++p) {
    if (IsSwapped(tests[p], before, after)) change.swaps.emplace_back(tests[p], new_tests[p]);
    if (VerdictOf(tests[p]) != VerdictOf(new_tests[p])) ++change.verdicts;
  }
  return change;
}

// The properties of the texts under a variant, and its cost.
struct Costs {
  CutCounts counts;
  uint64_t differing = 0;  // segments that differ from the baseline with the same casing
  Timing timing;
  Ratio ratio;  // relative to the baseline
};

Result<std::vector<Costs>> MeasureVariants(const Variants& variants, const LabTexts& texts,
                                           const Bench& bench) {
  std::vector<Candidate> candidates;
  std::vector<Costs> costs(variants.all.size());
  for (size_t v = 0; v < costs.size(); ++v) {
    if (*bench.stop) return CancelledError();
    const Variant& variant = variants.all[v];
    costs[v].counts = CountTokens(texts.batches, variant.cutting);
    costs[v].differing =
        CountDiffering(texts.batches, variant.cutting, variants.Alike(variant).cutting);
    const auto cutter = std::make_shared<Cutter>(variant.cutting);
    candidates.push_back(
        {variant.Label(), [&texts, cutter] { CutAll(texts.batches, *cutter); },
         [&texts, cutting = variant.cutting] { return DigestOfTokens(texts.batches, cutting); },
         [&texts, cutting = variant.cutting] {
           return DigestOfSlowTokens(texts.batches, cutting);
         }});
  }
  MTG_ASSIGN_OR_RETURN(const std::vector<Timing> timings, bench.Measure(candidates));
  for (size_t v = 0; v < costs.size(); ++v) {
    costs[v].ratio = RatioOf(timings[v].cpu, timings[0].cpu);
    costs[v].timing = timings[v];
  }
  return costs;
}

// Returns the processor time for all texts once.
double SecondsOf(const Costs& costs) { return SpreadOf(costs.timing.cpu).median; }
// Returns NaN for a count of 0.
double Per(double value, uint64_t count) {
  return count == 0 ? kNoValue : value / static_cast<double>(count);
}
double NanosecondsPerSegment(const Costs& costs) {
  return Per(1e9 * SecondsOf(costs), costs.counts.segments);
}

// Everything that the reports show.
struct LabFindings {
  Variants variants;
  std::vector<Costs> costs;           // [variant]
  std::vector<VariedMetric> metrics;  // they refer to the variants
  Effects effects;
  std::vector<std::vector<Change>> changes;  // [metric][score]
  std::vector<std::string> series;
};

LabReport::Section CostSection(const LabFindings& findings, const LabTexts& texts) {
  LabReport::Section section;
  section.title = fmt::format(
      "cost and tokens (segments: {}, references: {}, systems: {}, bytes: {}; one thread)",
      texts.segments, texts.names.refs.size(), texts.names.hyps.size(), texts.bytes);
  const std::string& baseline = findings.variants.all.front().tokenizer;
  section.table.columns = {{"tokenizer", true},   {"ns/segment"}, {"+-"},
                           {"times " + baseline}, {"MB/s"},       {"segments/s"},
                           {"ns/token"},          {"tokens"},     {"types"},
                           {"mean length"},       {"longest"},    {"differ %"}};
  for (size_t v = 0; v < findings.costs.size(); ++v) {
    const Costs& costs = findings.costs[v];
    const Spread spread = SpreadOf(costs.timing.cpu);
    const CutCounts& counts = costs.counts;
    if (v % findings.variants.per_tokenizer == 0) section.table.rules.push_back(v);
    section.table.rows.push_back(
        {findings.variants.all[v].Label(), Rounded(NanosecondsPerSegment(costs), 0),
         Rounded(Per(1e9 * spread.deviation, counts.segments), 0), Rounded(costs.ratio.median, 2),
         Rounded(1e-6 * static_cast<double>(texts.bytes) / spread.median, 0),
         Rounded(static_cast<double>(counts.segments) / spread.median, 0),
         Rounded(Per(1e9 * spread.median, counts.tokens), 1), std::to_string(counts.tokens),
         std::to_string(counts.types),
         Rounded(Per(static_cast<double>(counts.characters), counts.tokens), 2),
         std::to_string(counts.longest),
         Rounded(Per(100 * static_cast<double>(costs.differing), counts.segments), 2)});
  }
  section.notes = findings.variants.notes;
  section.notes.push_back(
      "times are medians of processor time, +- the median absolute deviation; lengths are in "
      "characters; differ: segments with tokens that differ from the baseline's in the same "
      "casing");
  return section;
}

LabReport::Section ChangeSection(const LabFindings& findings, size_t m) {
  LabReport::Section section;
  const VariedMetric& metric = findings.metrics[m];
  section.title = metric.OfTokenizers()
                      ? fmt::format("{}: what changes against {} as written", metric.given,
                                    metric.scores.front().label)
                      : fmt::format("{}: what its own settings change", metric.given);
  section.table.columns = {{metric.OfTokenizers() ? "tokenizer" : "settings", true},
                           {"largest change"},
                           {"mean change"},
                           {"tau"},
                           {"swaps"},
                           {"verdicts"}};
  for (size_t i = 1; i < metric.scores.size(); ++i) {
    const Change& change = findings.changes[m][i];
    section.table.rows.push_back({metric.scores[i].label, fmt::format("{:+.2f}", change.largest),
                                  fmt::format("{:+.2f}", change.mean), Rounded(change.tau, 3),
                                  std::to_string(change.swaps.size()),
                                  std::to_string(change.verdicts)});
  }
  if (!metric.OfTokenizers()) {
    section.notes.push_back(
        "this metric has its own tokenization, so tokenizers do not change its score");
  }
  if (section.table.rows.empty()) {
    section.table.columns.clear();
    return section;
  }
  section.notes.emplace_back(
      "tau: Kendall's tau-b of the two rankings; swaps: pairs of systems that change places; "
      "verdicts: pairs that differ significantly in one of the two but not in the other");
  return section;
}

// Adds one table for each casing.
void AddScoreSections(const LabFindings& findings, const VariedMetric& metric, LabReport& report) {
  const size_t all_series = metric.OfTokenizers() ? findings.series.size() : 1;
  for (size_t series = 0; series < all_series; ++series) {
    LabReport::Section section;
    section.title = fmt::format("{}: scores", metric.given);
    if (metric.OfTokenizers()) section.title += ", " + findings.series[series];
    section.table.columns = {{"system", true}};
    for (const std::string& system : findings.effects.systems) {
      section.table.rows.push_back({Printable(system)});
    }
    for (size_t i = 0; i < metric.scores.size(); ++i) {
      const VariedScore& score = metric.scores[i];
      if (score.series != series) continue;
      section.table.columns.push_back(
          {score.variant == nullptr ? score.label : score.variant->tokenizer});
      const std::vector<double> scores = ScoresOf(findings.effects, metric.first_column + i);
      for (size_t s = 0; s < scores.size(); ++s) {
        section.table.rows[s].push_back(Rounded(scores[s], 2));
      }
    }
    if (section.table.columns.size() > 1) report.sections.push_back(std::move(section));
  }
}

std::string MarkedP(const PairTest& pair) {
  return fmt::format("{:.4f}{}", pair.p, pair.significant ? "*" : " ");
}

LabReport::Section SwapSection(const LabFindings& findings, size_t m, double alpha) {
  LabReport::Section section;
  const VariedMetric& metric = findings.metrics[m];
  const bool of_tokenizers = metric.OfTokenizers();
  section.title = fmt::format("{}: pairs that change places", metric.given);
  section.table.columns = {{of_tokenizers ? "tokenizer" : "settings", true},
                           {"A", true},
                           {"B", true},
                           {"A - B before"},
                           {"p"},
                           {"A - B after"},
                           {"p"}};
  const std::vector<std::string>& systems = findings.effects.systems;
  for (size_t i = 1; i < metric.scores.size(); ++i) {
    for (const auto& [before, after] : findings.changes[m][i].swaps) {
      section.table.rows.push_back({metric.scores[i].label, Printable(systems[before.a]),
                                    Printable(systems[before.b]),
                                    fmt::format("{:+.2f}", before.difference), MarkedP(before),
                                    fmt::format("{:+.2f}", after.difference), MarkedP(after)});
    }
  }
  if (section.table.rows.empty()) {
    section.table.columns.clear();
    section.notes = {"none"};
    return section;
  }
  section.notes = {
      fmt::format("p: paired bootstrap, two-sided, as 'mtgauge compare' has it; *: adjusted p <= "
                  "{:g} (max-t over the pairs of one metric and {})",
                  alpha, of_tokenizers ? "tokenizer" : "setting")};
  return section;
}

Json SwapJson(const std::pair<PairTest, PairTest>& swap, const std::vector<std::string>& systems) {
  Json json;
  json["a"] = systems[swap.first.a];
  json["b"] = systems[swap.first.b];
  const auto side = [](const PairTest& pair) {
    Json test;
    test["difference"] = pair.difference;
    test["p"] = pair.p;
    test["p_adjusted"] = pair.p_adjusted;
    test["significant"] = pair.significant;
    return test;
  };
  json["before"] = side(swap.first);
  json["after"] = side(swap.second);
  return json;
}

void AddNames(const Variant& variant, Json& json) {
  json["tokenizer"] = variant.tokenizer;
  json["lowercase"] = variant.cutting.lowercase;
  json["stem"] = variant.cutting.stemmer == nullptr
                     ? Json()
                     : Json(std::string(variant.cutting.stemmer->name));
}

Json CostJson(const Variant& variant, const Costs& costs, uint64_t bytes) {
  Json json;
  AddNames(variant, json);
  json["tokens"] = costs.counts.tokens;
  json["types"] = costs.counts.types;
  json["mean_length"] = Per(static_cast<double>(costs.counts.characters), costs.counts.tokens);
  json["longest"] = costs.counts.longest;
  json["segments"] = costs.counts.segments;
  json["differing_segments"] = costs.differing;
  const double seconds = SecondsOf(costs);
  json["bytes_per_second"] = static_cast<double>(bytes) / seconds;
  json["segments_per_second"] = static_cast<double>(costs.counts.segments) / seconds;
  json["ns_per_segment"] = NanosecondsPerSegment(costs);
  json["ns_per_token"] = Per(1e9 * seconds, costs.counts.tokens);
  json["times_baseline"] = RatioJson(costs.ratio);
  json["timing"] = TimingJson(costs.timing);
  return json;
}

Json EffectJson(const LabFindings& findings, size_t m, size_t i) {
  const VariedMetric& metric = findings.metrics[m];
  const VariedScore& score = metric.scores[i];
  const size_t column = metric.first_column + i;
  const Change& change = findings.changes[m][i];
  const Effects& effects = findings.effects;
  Json json;
  if (score.variant != nullptr) {
    AddNames(*score.variant, json);
  } else {
    json["settings"] = score.label;
  }
  json["signature"] = effects.report.systems.front().scores[column].signature;
  json["scores"] = ScoresOf(effects, column);
  json["largest_change"] = change.largest;
  json["mean_change"] = change.mean;
  json["kendall_tau"] = change.tau;
  json["verdicts_changed"] = change.verdicts;
  json["swaps"] = Json::array();
  for (const auto& swap : change.swaps) json["swaps"].push_back(SwapJson(swap, effects.systems));
  return json;
}

Json FiguresJson(const LabFindings& findings, const LabTexts& texts, double alpha) {
  Json json;
  json["texts"] = TextsJson(texts);
  json["baseline"] = findings.variants.all.front().tokenizer;
  json["test"] = findings.effects.comparison.metrics.front().test_signature;
  json["alpha"] = alpha;
  json["tokenizers"] = Json::array();
  for (size_t v = 0; v < findings.costs.size(); ++v) {
    json["tokenizers"].push_back(
        CostJson(findings.variants.all[v], findings.costs[v], texts.bytes));
  }
  json["metrics"] = Json::array();
  for (size_t m = 0; m < findings.metrics.size(); ++m) {
    Json metric;
    metric["metric"] = findings.metrics[m].given;
    metric["varied_by"] = findings.metrics[m].OfTokenizers() ? "tokenizer" : "settings";
    metric["variants"] = Json::array();
    for (size_t i = 0; i < findings.metrics[m].scores.size(); ++i) {
      metric["variants"].push_back(EffectJson(findings, m, i));
    }
    json["metrics"].push_back(std::move(metric));
  }
  return json;
}

// Plots cost against the largest change under the first metric that has a tokenizer, or against the
// share of segments that differ if there is no such metric.
Plot CostPlot(const LabFindings& findings) {
  Plot plot;
  plot.title = "What tokenizers cost and change";
  plot.x = {"processor time per segment, ns", true};
  plot.series = findings.series;
  const auto add = [&](const Variant& variant, double y) {
    const auto v = static_cast<size_t>(&variant - findings.variants.all.data());
    plot.points.push_back(
        {NanosecondsPerSegment(findings.costs[v]), y, variant.Label(), variant.series});
  };
  const auto metric = std::find_if(findings.metrics.begin(), findings.metrics.end(),
                                   [](const VariedMetric& m) { return m.OfTokenizers(); });
  if (metric == findings.metrics.end()) {
    plot.y = {"segments that differ, %", false};
    for (size_t v = 0; v < findings.costs.size(); ++v) {
      const Costs& costs = findings.costs[v];
      add(findings.variants.all[v],
          Per(100 * static_cast<double>(costs.differing), costs.counts.segments));
    }
    return plot;
  }
  const auto m = static_cast<size_t>(metric - findings.metrics.begin());
  plot.y = {fmt::format("largest change of a system's {}", metric->given), false};
  for (size_t i = 0; i < metric->scores.size(); ++i) {
    add(*metric->scores[i].variant, std::abs(findings.changes[m][i].largest));
  }
  return plot;
}

LabReport ReportOf(const LabFindings& findings, const LabTexts& texts, double alpha) {
  LabReport report;
  report.sections.push_back(CostSection(findings, texts));
  for (size_t m = 0; m < findings.metrics.size(); ++m) {
    report.sections.push_back(ChangeSection(findings, m));
    AddScoreSections(findings, findings.metrics[m], report);
    if (findings.metrics[m].scores.size() == 1) continue;  // nothing to compare
    report.sections.push_back(SwapSection(findings, m, alpha));
  }
  report.figures = FiguresJson(findings, texts, alpha);
  report.plot = CostPlot(findings);
  std::vector<Timing> timings;
  for (const Costs& costs : findings.costs) timings.push_back(costs.timing);
  report.warnings = findings.effects.report.warnings;
  AddNoiseWarnings(timings, report);
  return report;
}

}  // namespace

Status CheckTokenizerLaboratory(const LabRequest& request) {
  MTG_ASSIGN_OR_RETURN(const Variants variants, ResolveVariants(request));
  MTG_ASSIGN_OR_RETURN(const std::vector<VariedMetric> metrics, VaryMetrics(request, variants));
  MTG_RETURN_IF_ERROR(ResolveTest(request).status());
  return ResolveVaried(request, metrics).status();
}

Result<LabReport> RunTokenizerLaboratory(const LabRequest& request, const Bench& bench) {
  LabFindings findings;
  findings.series = SeriesNames(request.stem);
  MTG_ASSIGN_OR_RETURN(findings.variants, ResolveVariants(request));
  MTG_ASSIGN_OR_RETURN(findings.metrics, VaryMetrics(request, findings.variants));
  MTG_ASSIGN_OR_RETURN(const TextSettings settings, ResolveVaried(request, findings.metrics));
  MTG_ASSIGN_OR_RETURN(const LabTexts texts, ReadLabTexts(settings, request.stop));
  MTG_ASSIGN_OR_RETURN(const CompareOptions test, ResolveTest(request));
  MTG_ASSIGN_OR_RETURN(findings.effects, ScoreAndCompare(settings, texts, test, request));
  for (const VariedMetric& metric : findings.metrics) {
    std::vector<Change>& changes = findings.changes.emplace_back();
    const size_t first = metric.first_column;
    for (size_t i = 0; i < metric.scores.size(); ++i) {
      changes.push_back(ChangeOf(findings.effects, first, first + i));
    }
  }
  MTG_ASSIGN_OR_RETURN(findings.costs, MeasureVariants(findings.variants, texts, bench));
  return ReportOf(findings, texts, request.alpha);
}

}  // namespace mtgauge
