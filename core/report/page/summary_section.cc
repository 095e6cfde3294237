// Writes the first screen: which system is better, by how much and in what, the chart of scores,
// and links to the findings that tell most about the difference.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/printing.h"
#include "core/report/compare/comparison_numbers.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/compare/rank_chart.h"
#include "core/report/compare/shown_pairs.h"
#include "core/report/forms/html.h"
#include "core/report/page/sections.h"

namespace mtgauge {
namespace {

constexpr size_t kMostFindings = 3;
constexpr uint64_t kLeastWords = 20;  // of a kind of words that is named
constexpr std::string_view kNeitherIsBetter = "and neither higher nor lower is better";

// The two systems that the summary of a metric is about: the best two or, with a baseline, the
// baseline and the best of the others.
struct Lead {
  const PairTest* test;
  uint32_t better, worse;
  double Of(double better_minus_worse) const {
    return better == test->a ? better_minus_worse : -better_minus_worse;
  }
};

std::optional<Lead> LeadOf(const Comparison& comparison, const MetricComparison& metric) {
  const std::vector<ShownPair> pairs = ShownPairs(comparison, metric);
  if (pairs.empty()) return std::nullopt;
  const PairTest& test = *pairs.front().test;
  const bool a_better = (test.difference >= 0) == metric.higher_is_better;
  return Lead{&test, a_better ? test.a : test.b, a_better ? test.b : test.a};
}

// What the sentences about one metric need.
struct Telling {
  Telling(const PageData& all, size_t m)
      : page(all),
        number(m),
        metric(all.findings.comparison.metrics[m]),
        numbers(metric, all.write),
        lead(LeadOf(all.findings.comparison, metric)),
        systems(PrintedNames(metric)),
        name(Html(metric.metric)) {}

  std::string NameOf(uint32_t system) const {
    const bool baseline = page.findings.comparison.options.baseline == system;
    return (baseline ? "the baseline " : "") + NameHtml(systems[system]);
  }
  std::string Score(uint32_t system) const { return numbers.Score(metric.systems[system].score); }
  std::string Size(double difference) const {
    return numbers.Score(std::fabs(difference)) + ' ' + name;
  }

