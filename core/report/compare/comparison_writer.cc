// The table of formats of a Comparison, and the words and tables that the formats for humans share.
#include "core/report/compare/comparison_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/printing.h"
#include "core/report/compare/comparison_numbers.h"
#include "core/report/compare/difference_notes.h"
#include "core/report/compare/shown_pairs.h"
#include "core/report/forms/separated.h"
#include "core/report/write_options.h"
#include "core/significance/conventions.h"

namespace mtgauge {
namespace {

// With more systems than this, only pairs of neighbours in the ranking are shown.
constexpr size_t kMostForAllPairs = 8;

std::string Percent(double share, int digits) {
  return fmt::format("{:.{}f}%", 100 * share, digits);
}

ShownPair Show(const PairTest& test, bool turned) {
  if (!turned) {
    return {test.a, test.b, test.difference, test.interval, test.wins, test.losses, &test};
  }
  // 0 - 0 is 0, but -0 is printed with a sign.
  const Interval interval = {0 - test.interval.high, 0 - test.interval.low};
  return {test.b, test.a, 0 - test.difference, interval, test.losses, test.wins, &test};
}

// Returns each system's place in the ranking.
std::vector<size_t> Places(const MetricComparison& metric) {
  const std::vector<size_t> ranking = Ranking(metric);
  std::vector<size_t> places(ranking.size());
  for (size_t place = 0; place < ranking.size(); ++place) places[ranking[place]] = place;
  return places;
}

TextTable SystemTable(const Comparison& comparison, const MetricComparison& metric,
                      const std::vector<std::string>& names, const Numbers& numbers) {
  const bool ranked = IsRanked(metric);
  const bool runs = std::any_of(metric.systems.begin(), metric.systems.end(),
                                [](const SystemEstimate& system) { return system.runs > 1; });
  TextTable table;
  if (ranked) table.columns.push_back({"rank"});
  table.columns.push_back({"system", true});
  table.columns.push_back({"score"});
  table.columns.push_back({LevelName(comparison.options.alpha) + " interval"});
  table.columns.push_back({"sd"});
  for (const Detail& share : metric.systems.front().details) table.columns.push_back({share.name});
  if (runs) table.columns.insert(table.columns.end(), {{"runs"}, {"sd of runs"}});

  uint32_t cluster = 0;
  for (const size_t s : Ranking(metric)) {
    const SystemEstimate& system = metric.systems[s];
    if (!table.rows.empty() && system.cluster != cluster) table.rules.push_back(table.rows.size());
    cluster = system.cluster;
    std::vector<std::string>& row = table.rows.emplace_back();
    if (ranked) row.push_back(RankRange(system));
    row.push_back(names[s]);
    row.push_back(numbers.Score(system.score) + MarkAgainstBaseline(comparison, metric, s));
    row.push_back(numbers.Range(system.interval));
    row.push_back(numbers.Score(system.sd));
    for (const Detail& share : system.details) {
      row.push_back(numbers.Score(std::get<double>(share.value)));
    }
    if (runs) {
      row.push_back(std::to_string(system.runs));
      row.push_back(system.sd_optimizer ? numbers.Score(*system.sd_optimizer) : "n/a");
    }
  }
  return table;
}

TextTable PairTable(const CompareOptions& options, const std::vector<ShownPair>& shown,
                    const std::vector<std::string>& names, const Numbers& numbers) {
  const bool people = std::any_of(shown.begin(), shown.end(), [](const ShownPair& pair) {
    return pair.test->human_agreement.has_value();
  });
  TextTable table;
  table.columns = {{"A", true},
                   {"B", true},
                   {"A - B"},
                   {"se"},
                   {LevelName(options.alpha) + " interval"},
                   {"p"},
                   {"adjusted p"},
                   {"A wins", false, true},
                   {"B wins"},
                   {"ties"}};
  if (people) table.columns.push_back({"people"});
  const SamplePlan* const planned =
      shown.empty() || !shown.front().test->plan ? nullptr : &*shown.front().test->plan;
  if (planned != nullptr) {
    const std::string found = fmt::format("to find {}", numbers.Score(planned->difference));
    table.columns.insert(table.columns.end(),
                         {{fmt::format("{}s {}", NameOf(kUnits, options.unit), found), false, true},
                          {"segments"},
                          {"power now"}});
  }
  for (const ShownPair& pair : shown) {
    const PairTest& test = *pair.test;
    table.rows.push_back({names[pair.a], names[pair.b], numbers.Difference(pair.difference),
                          numbers.Score(test.se), numbers.Range(pair.interval), Numbers::P(test.p),
                          Numbers::P(test.p_adjusted) + (test.significant ? "*" : " "),
                          Percent(pair.wins, 1), Percent(pair.losses, 1), Percent(test.ties, 1)});
    if (people) {
      table.rows.back().push_back(
          test.human_agreement ? fmt::format("{:.0f}%", *test.human_agreement) : "n/a");
    }
    if (planned == nullptr) continue;
    const bool possible = test.plan->units > 0;
    table.rows.back().push_back(possible ? std::to_string(test.plan->units) : "n/a");
    table.rows.back().push_back(possible ? std::to_string(test.plan->segments) : "n/a");
    table.rows.back().push_back(
        std::isnan(test.plan->power_now) ? "n/a" : Percent(test.plan->power_now, 0));
  }
  return table;
}

// Differences of segment scores, plain and at equal length; empty if none is known.
TextTable LengthTable(const CompareOptions& options, const std::vector<ShownPair>& shown,
                      const std::vector<std::string>& names, const Numbers& numbers) {
  TextTable table;
  table.columns = {{"A", true},         {"B", true},  {"mean A - B"},
                   {"at equal length"}, {"se"},       {LevelName(options.alpha) + " interval"},
                   {"A longer by"},     {"per token"}};
  for (const ShownPair& pair : shown) {
    if (!pair.test->equal_length) continue;
    const EqualLength& equal = *pair.test->equal_length;
    const double sign = pair.turned() ? -1 : 1;
    const Interval& interval = equal.interval;
    table.rows.push_back(
        {names[pair.a], names[pair.b], numbers.Difference(sign * equal.mean),
         numbers.Difference(sign * equal.difference), numbers.Score(equal.se),
         numbers.Range(pair.turned() ? Interval{-interval.high, -interval.low} : interval),
         fmt::format("{:+.2f}", sign * equal.longer), fmt::format("{:+.3g}", equal.per_token)});
  }
  return table;
}

std::string MarkNote(const CompareOptions& options, size_t pairs) {
  if (options.correction == Correction::kNone) {
    return fmt::format("* p <= {}, without correction for the number of pairs", options.alpha);
  }
  return fmt::format("* adjusted p <= {}; correction: {} over {} of one metric{}", options.alpha,
                     NameOf(kCorrections, options.correction),
                     pairs == 1 ? "the one pair" : fmt::format("the {} pairs", pairs),
                     options.baseline ? " with the baseline" : "");
}

// Returns an empty note if no pair has a detectable difference.
std::string PowerNote(const CompareOptions& options, const MetricComparison& metric,
                      const Numbers& numbers, const WriteOptions& write) {
  std::vector<double> detectable;
  for (const PairTest& pair : metric.pairs) {
    if (!std::isnan(pair.detectable)) detectable.push_back(pair.detectable);
  }
  if (detectable.empty()) return {};
  const auto [least, most] = std::minmax_element(detectable.begin(), detectable.end());
  const std::string low = numbers.Score(*least), high = numbers.Score(*most);
  return fmt::format(
      "this test set can find a difference of {} ({} power, before correction){}",
      low == high ? low : low + " to " + high + ", depending on the pair",
      Percent(options.power, 0),
      write.plan.empty() ? "" : fmt::format("; '{}' draws power against size", write.plan));
}

// p: (exceedances + 1) / (resamples + 1), which sacreBLEU computes from 1,000 resamples.
std::string SacreBleuNote(const CompareOptions& options, const ShownPair& top,
                          const std::vector<std::string>& names) {
  constexpr double kResamples = 1000;
  const auto drawn = static_cast<double>(options.resamples);
  const double share = (*top.test->p_sacrebleu_bs * (drawn + 1) - 1) / drawn;
  return fmt::format(
      "sacreBLEU's --paired-bs would print about p = {} for {} and {}, from 1,000 resamples; "
      "its p is about half as large as it should be",
      Numbers::P((share * kResamples + 1) / (kResamples + 1)), names[top.a], names[top.b]);
}

// Returns true if sacreBLEU could do the same test, but by another rule.
bool SacreBleuWouldDiffer(const CompareOptions& options, const MetricComparison& metric) {
  return options.mean.empty() && metric.equals.starts_with("sacrebleu") &&
         metric.systems.front().runs == 1 && options.unit == Unit::kSegment &&
         (options.null != NullRule::kShifted || options.test != TestKind::kBootstrap);
}

void AppendPairNotes(const Comparison& comparison, const MetricComparison& metric,
                     const std::vector<ShownPair>& shown, const std::vector<std::string>& names,
                     const Numbers& numbers, const WriteOptions& write,
                     std::vector<std::string>& notes) {
  const CompareOptions& options = comparison.options;
  for (std::string& note : BrevityNotes(metric, shown, names, numbers)) {
    notes.push_back(std::move(note));
  }
  notes.push_back(MarkNote(options, metric.pairs.size()));
  notes.push_back(
      options.test == TestKind::kWald
          ? "wins and ties are shares of the judgements of the pair"
          : "wins and ties are shares of the resamples, not probabilities of being better");
  if (options.test == TestKind::kRandomization || options.test == TestKind::kWilcoxon) {
    notes.push_back(fmt::format(
        "the se and interval of a difference come from the bootstrap, p from {}",
        options.test == TestKind::kWilcoxon ? "the signed-rank test" : "randomization"));
  }
  if (shown.size() < metric.pairs.size()) {
    notes.push_back(fmt::format(
        "{} of {} pairs are shown, those of neighbours in the ranking; json and tsv have all",
        shown.size(), metric.pairs.size()));
  }
  const std::string power = PowerNote(options, metric, numbers, write);
  if (!power.empty()) notes.push_back(power);
  if (!shown.empty() && shown.front().test->p_sacrebleu_bs &&
      SacreBleuWouldDiffer(options, metric)) {
    notes.push_back(SacreBleuNote(options, shown.front(), names));
  }
  if (std::any_of(shown.begin(), shown.end(),
                  [](const ShownPair& pair) { return pair.test->equal_length.has_value(); })) {
    notes.push_back(
        "at equal length: of segment scores, by regression on the difference of length; it may "
        "differ in size from scores of the corpus");
  }
  if (std::any_of(shown.begin(), shown.end(),
                  [](const ShownPair& pair) { return pair.test->human_agreement.has_value(); })) {
    notes.push_back(
        "people: estimated share of people's rankings that agree with this difference (Kocmi et "
        "al., 2024); informational only");
  }
}

}  // namespace

std::vector<ShownPair> ShownPairs(const Comparison& comparison, const MetricComparison& metric) {
  const std::vector<size_t> places = Places(metric);
  const std::optional<uint32_t> baseline = comparison.options.baseline;
  const bool grouped = !comparison.by.empty();
  const bool all = baseline || metric.systems.size() <= kMostForAllPairs;
  std::vector<ShownPair> shown;
  for (const PairTest& test : metric.pairs) {
    const bool worse_first = places[test.a] > places[test.b];
    const bool neighbours = (worse_first ? places[test.b] : places[test.a]) + 1 ==
                            (worse_first ? places[test.a] : places[test.b]);
    if (!all && !neighbours) continue;
    shown.push_back(Show(test, baseline ? test.a == *baseline : worse_first && !grouped));
  }
  if (grouped) return shown;
  std::sort(shown.begin(), shown.end(), [&](const ShownPair& x, const ShownPair& y) {
    return std::pair(places[x.a], places[x.b]) < std::pair(places[y.a], places[y.b]);
  });
  return shown;
}

bool IsRanked(const MetricComparison& metric) {
  if (!metric.pairs.empty()) return metric.ranks;
  return metric.systems.size() > 1 &&
         std::any_of(metric.systems.begin(), metric.systems.end(),
                     [](const SystemEstimate& system) { return system.rank_high > 1; });
}

std::string RankRange(const SystemEstimate& system) {
  if (system.rank_low == system.rank_high) return std::to_string(system.rank_low);
  return fmt::format("{}-{}", system.rank_low, system.rank_high);
}

std::vector<std::string> PrintedNames(const MetricComparison& metric) {
  std::vector<std::string> names;
  for (const SystemEstimate& system : metric.systems) names.push_back(Printable(system.name));
  return names;
}

std::string MarkAgainstBaseline(const Comparison& comparison, const MetricComparison& metric,
                                size_t system) {
  if (!comparison.options.baseline) return {};
  const bool differs =
      std::any_of(metric.pairs.begin(), metric.pairs.end(), [&](const PairTest& test) {
        return test.significant && (test.a == system || test.b == system) &&
               system != *comparison.options.baseline;
      });
  return differs ? "*" : " ";
}

std::span<const ComparisonFormat> ComparisonFormats() {
  static constexpr ComparisonFormat kFormats[] = {
      {"text", CompareText, true, true, true, true},
      {"json", CompareJson, false, true, true, true},
      {"tsv", WriteSeparated<kTabs, Comparison>, false, true, false, true},
      {"csv", WriteSeparated<kCommas, Comparison>, false, true, false, true},
      {kParquet, WriteTableFile<kParquet, Comparison>, false, true, false, true},
      {kArrow, WriteTableFile<kArrow, Comparison>, false, true, false, true},
      {"latex", CompareLatex, true, false, false, true},
      {"markdown", CompareMarkdown, true, true, true, true},
      {"html", CompareHtml, true, true, true, true},
      {"svg", CompareSvg, false, true, false, false},
  };
  return kFormats;
}

std::vector<size_t> Ranking(const MetricComparison& metric) {
  std::vector<size_t> order(metric.systems.size());
  std::iota(order.begin(), order.end(), size_t{0});
  if (!metric.ranks) return order;
  std::stable_sort(order.begin(), order.end(), [&](size_t x, size_t y) {
    const double first = metric.systems[x].score, second = metric.systems[y].score;
    return metric.higher_is_better ? first > second : first < second;
  });
  return order;
}

ComparisonPage MakePage(const Comparison& comparison, const MetricComparison& metric,
                        const WriteOptions& options) {
  const Numbers numbers(metric, options);
  const std::vector<std::string> names = PrintedNames(metric);
  const std::vector<ShownPair> shown = ShownPairs(comparison, metric);
  ComparisonPage page;
  if (!comparison.by.empty()) {
    page.heading = fmt::format("{} {}: ", comparison.by, Printable(metric.group));
  }
  page.heading += Printable(metric.metric) + '|' + metric.signature;
  page.systems = SystemTable(comparison, metric, names, numbers);
  page.pairs = PairTable(comparison.options, shown, names, numbers);
  page.lengths = LengthTable(comparison.options, shown, names, numbers);
  if (!metric.ranks) {
    page.notes.push_back(
        "neither higher nor lower scores are better, so there are no ranks; the higher one wins");
  } else if (!metric.higher_is_better) {
    page.notes.push_back("lower scores are better");
  }
  if (!comparison.options.mean.empty()) {
    page.notes.push_back(fmt::format("scores are means over {}", comparison.options.mean));
  }
  if (!metric.pairs.empty()) {
    AppendPairNotes(comparison, metric, shown, names, numbers, options, page.notes);
  }
  if (metric.design_effect) {
    page.notes.push_back(fmt::format(
        "design effect of {0}s: {1:.2f} (variance over {0}s by variance over segments)",
        NameOf(kUnits, std::max(comparison.options.unit, Unit::kDocument)), *metric.design_effect));
  } else if (comparison.documents == 1) {
    page.notes.emplace_back("design effect of documents: n/a, since there is only one document");
  }
  if (!comparison.by.empty() && !metric.pairs.empty()) {
    page.notes.push_back("p is corrected within this group, not for the number of groups");
  }
  page.notes.push_back("signature of the test: " + metric.test_signature);
  return page;
}

std::string PaperNote(const Comparison& comparison, const WriteOptions& options) {
  if (std::all_of(comparison.metrics.begin(), comparison.metrics.end(),
                  [](const MetricComparison& metric) { return metric.pairs.empty(); })) {
    return {};
  }
  return fmt::format(
      "in a paper, report this verb's p and interval with the signature{} above{}",
      comparison.metrics.size() > 1 ? "s" : "",
      options.cite.empty() ? "" : fmt::format("; '{}' writes the methods sentence", options.cite));
}

}  // namespace mtgauge
