// Writes an EvaluationSet for humans. Tables and notes are made once; each format only lays them
// out.
#include "core/report/evaluate/evaluation_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/base/printing.h"
#include "core/base/version.h"
#include "core/evaluate/measures.h"
#include "core/report/compare/comparison_numbers.h"
#include "core/report/forms/separated.h"
#include "core/report/forms/text_table.h"
#include "core/report/forms/text_wrap.h"
#include "core/report/write_options.h"
#include "core/significance/conventions.h"
#include "core/significance/evaluation_conventions.h"
#include "core/significance/metric_ranking.h"

namespace mtgauge {
namespace {

struct Page {
  std::string heading;
  std::vector<TextTable> tables;
  std::vector<std::string> notes;
};

std::string Number(double value, const WriteOptions& options) {
  return std::isnan(value) ? "n/a" : fmt::format("{:.{}f}", value, options.width);
}

std::string Range(const Interval& interval, const WriteOptions& options) {
  if (std::isnan(interval.low) || std::isnan(interval.high)) return "n/a";
  return fmt::format("[{}, {}]", Number(interval.low, options), Number(interval.high, options));
}

std::string Percent(double share) { return fmt::format("{:g}%", 100 * share); }

// Returns the interval to show: the bootstrap's if there is one, else Fisher's.
const Interval& Shown(const MeasureEstimate& estimate) {
  return std::isnan(estimate.bootstrap.low) ? estimate.fisher : estimate.bootstrap;
}

std::string MetricName(const EvaluationSet& set, const Evaluation& evaluation, size_t metric) {
  return Printable(NameIn(set, evaluation, metric)) +
         (set.metrics[metric].higher_is_better ? "" : " (lower is better)");
}

// Returns true for the last of the measures of good translations, which all have the same cut.
bool IsLastWithCut(const std::vector<const Measure*>& measures, size_t k) {
  return std::none_of(
      measures.begin() + static_cast<std::ptrdiff_t>(k) + 1, measures.end(),
      [](const Measure* measure) { return RowOf(*measure).items == ItemRule::kGood; });
}

// Adds what the measures of good translations are computed from.
void AddCounts(const Measured& measured, std::vector<std::string>& row) {
  row.push_back(fmt::format("{:.4g}{}", measured.cut.value_or(NAN), measured.best_cut ? "*" : ""));
  const GoodOutputs outputs = measured.good.value_or(GoodOutputs());
  for (const uint64_t count : {outputs.true_positives, outputs.false_positives,
                               outputs.false_negatives, outputs.true_negatives}) {
    row.push_back(measured.good ? std::to_string(count) : "n/a");
  }
}

// Makes a row for each metric, with an interval after the measures that have one.
TextTable AgreementTable(const EvaluationSet& set, const Evaluation& evaluation,
                         const WriteOptions& options) {
  TextTable table;
  table.columns = {{"metric", true}};
  for (size_t m = 0; m < set.metrics.size(); ++m) {
    table.rows.push_back({MetricName(set, evaluation, m)});
  }
  for (size_t k = 0; k < set.options.measures.size(); ++k) {
    bool intervals = false, ties = false, cuts = false, any = false;
    for (const auto& row : evaluation.estimates) {
      any = any || row[k].measured.weight > 0;
      intervals = intervals || !std::isnan(Shown(row[k]).low);
      ties = ties || row[k].measured.eps.has_value();
      cuts = cuts || row[k].measured.cut.has_value();
    }
    if (!any) continue;
    table.columns.push_back({std::string(set.options.measures[k]->title), false, true});
    if (intervals) table.columns.push_back({Percent(1 - set.options.alpha) + " interval"});
    if (ties) table.columns.push_back({"tied within"});
    const bool counts = cuts && IsLastWithCut(set.options.measures, k);
    for (const char* const title : {"good from", "TP", "FP", "FN", "TN"}) {
      if (counts) table.columns.push_back({title});
    }
    for (size_t m = 0; m < table.rows.size(); ++m) {
      const MeasureEstimate& estimate = evaluation.estimates[m][k];
      table.rows[m].push_back(Number(estimate.measured.value, options));
      if (intervals) table.rows[m].push_back(Range(Shown(estimate), options));
      if (ties) table.rows[m].push_back(fmt::format("{:.4g}", estimate.measured.eps.value_or(NAN)));
      if (counts) AddCounts(estimate.measured, table.rows[m]);
    }
  }
  return table;
}

// `value` returns the tested value of a metric.
template <typename ValueOfMetric>
TextTable RankTable(const EvaluationSet& set, const Evaluation& evaluation,
                    const TestedMeasure& tested, const WriteOptions& options,
                    const ValueOfMetric& value) {
  TextTable table;
  table.columns = {{"ranks"}, {"metric", true}, {std::string(tested.measure->title)}};
  for (size_t place = 0; place < tested.order.size(); ++place) {
    const uint32_t m = tested.order[place];
    if (place > 0 && tested.clusters[place] != tested.clusters[place - 1]) {
      table.rules.push_back(place);
    }
    const uint32_t low = tested.low[place], high = tested.high[place];
    table.rows.push_back({low == high ? fmt::format("{}", low) : fmt::format("{}-{}", low, high),
                          MetricName(set, evaluation, m), Number(value(m), options)});
  }
  return table;
}

TextTable PairTable(const EvaluationSet& set, const Evaluation& evaluation,
                    const TestedMeasure& tested, const WriteOptions& options) {
  TextTable table;
  table.columns = {{"better", true}, {"than", true}, {"difference"}, {"p"}, {"adjusted p"}};
  for (const MetricPair& pair : tested.pairs) {
    table.rows.push_back({Printable(NameIn(set, evaluation, pair.a)),
                          Printable(NameIn(set, evaluation, pair.b)),
                          Number(pair.difference, options), Numbers::P(pair.p),
                          Numbers::P(pair.p_adjusted) + (pair.significant ? "*" : " ")});
  }
  return table;
}

// "en-de|people:mqm without rater1"
std::string PeopleOf(const Evaluation& evaluation) {
  std::string people = evaluation.language_pair.empty() ? "" : evaluation.language_pair + '|';
  people += "people:" + Printable(evaluation.criterion);
  if (!evaluation.rater.empty()) people += " without " + Printable(evaluation.rater);
  return people;
}

std::string Heading(const EvaluationSet& set, const Evaluation& evaluation) {
  std::string heading = PeopleOf(evaluation);
  heading += fmt::format("|systems:{}", evaluation.systems.size());
  if (evaluation.segments > 0) {
    heading +=
        fmt::format("|{}:{}", set.of_documents ? "documents" : "segments", evaluation.segments);
  }
  if (evaluation.outputs > 0) heading += fmt::format("|outputs:{}", evaluation.outputs);
  return heading;
}

bool Measures(const EvaluationSet& set, std::string_view name) {
  return std::any_of(set.options.measures.begin(), set.options.measures.end(),
                     [&](const Measure* measure) { return measure->name == name; });
}

// Adds the ranks and pairs of a test, and once, what the star means.
template <typename ValueOfMetric>
void AddTest(const EvaluationSet& set, const Evaluation& evaluation, const TestedMeasure& tested,
             const WriteOptions& options, Page& page, const ValueOfMetric& value) {
  if (!tested.order.empty()) {
    page.tables.push_back(RankTable(set, evaluation, tested, options, value));
  }
  if (tested.pairs.empty()) return;
  page.tables.push_back(PairTable(set, evaluation, tested, options));
  const std::string note =
      fmt::format("* adjusted p <= {}, one-sided; correction: {} over the pairs of metrics",
                  set.options.alpha, NameOf(kCorrections, set.options.correction));
  if (page.notes.empty()) page.notes.push_back(note);
}

Page EvaluationPage(const EvaluationSet& set, const Evaluation& evaluation,
                    const WriteOptions& options) {
  Page page;
  page.heading = Heading(set, evaluation);
  page.tables.push_back(AgreementTable(set, evaluation, options));
  const auto& measures = set.options.measures;
  for (const TestedMeasure& tested : evaluation.tests) {
    const auto k = static_cast<size_t>(std::find(measures.begin(), measures.end(), tested.measure) -
                                       measures.begin());
    AddTest(set, evaluation, tested, options, page,
            [&](uint32_t m) { return evaluation.estimates[m][k].measured.value; });
  }
  return page;
}

// Makes the page of several pooled language pairs.
Page PooledPage(const EvaluationSet& set, const Evaluation& pooled, const WriteOptions& options) {
  Page page = EvaluationPage(set, pooled, options);
  page.heading = "all|" + page.heading;
  page.notes.push_back("pairs of systems and of outputs are pooled; other measures are averaged");
  return page;
}

// Makes a table of means over all language pairs; rows are metrics, columns criteria.
TextTable MeanTable(const EvaluationSet& set, size_t measure,
                    const std::vector<std::string>& criteria, const WriteOptions& options) {
  TextTable table;
  table.columns = {{std::string(set.options.measures[measure]->title), true}};
  for (const std::string& criterion : criteria)
    table.columns.push_back({Printable(criterion), false, true});
  if (criteria.size() > 1) table.columns.push_back({"mean"});
  for (size_t m = 0; m < set.metrics.size(); ++m) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(MetricName(set, {}, m));
    for (const std::string& criterion : criteria) {
      row.push_back(Number(MeanOverEvaluations(set, m, measure, criterion), options));
    }
    if (criteria.size() > 1) {
      row.push_back(Number(MeanOverEvaluations(set, m, measure, ""), options));
    }
  }
  return table;
}

Page MeanPage(const EvaluationSet& set, const WriteOptions& options) {
  std::vector<std::string> criteria, pairs;
  for (const Evaluation& evaluation : set.evaluations) {
    for (const auto& [names, name] : {std::pair(&criteria, evaluation.criterion),
                                      std::pair(&pairs, evaluation.language_pair)}) {
      if (std::find(names->begin(), names->end(), name) == names->end()) names->push_back(name);
    }
  }
  Page page;
  page.heading = fmt::format("means|language pairs:{}|criteria:{}", pairs.size(), criteria.size());
  for (size_t k = 0; k < set.options.measures.size(); ++k) {
    page.tables.push_back(MeanTable(set, k, criteria, options));
  }
  page.notes.push_back("pairs of systems and of outputs are pooled; other measures are averaged");
  return page;
}

// Makes a table of a study; rows are points, columns series.
TextTable StudyTable(const Study& study, size_t criterion, size_t measure,
                     const WriteOptions& options) {
  TextTable table;
  table.columns = {{std::string(study.measures[measure]->title), true}, {"units"}};
  for (const std::string& series : study.series)
    table.columns.push_back({Printable(series), false, true});
  for (const StudyPoint& point : study.points) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {Printable(point.label), std::to_string(point.units)};
    for (const auto& estimates : point.evaluations[criterion].estimates) {
      row.push_back(Number(estimates[measure].measured.value, options));
    }
  }
  return table;
}

