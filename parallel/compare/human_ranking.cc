// From scores of people to a Comparison: rows of their means are resampled like any metric's, and
// tests by ranks replace what resampling says.
#include "parallel/compare/human_ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/base/nan.h"
#include "core/base/printing.h"
#include "core/base/version.h"
#include "core/contract/mean_metric.h"
#include "core/input/formats/format.h"
#include "core/input/tables/pair_lines.h"
#include "core/request/conventions.h"
#include "core/request/options.h"
#include "core/significance/conventions.h"
#include "parallel/compare/group_comparing.h"
#include "parallel/compare/human_agreement.h"
#include "parallel/compare/human_scores.h"
#include "parallel/compare/human_table.h"
#include "parallel/compare/human_tests.h"
#include "parallel/compare/material.h"
#include "parallel/compare/outside_scores.h"
#include "parallel/compare/paired_judgements.h"
#include "parallel/compare/score_tables.h"
#include "parallel/compare/settings.h"

namespace mtgauge {
namespace {

using Judgement = JudgementTable::Judgement;

constexpr size_t kMostNamed = 5;
constexpr size_t kFewRows = 100;  // WMT24 skips language pairs with fewer rows of each system

// The options that mean something without texts.
constexpr std::string_view kOfPeople[] = {
    "human",    "join",      "leave-out", "annotators", "mqm-weights", "language-pair", "mean",
    "test",     "resamples", "seed",      "alpha",      "correction",  "baseline",      "gate",
    "table",    "clusters",  "agreement", "model",      "plan",        "power",         "interval",
    "sampling", "unit",      "order",     "null",       "rng",         "threads"};

// Returns the first option that means nothing without texts.
std::string OptionOfTexts(const CompareRequest& request) {
  if (!request.references.empty() || request.columns) return "references";
  if (!request.inputs.empty()) return "input";
  for (const std::string_view option : GivenOptions(request)) {
    if (std::find(std::begin(kOfPeople), std::end(kOfPeople), option) == std::end(kOfPeople)) {
      return std::string(option);
    }
  }
  return {};
}

Status CheckCampaign(const CompareRequest& request) {
  const std::string_view rule = NameOf(kClusterRules, request.clusters);
  const auto contradicts = [&](std::string_view option, std::string_view why) {
    return UsageError({.option = std::string(option)},
                      fmt::format("`{}` contradicts `clusters` {}, {}", option, rule, why),
                      "leave one out");
  };
  if (request.test.value_or(TestKind::kWilcoxon) != TestKind::kWilcoxon) {
    return contradicts("test", "whose test is wilcoxon");
  }
  if (request.correction.value_or(Correction::kNone) != Correction::kNone) {
    return contradicts("correction", "which corrects nothing");
  }
  if (request.baseline) return contradicts("baseline", "which tests all pairs");
  if (request.unit == Unit::kScreen) return contradicts("unit", "which compares segments");
  if (request.clusters == ClusterRule::kWmt25 && !request.mean.empty()) {
    return contradicts("mean", "whose score is the mean of all judgements");
  }
  MTG_ASSIGN_OR_RETURN(const MeanFields mean, ParseMeanFields(request.mean));
  if (mean.lang) return contradicts("mean", "which ranks each language pair by itself");
  return OkStatus();
}

// Replaces the judgements of an output by their mean. Campaigns weigh all judgements alike instead.
void AverageJudgements(HumanTable& table) {
  std::stable_sort(table.judgements.begin(), table.judgements.end(),
                   [](const Judgement& a, const Judgement& b) {
                     return std::pair(a.system, a.item) < std::pair(b.system, b.item);
                   });
  std::vector<Judgement> means;
  for (size_t begin = 0, end = 0; begin < table.judgements.size(); begin = end) {
    Judgement mean = table.judgements[begin];
    mean.score = 0;
    for (; end < table.judgements.size() && table.judgements[end].system == mean.system &&
           table.judgements[end].item == mean.item;
         ++end) {
      mean.score += table.judgements[end].score;
    }
    mean.score /= static_cast<double>(end - begin);
    means.push_back(mean);
  }
  table.judgements = std::move(means);
}

// Returns the scores of every system, with the same outputs at the same place, and NaN where there
// are fewer: [system][item * most judgements of an output + judgement].
std::vector<std::vector<double>> AlignedScores(const HumanTable& table) {
  std::vector<std::vector<uint32_t>> counts(table.systems.size(),
                                            std::vector<uint32_t>(table.items));
  uint32_t most = 1;
  for (const Judgement& judgement : table.judgements) {
    most = std::max(most, ++counts[judgement.system][judgement.item]);
  }
  std::vector<std::vector<double>> scores(table.systems.size(),
                                          std::vector<double>(size_t{table.items} * most, kNaN));
  for (const Judgement& judgement : table.judgements) {
    const uint32_t left = counts[judgement.system][judgement.item]--;
    scores[judgement.system][size_t{judgement.item} * most + left - 1] = judgement.score;
  }
  return scores;
}

std::string SignatureOf(const CompareRequest& request) {
  return fmt::format("scores:human|corpus:mean{}|version:mtgauge-{}",
                     request.normalize_annotators ? "|annotators:z" : "", kVersion);
}

// Makes a metric whose score is the mean of all judgements; an item's row is their sum and number.
Result<OutsideMetric> MakeHumanMetric(const HumanTable& table, const CompareRequest& request) {
  const std::vector<std::vector<double>> scores = AlignedScores(table);
  Result<FixedPoint> fixed_point = ChooseFixedPoint(scores, table.judgements.size());
  if (!fixed_point.ok()) {
    const Error& error = fixed_point.status().error();
    return InputError({table.file}, error.what, error.remedy);
  }
  OutsideMetric out;
  out.metric = MakeMeanMetric(*fixed_point);
  out.compared.metric = out.metric.get();
  out.compared.label = table.criterion;
  out.compared.signature = SignatureOf(request);
  out.compared.scale = 0;
  out.compared.higher_is_better = !table.lower_is_better;
  std::vector<std::vector<int64_t>> rows(table.systems.size(),
                                         std::vector<int64_t>(size_t{table.items} * 2));
  for (const Judgement& judgement : table.judgements) {
    int64_t* const row = rows[judgement.system].data() + size_t{judgement.item} * 2;
    row[0] += fixed_point->ToInteger(judgement.score);
    ++row[1];
  }
  bool any_missing = false;
  for (const std::vector<int64_t>& of_system : rows) {
    std::vector<bool>& missing = out.compared.missing.emplace_back();
    for (size_t i = 1; i < of_system.size(); i += 2) missing.push_back(of_system[i] == 0);
    any_missing = any_missing || std::find(missing.begin(), missing.end(), true) != missing.end();
    RowStore& store = out.compared.rows.emplace_back(2);
    store.Add(0, of_system);
    store.Finish();
  }
  if (!any_missing) out.compared.missing.clear();
  return out;
}

// Scores are missing as a rule where not every output was judged, but then systems may have scores
// of different segments.
void WarnOfMissingScores(const HumanTable& table, const ComparedMetric& metric,
                         std::vector<Warning>& warnings) {
  if (metric.missing.empty()) return;
  std::vector<size_t> missing(metric.missing.size());  // of segments for which others have scores
  for (uint32_t i = 0; i < table.items; ++i) {
    const auto lacks = [i](const std::vector<bool>& of_system) { return of_system[i]; };
    if (std::all_of(metric.missing.begin(), metric.missing.end(), lacks)) continue;
    for (size_t s = 0; s < missing.size(); ++s) missing[s] += metric.missing[s][i] ? 1 : 0;
  }
  std::string lacking;
  size_t named = 0, unnamed = 0;
  for (size_t s = 0; s < missing.size(); ++s) {
    if (missing[s] == 0) continue;
    if (named == kMostNamed) {
      ++unnamed;
      continue;
    }
    ++named;
    lacking +=
        fmt::format("{}{} of '{}'", lacking.empty() ? "" : ", ", missing[s], table.systems[s]);
  }
  if (lacking.empty()) return;
  if (unnamed > 0) lacking += fmt::format(", and some of {} more", unnamed);
  warnings.push_back(
      {"missing", "",
       fmt::format("{}: scores of {} segments, but not all: there are none for {}; a system's "
                   "score covers its own segments, and a pair is tested on those of both",
                   metric.label, table.items, lacking)});
}

void WarnOfCampaign(const HumanTable& table, const CompareOptions& options,
                    std::vector<Warning>& warnings) {
  if (options.clusters != ClusterRule::kWmt24) return;
  const size_t rows = table.judgements.size() / table.systems.size();
  if (rows < kFewRows) {
    warnings.push_back({"few-rows", "",
                        fmt::format("{} of each system; WMT24's script leaves out language pairs "
                                    "with fewer than {}",
                                    Counted(rows, "row"), kFewRows)});
  }
  if (table.terms.empty()) {
    warnings.push_back({"micro", "",
                        "without `mean` domain, `clusters` wmt24 ranks by all segments together; "
                        "WMT24 published the mean over domains"});
  }
}

Status CheckScreens(const HumanScores& scores) {
  const bool named = std::none_of(scores.annotators.begin(), scores.annotators.end(),
                                  [](const std::string& name) { return name.empty(); });
  if (named && !scores.documents.empty()) return OkStatus();
  const std::string_view what = named ? "document" : "annotator";
  return InputError({.file = scores.file, .option = "unit"},
                    fmt::format("`unit` screen needs {}s, which the file does not name", what),
                    fmt::format("add a column '{}', or leave out `unit`", what));
}

// Names the annotators who do not score most damaged outputs lower.
void WarnOfControls(const std::string& file, const HumanAgreement& agreement,
                    std::vector<Warning>& warnings) {
  std::string names;
  for (const AnnotatorCheck& check : agreement.annotators) {
    if (!check.controls || 2 * check.controls->passed >= check.controls->items) continue;
    names += fmt::format("{}'{}' ({} of {})", names.empty() ? "" : ", ", check.name,
                         check.controls->passed, check.controls->items);
  }
  if (names.empty()) return;
  warnings.push_back({"controls", "",
                      fmt::format("{}: annotators who scored less than half of the control items "
                                  "below the outputs that they damage: {}",
                                  file, names)});
}

Result<Comparison> RankOne(HumanTable table, const CompareRequest& request,
                           CompareOptions options) {
  if (request.unit == Unit::kScreen) SplitByAnnotator(table);
  if (!IsCampaign(options.clusters)) AverageJudgements(table);
  MTG_ASSIGN_OR_RETURN(OutsideMetric metric, MakeHumanMetric(table, request));
  CompareInput input;
  input.systems = table.systems;
  input.runs_of_system.assign(table.systems.size(), 1);
  input.metrics.push_back(std::move(metric.compared));
  const ComparedMetric& compared = input.metrics.front();
  input.document_of_segment = table.document_of_item;
  input.stratum_of_segment = table.term_of_item;
  input.terms = table.terms;
  if (request.unit == Unit::kDocument && table.document_of_item.empty()) {
    return InputError({.file = table.file, .option = "unit"},
                      "`unit` document needs the document of each segment",
                      "add a column 'document', or leave out `unit`");
  }
  options.unit =
      request.unit.value_or(table.document_of_item.empty() ? Unit::kSegment : Unit::kDocument);
  if (request.baseline) {
    MTG_ASSIGN_OR_RETURN(options.baseline,
                         PlaceOfBaseline(*request.baseline, table.systems, table.group));
  }
  MTG_ASSIGN_OR_RETURN(Comparison comparison, RunComparison(input, options, request));
  MetricComparison& of = comparison.metrics.front();
  of.group = table.group;
  WarnOfMissingScores(table, compared, comparison.warnings);
  WarnOfCampaign(table, options, comparison.warnings);
  if (options.test == TestKind::kWilcoxon) {
    TestByRanks(table, options, of, comparison.warnings);
  }
  return comparison;
}

}  // namespace

Result<CompareOptions> ResolveHumanRanking(CompareRequest& request) {
  if (const std::string option = OptionOfTexts(request); !option.empty()) {
    return UsageError({.option = option},
                      "`human` ranks systems by scores of people, without texts and metrics",
                      fmt::format("leave out {}; 'mtgauge meta' compares metrics with people",
                                  option == "references" ? "the references" : "`" + option + "`"));
  }
  MTG_ASSIGN_OR_RETURN(request.humans, ExpandFolders(request.humans));
  MTG_RETURN_IF_ERROR(ParseMeanFields(request.mean).status());
  if (IsCampaign(request.clusters)) {
    MTG_RETURN_IF_ERROR(CheckCampaign(request));
    request.test = TestKind::kWilcoxon;
    request.correction = Correction::kNone;
  }
  if (request.test == TestKind::kWilcoxon) {
    if (request.correction == Correction::kMaxT) {
      return UsageError({.option = "correction"},
                        "`correction` max-t needs resamples; `test` wilcoxon has none",
                        "use holm, or `test` bs");
    }
    if (!request.correction) request.correction = Correction::kHolm;
  }
  MTG_ASSIGN_OR_RETURN(CompareOptions options, ResolveTest(request));
  MTG_RETURN_IF_ERROR(CheckMean(request, options));
  options.mean = request.mean;
  if (request.gate) options.margin = request.margin;
  request.test = options.test;
  request.resamples = options.resamples;
  request.seed = options.seed;
  request.correction = options.correction;
  return options;
}

Result<Comparison> RankByHumans(const CompareRequest& request, const CompareOptions& options) {
  std::vector<std::string> contents;  // read once, since a file may be a pipe
  for (const OutsideFiles& given : request.humans) {
    for (const std::string& file : given.files) {
      MTG_ASSIGN_OR_RETURN(contents.emplace_back(), ReadTable(file));
    }
  }
  if (HoldsPairLines(contents.front())) return RankByPairs(request, contents, options);
  if (request.model) {
    return UsageError({.option = "model"},
                      "`model` is for judgements of pairs, but the files of `human` hold scores",
                      "leave it out, or name files with the columns system1, system2 and winner");
  }
  Comparison all;
  all.options = options;
  MTG_ASSIGN_OR_RETURN(std::vector<HumanScores> scores,
                       ReadHumanScores(request, contents, all.warnings));
  std::vector<SpanTable> spans;
  std::vector<std::string> pairs;
  if (request.agreement) spans = MarkedSpansOf(request.humans, contents, all.warnings);
  for (const HumanScores& of : scores) pairs.push_back(of.language_pair);
  for (const HumanScores& of : scores) {
    if (request.unit == Unit::kScreen) MTG_RETURN_IF_ERROR(CheckScreens(of));
    if (!request.agreement) continue;
    if (of.annotators.size() < 2) {
      return InputError({.file = of.file, .option = "agreement"},
                        "the file names fewer than two annotators",
                        "add a column 'annotator', or leave out `agreement`");
    }
    all.agreement.push_back(AgreementOf(of));
    AddSpanAgreement(spans, of, pairs, all.agreement.back(), all.warnings);
    if (std::isnan(all.agreement.back().alpha_nominal) && all.agreement.back().pairs.empty()) {
      all.warnings.push_back({"agreement", "",
                              fmt::format("{}: no output has scores of two annotators, so there is "
                                          "no agreement to measure",
                                          of.file)});
    }
    WarnOfControls(of.file, all.agreement.back(), all.warnings);
  }
  MTG_ASSIGN_OR_RETURN(const MeanFields mean, ParseMeanFields(request.mean));
  MTG_ASSIGN_OR_RETURN(std::vector<HumanTable> tables,
                       MakeHumanTables(std::move(scores), mean, request.join_common, all.warnings));
  for (HumanTable& table : tables) {
    const std::string group = table.group;
    MTG_ASSIGN_OR_RETURN(Comparison one, RankOne(std::move(table), request, options));
    if (!group.empty()) all.by = "lang";
    AddWarnings(group, std::move(one.warnings), all.warnings);
    AddGroup(group, std::move(one), all);
  }
  return all;
}

}  // namespace mtgauge