  const PageData& page;
  size_t number;
  const MetricComparison& metric;
  Numbers numbers;
  std::optional<Lead> lead;
  std::vector<std::string> systems;  // printable
  std::string name;                  // of the metric
};

std::string Sentence(std::string text) {
  if (text.starts_with("the ")) text.front() = 'T';
  return text + '.';
}

// The rates of a class of errors in the outputs of the two systems.
struct ErrorPair {
  ErrorClass error;
  double better, worse;
  std::string Text() const {
    return fmt::format("{:.1f} per 100 words of the {} against {:.1f}", better,
                       error.reference ? "references" : "hypotheses", worse);
  }
};

// Returns the class in which one of the two systems has most errors less than the other, if that
// shows in the text.
std::optional<ErrorPair> LargestOfErrors(const Findings& findings, const Lead& lead,
                                         bool of_better) {
  std::optional<ErrorPair> largest;
  double most = 0.1;
  if (findings.errors.empty()) return largest;
  for (const ErrorClass& error : ErrorClassesOf(findings)) {
    const auto rate = [&](uint32_t system) {
      const SystemErrors& errors = findings.errors[system];
      return ErrorRate(ErrorsOf(errors, error),
                       error.reference ? errors.reference_words : errors.hypothesis_words);
    };
    const ErrorPair pair = {error, rate(lead.better), rate(lead.worse)};
    const double less = of_better ? pair.worse - pair.better : pair.better - pair.worse;
    if (less <= most) continue;
    most = less;
    largest = pair;
  }
  return largest;
}

// The lowest and the highest score of a metric that does not rank.
std::string RangeOfScores(const Telling& of) {
  const auto [low, high] =
      std::ranges::minmax_element(of.metric.systems, {}, &SystemEstimate::score);
  std::string range = of.numbers.Score(low->score);
  if (low->score != high->score) range += " to " + of.numbers.Score(high->score);
  return fmt::format("{}: <strong>{}</strong>, {}", of.name, range, kNeitherIsBetter);
}

std::string AnswerWithoutTest(const Telling& of) {
  if (!of.metric.ranks) return RangeOfScores(of);
  const auto system = static_cast<uint32_t>(Ranking(of.metric).front());
  std::vector<std::string> best;
  for (uint32_t s = 0; s < of.metric.systems.size(); ++s) {
    const bool equal = of.metric.systems[s].score == of.metric.systems[system].score;
    if (equal || s == system) best.push_back(of.NameOf(s));
  }
  const std::string_view has = of.metric.systems.size() == 1 ? ""
                               : best.size() == 1            ? " has the best score"
                                                             : " have the best score";
  std::string text = fmt::format("{}{}: <strong>{} {}</strong>", fmt::join(best, " and "), has,
                                 of.Score(system), of.name);
  const Interval& interval = of.metric.systems[system].interval;
  if (!std::isfinite(interval.low)) return text;
  return text + fmt::format(" ({} interval {})",
                            LevelName(of.page.findings.comparison.options.alpha),
                            of.numbers.Range(interval));
}

std::string PText(double p) {
  const std::string text = Numbers::P(p);
  return text.starts_with('<') ? "< " + text.substr(1) : "= " + text;
}

// Returns the sentence that says who is better, by how much and in what.
std::string Answer(const Telling& of) {
  if (!of.lead) return AnswerWithoutTest(of);
  const Lead& lead = *of.lead;
  const PairTest& test = *lead.test;
  const std::string better = of.NameOf(lead.better), worse = of.NameOf(lead.worse);
  if (!std::isfinite(test.difference)) {
    return fmt::format("{} and {} cannot be compared by {}: a score is missing", better, worse,
                       of.name);
  }
  const std::string figures = fmt::format("{} against {}, adjusted p {}", of.Score(lead.better),
                                          of.Score(lead.worse), Html(PText(test.p_adjusted)));
  if (!test.significant) {
    std::string text = fmt::format(
        "{} and {} <strong>cannot be told apart</strong>: their difference of {} is not "
        "significant ({})",
        better, worse, of.Size(test.difference), figures);
    if (!std::isfinite(test.detectable) || test.detectable <= 0) return text;
    return text + fmt::format("; this test set can find a difference of {} ({:.0f}% power)",
                              of.numbers.Score(test.detectable),
                              100 * of.page.findings.comparison.options.power);
  }
  if (!of.metric.ranks) {
    return fmt::format("{} is higher than {} by <strong>{}</strong> ({}), {}", better, worse,
                       of.Size(test.difference), figures, kNeitherIsBetter);
  }
  const size_t systems = of.metric.systems.size();
  const bool ranked = !of.page.findings.comparison.options.baseline;
  std::string text = fmt::format(
      "{} is better than {}{} by <strong>{}</strong> ({})", better, worse,
      ranked && systems > 2 ? fmt::format(", second by score of {} systems,", systems) : "",
      of.Size(test.difference), figures);
  if (const auto errors = LargestOfErrors(of.page.findings, lead, true)) {
    text += fmt::format(", above all with fewer {}: {}", errors->error.errors, errors->Text());
  }
  return text;
}

// Returns what the other metrics say of the same two systems.
std::string OtherMetrics(const Telling& of) {
  if (!of.lead || !of.metric.ranks) return {};
  std::vector<std::string> better, worse, neither;
  for (const MetricComparison& other : of.page.findings.comparison.metrics) {
    const PairTest* test = TestOf(other, of.lead->test->a, of.lead->test->b);
    if (&other == &of.metric || other.group != of.metric.group || test == nullptr) continue;
    if (!other.ranks) continue;
    const bool same = (of.lead->Of(test->difference) > 0) == other.higher_is_better;
    (!test->significant ? neither : same ? better : worse).push_back(Html(other.metric));
  }
  std::string out;
  const auto say = [&](const std::vector<std::string>& metrics, const std::string& who) {
    if (metrics.empty()) return;
    out += fmt::format("By {}, {} is significantly better. ", fmt::join(metrics, " and "), who);
  };
  say(better, of.NameOf(of.lead->better));
  say(worse, of.NameOf(of.lead->worse));
  say(neither, "neither");
  return out.empty() ? out : "<p>" + out + "</p>\n";
}

struct Finding {
  std::string link, text;  // "#errors", HTML
};
using MaybeFinding = std::optional<Finding>;

MaybeFinding BrokenFinding(const Telling& of) {
  MaybeFinding finding;
  uint64_t most = 0;
  for (const BrokenOutputs& check : of.page.findings.checks) {
    for (uint32_t s = 0; s < check.found.size(); ++s) {
      if (check.found[s] <= most) continue;
      most = check.found[s];
      finding = {"#checks", fmt::format("Broken outputs: {} of {} of {} {} {}", most,
                                        of.page.findings.comparison.segments, of.NameOf(s),
                                        most == 1 ? "is" : "are", Html(check.check))};
    }
  }
  return finding;
}

// The brevity penalty, if it makes most of the difference.
MaybeFinding BrevityFinding(const Telling& of) {
  const PairTest& test = *of.lead->test;
  if (!test.brevity || test.difference == 0 || *test.brevity / test.difference <= 0.5) return {};
  return Finding{"#scores",
                 fmt::format("Length: {} of the difference of {} is brevity penalty",
                             of.numbers.Score(std::fabs(*test.brevity)), of.Size(test.difference))};
}

// A class of errors in which the better system is worse, or else the largest difference.
MaybeFinding ErrorFinding(const Telling& of) {
  const Findings& findings = of.page.findings;
  for (const bool of_better : {false, true}) {
    if (const auto errors = LargestOfErrors(findings, *of.lead, of_better)) {
      return Finding{"#errors", fmt::format("Errors: {} has {} {}, {}", of.NameOf(of.lead->better),
                                            of_better ? "fewer" : "more", errors->error.errors,
                                            errors->Text())};
    }
  }
  return {};
}

// A kind of segments in which the other system is significantly better, or else the one with the
// largest significant difference, if it is larger than over all segments.
MaybeFinding KindFinding(const Telling& of) {
  MaybeFinding finding;
  double most = std::fabs(of.lead->test->difference);
  bool turned = false;
  for (size_t b = 0; b < of.page.findings.buckets.size(); ++b) {
    const SegmentBuckets& buckets = of.page.findings.buckets[b];
    const std::vector<const MetricComparison*> kinds = KindsOf(of.page, buckets, of.number);
    for (const MetricComparison* kind : kinds) {
      const PairTest* test = TestOf(*kind, of.lead->test->a, of.lead->test->b);
      if (kinds.size() < 2 || test == nullptr || !test->significant) continue;
      const bool better = (of.lead->Of(test->difference) > 0) == of.metric.higher_is_better;
      const double size = std::fabs(test->difference);
      if (better ? turned || size <= most : turned && size <= most) continue;
      most = size;
      turned = !better;
      finding = {
          fmt::format("#kinds-{}", b),
          fmt::format("{} by {}: in {} ({}), {} is better by {}", of.name, Html(buckets.label),
                      NameHtml(kind->group), Counted(SegmentsOf(buckets, kind->group), "segment"),
                      of.NameOf(better ? of.lead->better : of.lead->worse), of.Size(size))};
    }
  }
  return finding;
}

// The kind of words in which F1 differs most.
MaybeFinding WordFinding(const Telling& of) {
  MaybeFinding finding;
  double most = 0;
  for (size_t t = 0; t < of.page.findings.words.size(); ++t) {
    const WordTable& table = of.page.findings.words[t];
    for (const WordKind& kind : table.kinds) {
      const double better = F1Of(kind, kind.systems[of.lead->better]);
      const double worse = F1Of(kind, kind.systems[of.lead->worse]);
      if (kind.reference < kLeastWords || std::fabs(better - worse) <= most) continue;
      most = std::fabs(better - worse);
      finding = {fmt::format("#words-{}", t),
                 fmt::format("Words by {}, {}: F1 is {:.3f} for {} and {:.3f} for {}",
                             Html(table.label), NameHtml(kind.name), better,
                             of.NameOf(of.lead->better), worse, of.NameOf(of.lead->worse))};
    }
  }
  return finding;
}

// The first findings there are, those first that a reader should not miss.
std::string FindingsPart(const Telling& of) {
  std::vector<MaybeFinding> found = {BrokenFinding(of)};
  if (of.lead && of.metric.ranks) {
    for (const auto find : {BrevityFinding, KindFinding, ErrorFinding, WordFinding}) {
      found.push_back(find(of));
    }
  }
  std::erase(found, std::nullopt);
  found.resize(std::min(found.size(), kMostFindings));
  std::string items;
  for (const MaybeFinding& finding : found) {
    items += fmt::format("<li><a href=\"{}\">{}</a></li>\n", finding->link, finding->text);
  }
  return items.empty() ? items : "<h3>What tells most</h3>\n<ul>\n" + items + "</ul>\n";
}

// Two sizes of the chart, of which the style sheet shows one.
std::string ChartPart(const Telling& of) {
  const Comparison& comparison = of.page.findings.comparison;
  const auto draw = [&](const RankChartSize& size, std::string_view style) {
    return RankElement(comparison, of.metric, of.page.write, size, style);
  };
  const std::string intervals =
      HasIntervals(of.metric)
          ? fmt::format(", with {} intervals", LevelName(comparison.options.alpha))
          : "";
  const bool clusters = of.lead && of.metric.systems.front().cluster > 0;
  return fmt::format("<figure>\n<figcaption>{}{}{}</figcaption>\n{}{}</figure>\n",
                     Html(MetricTitle(comparison, of.metric)), intervals,
                     clusters ? "; the shades separate clusters" : "",
                     draw({620, 24}, "ranks roomy"), draw({360, 14}, "ranks narrow"));
}

std::string GatePart(const Comparison& comparison) {
  if (!comparison.gate) return {};
  std::vector<std::string> messages;
  for (const GateFailure& failure : comparison.gate->failures) messages.push_back(failure.message);
  const Verdict verdict = comparison.gate->verdict();
  return fmt::format("<p><strong>Gate {}</strong></p>\n{}",
                     verdict == Verdict::kPass   ? "passed"
                     : verdict == Verdict::kFail ? "failed"
                                                 : "undecided",
                     messages.empty() ? "" : ListHtml(messages));
}

std::string WarningsPart(const Comparison& comparison) {
  if (comparison.warnings.empty()) return {};
  std::vector<std::string> texts;
  for (const Warning& warning : comparison.warnings) {
    texts.push_back(warning.system.empty() ? warning.message
                                           : warning.system + ": " + warning.message);
  }
  return "<div class=\"warnings\"><h3>Warnings</h3>\n" + ListHtml(texts) + "</div>\n";
}

std::string Counts(const Comparison& comparison) {
  std::string out =
      fmt::format("<p>{} scored", Counted(comparison.segments, "segment was", "segments were"));
  if (comparison.documents > 0) out += ", of " + Counted(comparison.documents, "document");
  if (comparison.skipped > 0)
    out += fmt::format("; {} left out", Counted(comparison.skipped, "was", "were"));
  if (comparison.replaced > 0)
    out += fmt::format("; in {}, invalid UTF-8 was replaced", comparison.replaced);
  return out + ".</p>\n";
}

}  // namespace

std::string SummarySection(const PageData& page) {
  const Comparison& comparison = page.findings.comparison;
  std::string out =
      "<section id=\"summary\" aria-labelledby=\"summary-head\">\n"
      "<h2 id=\"summary-head\">Summary</h2>\n" +
      GatePart(comparison);
  for (size_t m = 0; m < comparison.metrics.size(); ++m) {
    const Telling of(page, m);
    const std::string group = GroupTitle(comparison, of.metric);
    const std::string answer = (group.empty() ? "" : Html(group) + ": ") + Answer(of);
    out += OfMetric(m, "<p class=\"answer\">" + Sentence(answer) + "</p>\n" +
                           BesideHtml(ChartPart(of) + "<div>\n" + OtherMetrics(of) +
                                      FindingsPart(of) + "</div>\n"));
  }
  return out + Counts(comparison) + WarningsPart(comparison) + "</section>\n";
}

}  // namespace mtgauge