TextTable SeriesPairTable(const Study& study, size_t measure, const std::vector<SeriesPair>& pairs,
                          const WriteOptions& options) {
  TextTable table;
  table.columns = {{fmt::format("{}, better", study.measures[measure]->title), true},
                   {"than", true},
                   {"mean difference"},
                   {"p"}};
  for (const SeriesPair& pair : pairs) {
    const bool turned = pair.difference < 0;
    table.rows.push_back({Printable(study.series[turned ? pair.b : pair.a]),
                          Printable(study.series[turned ? pair.a : pair.b]),
                          Number(std::fabs(pair.difference), options), Numbers::P(pair.p)});
  }
  return table;
}

TextTable RatioTable(const Study& study, const WriteOptions& options) {
  TextTable table;
  table.columns = {{"F-ratio over sets of references", true}, {"sets"}};
  for (const std::string& series : study.series)
    table.columns.push_back({Printable(series), false, true});
  for (const ReferenceRatio& ratio : study.ratios) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {fmt::format("of {}", ratio.size), std::to_string(ratio.sets)};
    for (const double value : ratio.of_series) row.push_back(Number(value, options));
  }
  return table;
}

// With fewer points, p cannot be as low as 0.05.
constexpr size_t kFewestPoints = 6;

Page StudyPage(const EvaluationSet& set, const Study& study, size_t criterion,
               const WriteOptions& options) {
  const Evaluation& first = study.points.front().evaluations[criterion];
  Page page;
  page.heading = PeopleOf(first) + "|study:" + Printable(study.name);
  bool tested = false;
  for (size_t k = 0; k < study.measures.size(); ++k) {
    page.tables.push_back(StudyTable(study, criterion, k, options));
    if (study.pairs.empty() || study.points.size() < kFewestPoints) continue;
    const std::vector<SeriesPair>& pairs = study.pairs[criterion][k];
    if (pairs.empty()) continue;
    page.tables.push_back(SeriesPairTable(study, k, pairs, options));
    tested = true;
  }
  if (!study.ratios.empty()) page.tables.push_back(RatioTable(study, options));
  if (study.axis != study.name) page.notes.push_back("rows: " + Printable(study.axis));
  if (tested) {
    page.notes.push_back("p: Wilcoxon's signed-rank test over the rows, two-sided, not corrected");
  }
  if (study.name == "references") page.notes.push_back("references are numbered as given");
  if (study.name.starts_with("length")) {
    page.notes.push_back(fmt::format(
        "pseudo-documents are made of segments in one random order, seed {}", set.options.seed));
  }
  if (study.name == "joining") {
    page.notes.push_back(
        "neighbouring segments of a document are joined before scoring; units are documents");
  }
  return page;
}

