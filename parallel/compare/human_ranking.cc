// From scores of people to a Comparison: rows of their means are resampled like any metric's, and
// tests by ranks replace what resampling says.
#include "parallel/compare/human_ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/nan.h"
#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/base/version.h"
#include "core/contract/mean_metric.h"
#include "core/input/tables/text_file.h"
#include "core/request/conventions.h"
#include "core/significance/conventions.h"
#include "parallel/compare/human_agreement.h"
#include "parallel/compare/human_scores.h"
#include "parallel/compare/human_table.h"
#include "parallel/compare/human_tests.h"
#include "parallel/compare/material.h"
#include "parallel/compare/paired_judgements.h"
#include "parallel/compare/settings.h"

namespace mtgauge {
namespace {

using Judgement = JudgementTable::Judgement;

constexpr size_t kFewRows = 100;  // WMT24 skips language pairs with fewer rows of each system

bool IsCampaign(ClusterRule rule) {
  return rule == ClusterRule::kWmt24 || rule == ClusterRule::kWmt25;
}

// Returns the first option that means nothing without texts.
std::string_view OptionOfTexts(const CompareRequest& request) {
  const std::pair<bool, std::string_view> options[] = {
      {!request.references.empty() || request.test_set, "references"},
      {!request.inputs.empty(), "input"},
      {!request.systems.empty(), "system"},
      {!request.rows.empty(), "rows"},
      {!request.scores.empty(), "scores"},
      {!request.metrics.empty(), "metrics"},
      {!request.metric_settings.empty(),
       request.metric_settings.empty() ? "" : request.metric_settings.front().name},
      {request.tokenize.has_value(), "tokenize"},
      {request.lowercase, "lowercase"},
      {request.stem.has_value(), "stem"},
      {!request.by.empty(), "by"},
      {!request.documents.empty(), "documents"},
      {!request.strata.empty(), "strata"},
      {request.blocks.has_value(), "blocks"},
      {!request.sums.empty(), "sums"},
      {!request.requirements.empty(), "require"},
      {!request.compat.empty(), "compat"},
      {request.drop_missing, "missing"},
      {!request.annotations.empty(), "annotations"}};
  const auto given = std::find_if(std::begin(options), std::end(options),
                                  [](const auto& option) { return option.first; });
  return given == std::end(options) ? "" : given->second;
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
  if (request.clusters == ClusterRule::kWmt25 && !request.mean.empty()) {
    return contradicts("mean", "whose score is the mean of all judgements");
  }
  return OkStatus();
}

// The values of every system, and how often each is counted.
struct Values {
  std::vector<std::vector<double>> of_systems;             // all values that are added up
  std::vector<std::vector<std::vector<double>>> of_items;  // [system][item]
};

// Campaigns weigh all judgements alike; otherwise every item has one value, the mean of its
// judgements.
Values ValuesOf(const HumanTable& table, bool campaign) {
  Values values;
  values.of_systems.resize(table.systems.size());
  values.of_items.resize(table.systems.size(), std::vector<std::vector<double>>(table.items));
  for (const Judgement& judgement : table.judgements) {
    values.of_items[judgement.system][judgement.item].push_back(judgement.score);
  }
  for (size_t s = 0; s < table.systems.size(); ++s) {
    for (std::vector<double>& of_item : values.of_items[s]) {
      if (!campaign && of_item.size() > 1) {
        double sum = 0;
        for (const double value : of_item) sum += value;
        of_item = {sum / static_cast<double>(of_item.size())};
      }
      values.of_systems[s].insert(values.of_systems[s].end(), of_item.begin(), of_item.end());
    }
  }
  return values;
}

std::string SignatureOf(const CompareRequest& request) {
  return fmt::format("scores:human|corpus:mean{}|version:mtgauge-{}",
                     request.normalize_annotators ? "|annotators:z" : "", kVersion);
}

// A metric whose score is the mean of people's scores, with its rows.
struct HumanMetric {
  std::unique_ptr<Metric> metric;
  ComparedMetric compared;
};

Result<HumanMetric> MakeHumanMetric(const HumanTable& table, const CompareRequest& request) {
  const Values values = ValuesOf(table, IsCampaign(request.clusters));
  Result<FixedPoint> fixed_point =
      ChooseFixedPoint(values.of_systems, std::max<size_t>(table.judgements.size(), 1));
  if (!fixed_point.ok()) {
    const Error& error = fixed_point.status().error();
    return InputError({table.file}, error.what, error.remedy);
  }
  HumanMetric out;
  out.metric = MakeMeanMetric(*fixed_point);
  out.compared.metric = out.metric.get();
  out.compared.label = table.criterion;
  out.compared.signature = SignatureOf(request);
  out.compared.scale = 0;
  out.compared.higher_is_better = !table.lower_is_better;
  bool any_missing = false;
  for (const auto& of_items : values.of_items) {
    std::vector<int64_t> rows;
    std::vector<bool>& missing = out.compared.missing.emplace_back();
    for (const std::vector<double>& of_item : of_items) {
      int64_t sum = 0;
      for (const double value : of_item) sum += fixed_point->ToInteger(value);
      rows.push_back(sum);
      rows.push_back(static_cast<int64_t>(of_item.size()));
      missing.push_back(of_item.empty());
      any_missing = any_missing || of_item.empty();
    }
    RowStore& store = out.compared.rows.emplace_back(2);
    store.Add(0, rows);
    store.Finish();
  }
  if (!any_missing) out.compared.missing.clear();
  return out;
}

Result<uint32_t> PlaceOf(const std::string& baseline, const HumanTable& table) {
  const auto found = std::find(table.systems.begin(), table.systems.end(), baseline);
  if (found != table.systems.end()) return static_cast<uint32_t>(found - table.systems.begin());
  const std::vector<std::string_view> known(table.systems.begin(), table.systems.end());
  return UsageError(
      {.option = "baseline"},
      fmt::format("`baseline`: no system '{}'{} (known: {})", baseline,
                  table.group.empty() ? "" : " of " + table.group, JoinChoices(known)),
      "");
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
  const auto most = std::max_element(missing.begin(), missing.end());
  if (*most == 0) return;
  warnings.push_back(
      {"missing", table.systems[static_cast<size_t>(most - missing.begin())],
       fmt::format("{}: it lacks {} of {} scores; a system's score covers its own segments, and a "
                   "pair is tested on those of both",
                   metric.label, *most, table.items)});
}

// Returns the units of a term on which both systems have scores, and all of its units.
std::pair<size_t, size_t> UnitsInCommon(const HumanTable& table, const ComparedMetric& metric,
                                        const PairTest& pair, uint32_t term, bool documents) {
  std::set<uint32_t> all, common;
  for (uint32_t i = 0; i < table.items; ++i) {
    if (table.term_of_item[i] != term) continue;
    const uint32_t unit = documents ? table.document_of_item[i] : i;
    all.insert(unit);
    if (!metric.missing[pair.a][i] && !metric.missing[pair.b][i]) common.insert(unit);
  }
  return {common.size(), all.size()};
}

// In a mean, a resample may have no score of a pair in a group with few scores of both, and then
// leaves the group out. If that is frequent, an error; but the rules of campaigns, whose tests do
// not resample, lose only their intervals.
Status CheckTerms(const HumanTable& table, const ComparedMetric& metric,
                  const CompareOptions& options, const Comparison& comparison,
                  std::vector<Warning>& warnings) {
  constexpr double kRarely = 0.01;
  if (table.terms.empty() || metric.missing.empty()) return OkStatus();
  for (const PairTest& pair : comparison.metrics.front().pairs) {
    for (uint32_t term = 0; term < table.terms.size(); ++term) {
      const auto [common, all] =
          UnitsInCommon(table, metric, pair, term, options.unit == Unit::kDocument);
      const auto share = static_cast<double>(common) / static_cast<double>(all);
      if (std::pow(1 - share, static_cast<double>(all)) <= kRarely) continue;
      const std::string what =
          fmt::format("{}: '{}' and '{}' have common scores for {} of the {} of '{}'", metric.label,
                      table.systems[pair.a], table.systems[pair.b], common,
                      Counted(all, NameOf(kUnits, options.unit)), table.terms[term].name);
      if (options.test != TestKind::kWilcoxon) {
        return InputError(
            {table.file}, what,
            "too few for a mean over groups; complete the scores, or leave out `mean`");
      }
      warnings.push_back({"few-common", "",
                          what + "; intervals and standard errors of such pairs leave it out where "
                                 "a resample has none"});
      return OkStatus();
    }
  }
  return OkStatus();
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

Result<Comparison> RankOne(const HumanTable& table, const CompareRequest& request,
                           CompareOptions options) {
  MTG_ASSIGN_OR_RETURN(HumanMetric metric, MakeHumanMetric(table, request));
  CompareInput input;
  input.systems = table.systems;
  input.runs_of_system.assign(table.systems.size(), 1);
  input.metrics.push_back(std::move(metric.compared));
  const ComparedMetric& compared = input.metrics.front();
  input.document_of_segment = table.document_of_item;
  input.stratum_of_segment = table.term_of_item;
  input.terms = table.terms;
  options.unit =
      request.unit.value_or(table.document_of_item.empty() ? Unit::kSegment : Unit::kDocument);
  if (request.baseline) {
    MTG_ASSIGN_OR_RETURN(options.baseline, PlaceOf(*request.baseline, table));
  }
  MTG_ASSIGN_OR_RETURN(Comparison comparison, RunComparison(input, options, request));
  MetricComparison& of = comparison.metrics.front();
  of.group = table.group;
  MTG_RETURN_IF_ERROR(CheckTerms(table, compared, options, comparison, comparison.warnings));
  WarnOfMissingScores(table, compared, comparison.warnings);
  WarnOfCampaign(table, options, comparison.warnings);
  if (options.test == TestKind::kWilcoxon) {
    TestByRanks(table, options, of, comparison.warnings);
  }
  return comparison;
}

}  // namespace

Result<CompareOptions> ResolveHumanRanking(CompareRequest& request) {
  if (const std::string_view option = OptionOfTexts(request); !option.empty()) {
    return UsageError({.option = std::string(option)},
                      fmt::format("`{}`: `human` ranks systems by scores of people, without texts "
                                  "and metrics",
                                  option),
                      "leave one out; 'mtgauge meta' compares metrics with people");
  }
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
      MTG_ASSIGN_OR_RETURN(contents.emplace_back(), ReadTextFile(file));
    }
  }
  if (HoldsPairedJudgements(contents.front())) return RankByPairs(request, contents, options);
  if (request.model) {
    return UsageError({.option = "model"},
                      "`model` is for judgements of pairs, but the files of `human` hold scores",
                      "leave it out, or name files with the columns system1, system2 and winner");
  }
  Comparison all;
  all.options = options;
  MTG_ASSIGN_OR_RETURN(std::vector<HumanScores> scores,
                       ReadHumanScores(request, contents, all.warnings));
  for (const HumanScores& of : scores) {
    if (!request.agreement) break;
    if (of.annotators.size() < 2) {
      return InputError({.file = of.file, .option = "agreement"},
                        "the file names fewer than two annotators",
                        "add a column 'annotator', or leave out `agreement`");
    }
    all.agreement.push_back(AgreementOf(of));
  }
  MTG_ASSIGN_OR_RETURN(const MeanFields mean, ParseMeanFields(request.mean));
  MTG_ASSIGN_OR_RETURN(const std::vector<HumanTable> tables,
                       MakeHumanTables(std::move(scores), mean, request.join_common, all.warnings));
  for (const HumanTable& table : tables) {
    MTG_ASSIGN_OR_RETURN(Comparison one, RankOne(table, request, options));
    if (!table.group.empty()) all.by = "lang";
    all.options = one.options;
    all.segments += one.segments;
    all.documents += one.documents;
    all.metrics.push_back(std::move(one.metrics.front()));
    for (Warning& warning : one.warnings) {
      if (!table.group.empty()) warning.message = table.group + ": " + warning.message;
      all.warnings.push_back(std::move(warning));
    }
  }
  return all;
}

}  // namespace mtgauge