Page MeasureMeanPage(const EvaluationSet& set, const WriteOptions& options) {
  Page page;
  page.heading = fmt::format("means over measures:{}", set.options.measures.size());
  TextTable table;
  table.columns = {{"metric", true}, {"mean"}};
  for (size_t m = 0; m < set.metrics.size(); ++m) {
    table.rows.push_back({MetricName(set, {}, m), Number(MeanOverMeasures(set, m), options)});
  }
  page.tables.push_back(std::move(table));
  if (set.mean_test) {
    AddTest(set, {}, *set.mean_test, options, page,
            [&](uint32_t m) { return MeanOverMeasures(set, m); });
  }
  if (MixesShares(set.options.measures)) page.notes.push_back("correlations count as (1 + r) / 2");
  return page;
}

std::vector<Page> MakePages(const EvaluationSet& set, const WriteOptions& options) {
  std::vector<Page> pages;
  for (const Evaluation& evaluation : set.evaluations) {
    pages.push_back(EvaluationPage(set, evaluation, options));
  }
  for (const Evaluation& pooled : set.pooled) pages.push_back(PooledPage(set, pooled, options));
  if (set.evaluations.size() > 1 && set.pooled.size() != 1) pages.push_back(MeanPage(set, options));
  if (set.mean_measures) pages.push_back(MeasureMeanPage(set, options));
  for (const Study& study : set.studies) {
    const size_t criteria = study.points.empty() ? 0 : study.points.front().evaluations.size();
    for (size_t c = 0; c < criteria; ++c) pages.push_back(StudyPage(set, study, c, options));
  }
  return pages;
}

bool HasBestCut(const EvaluationSet& set) {
  for (const Evaluation& evaluation : set.evaluations) {
    for (const auto& of_metric : evaluation.estimates) {
      for (const MeasureEstimate& estimate : of_metric) {
        if (estimate.measured.best_cut) return true;
      }
    }
  }
  return false;
}

// Returns the notes that are printed once, after all pages.
std::vector<std::string> LastNotes(const EvaluationSet& set) {
  std::vector<std::string> notes;
  if (HasBestCut(set)) {
    notes.push_back(
        "* good from the score with the largest F1 on these data, which flatters the metric");
  }
  if (Measures(set, "f-ratio")) {
    notes.push_back("F-ratio: how well the metric separates systems; uses no human scores");
  }
  if (Measures(set, "differentials")) {
    notes.push_back(
        "differentials: score differences of each pair, with the system that people prefer first");
  }
  for (const EvaluatedMetric& metric : set.metrics) {
    notes.push_back(Printable(metric.name) + '|' + metric.signature);
  }
  notes.push_back("signature of the evaluation: " + EvaluationSignature(set));
  return notes;
}

// `frame` formats a heading, `table` a table, `note` a note.
template <typename Frame, typename Table, typename Note>
std::string SetPages(const EvaluationSet& set, const WriteOptions& options, const Frame& frame,
                     const Table& table, const Note& note) {
  std::string out;
  for (const Page& page : MakePages(set, options)) {
    out += frame(page.heading);
    for (const TextTable& each : page.tables) out += table(each) + '\n';
    for (const std::string& line : page.notes) out += note(line);
    if (!page.notes.empty()) out += '\n';
  }
  for (const std::string& line : LastNotes(set)) out += note(line);
  return out;
}

std::string EvaluationText(const EvaluationSet& set, const WriteOptions& options) {
  return SetPages(
      set, options, [](const std::string& heading) { return heading + "\n\n"; },
      [&](const TextTable& table) { return SplitTable(table, options.columns); },
      [&](const std::string& note) { return WrappedNote(note, options.columns); });
}

std::string EvaluationMarkdown(const EvaluationSet& set, const WriteOptions& options) {
  return SetPages(
      set, options, [](const std::string& heading) { return "`" + heading + "`\n\n"; },
      MarkdownTable, [](const std::string& note) { return "- " + MarkdownText(note) + '\n'; });
}

std::string EvaluationLatex(const EvaluationSet& set, const WriteOptions& options) {
  return "% \\usepackage{booktabs}\n\n" +
         SetPages(
             set, options, [](const std::string& heading) { return "% " + heading + '\n'; },
             LatexTable, [](const std::string& note) { return "% " + note + '\n'; });
}

}  // namespace

template <>
std::span<const AnswerFormat<EvaluationSet>> FormatsOf() {
  static constexpr AnswerFormat<EvaluationSet> kFormats[] = {
      {"text", EvaluationText},
      {"json", EvaluationJson},
      {"tsv", WriteSeparated<kTabs, EvaluationSet>},
      {"csv", WriteSeparated<kCommas, EvaluationSet>},
      {kParquet, WriteTableFile<kParquet, EvaluationSet>},
      {kArrow, WriteTableFile<kArrow, EvaluationSet>},
      {"latex", EvaluationLatex},
      {"markdown", EvaluationMarkdown},
  };
  return kFormats;
}

std::string EvaluationSignature(const EvaluationSet& set) {
  const EvaluateOptions& options = set.options;
  std::string signature =
      fmt::format("test:{}|B:{}|seed:{}|rng:mtg1|side:one|resample:{}|correction:{}",
                  NameOf(kMetricTests, options.test), options.resamples, options.seed,
                  NameOf(kResampledUnits, options.units), NameOf(kCorrections, options.correction));
  if (set.of_documents) signature += "|unit:document";
  if (set.judged_segments) signature += "|segments:judged";
  if (set.mean_measures && MixesShares(set.options.measures)) signature += "|mean:unit";
  if (options.measure.grouping) {
    signature += fmt::format("|group:{}", NameOf(kGroupings, *options.measure.grouping));
  }
  if (options.measure.average.by_size) signature += "|average:size";
  if (options.measure.average.nan_is_zero) signature += "|undefined:zero";
  if (Measures(set, "tau-like"))
    signature += fmt::format("|threshold:{}", options.measure.threshold);
  if (Measures(set, "spa")) {
    signature += options.measure.spa_ties == SpaTies::kHalf ? "|spa:half" : "|spa:by-name";
  }
  const bool good =
      std::any_of(options.measures.begin(), options.measures.end(), [](const Measure* measure) {
        const ItemRule rule = RowOf(*measure).items;
        return rule == ItemRule::kGood || rule == ItemRule::kOrder;
      });
  if (good && options.measure.error_free) {
    signature += "|good:error-free";
  } else if (good) {
    signature += fmt::format("|good:{}", options.measure.good);
  }
  if (options.ties == ScoreTies::kClose) signature += "|ties:1e-12";
  return signature + "|version:mtgauge-" + std::string(kVersion);
}

}  // namespace mtgauge
