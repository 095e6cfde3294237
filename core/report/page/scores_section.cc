// Writes the scores of all segments, and the tests.
#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/version.h"
#include "core/report/compare/agreement_page.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/compare/difference_notes.h"
#include "core/report/compare/rank_chart.h"
#include "core/report/explain/findings_writer.h"
#include "core/report/forms/html.h"
#include "core/report/page/sections.h"
#include "core/report/score/report_table.h"
#include "core/report/write_options.h"

namespace mtgauge {
namespace {

// More systems do not fit side by side; the tables of pairs have them.
constexpr size_t kMostForMatrix = 12;

// Returns the index of the column with this title, or the number of columns.
size_t ColumnOf(const TextTable& table, std::string_view title) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const auto& column) { return column.title == title; });
  return static_cast<size_t>(found - table.columns.begin());
}

// Returns the row of each system in a table in the order of the ranking.
std::vector<size_t> RowsOf(const MetricComparison& metric) {
  const std::vector<size_t> ranking = Ranking(metric);
  std::vector<size_t> rows(ranking.size());
  for (size_t row = 0; row < ranking.size(); ++row) rows[ranking[row]] = row;
  return rows;
}

// Appends the scores of a metric to the rows of its systems, from `first` on: score, interval and
// ranks.
void AppendScores(const MetricComparison& metric, const TextTable& from, size_t first,
                  HtmlTable& table) {
  const size_t rank = ColumnOf(from, "rank"), score = ColumnOf(from, "score");
  const bool ranked = rank < from.columns.size();
  if (first == 0) {
    table.groups.push_back({metric.metric, ranked ? size_t{3} : size_t{2}});
    table.heads.insert(table.heads.end(), {"score", Html(from.columns[score + 1].title)});
    if (ranked) table.heads.emplace_back("rank");
  }
  const std::vector<size_t> rows = RowsOf(metric);
  for (size_t s = 0; s < rows.size(); ++s) {
    const std::vector<std::string>& cells = from.rows[rows[s]];
    std::vector<std::string>& row = table.rows[first + s];
    const bool best = ranked && metric.systems[s].cluster == 1;
    row.push_back(best ? "<strong>" + Html(cells[score]) + "</strong>" : Html(cells[score]));
    row.push_back(Html(cells[score + 1]));
    if (ranked) row.push_back(Html(cells[rank]));
  }
}

// Makes a table of systems by metrics, with the systems of each group.
std::string Overview(const PageData& page, const std::vector<ComparisonPage>& metrics) {
  const Comparison& comparison = page.findings.comparison;
  const bool grouped = !comparison.metrics.empty() && !comparison.metrics.front().group.empty();
  HtmlTable table;
  table.caption = "Scores of all systems";
  table.words = grouped ? 2 : 1;
  table.groups.push_back({"", table.words});
  if (grouped) table.heads.push_back(comparison.by.empty() ? "group" : Html(comparison.by));
  table.heads.emplace_back("system");
  size_t first = 0;
  for (size_t m = 0; m < metrics.size(); ++m) {
    const MetricComparison& metric = comparison.metrics[m];
    if (m == 0 || metric.group != comparison.metrics[m - 1].group) {
      first = table.rows.size();
      if (m > 0) table.rules.push_back(first);
      for (const std::string& name : PrintedNames(metric)) {
        std::vector<std::string>& row = table.rows.emplace_back();
        if (grouped) row.push_back(Html(metric.group));
        row.push_back(NameHtml(name));
      }
    }
    AppendScores(metric, metrics[m].systems, first, table);
  }
  return TableHtml(table);
}

// Formats a difference: the row's system minus the column's. The class is "better" or "worse" for
// significant ones, and 1 to 3 for their size beside the largest.
std::string DifferenceHtml(const MetricComparison& metric, const PairTest& test, bool turned,
                           double largest, uint32_t digits) {
  const double difference = turned ? -test.difference : test.difference;
  if (!std::isfinite(difference)) return "n/a";
  std::string text = fmt::format("{:+.{}f}", difference, digits);
  if (!test.significant) return text;
  constexpr double kSizes = 3;
  const double share = largest > 0 ? std::fabs(difference) / largest : 0;
  if (!metric.ranks) return "<strong>" + text + "*</strong>";
  return fmt::format("<strong class=\"{}{:.0f}\">{}*</strong>",
                     (difference > 0) == metric.higher_is_better ? "better" : "worse",
                     std::clamp(std::ceil(kSizes * share), 1.0, kSizes), text);
}

// Makes a table of differences, best system first.
std::string Matrix(const PageData& page, const MetricComparison& metric) {
  const size_t systems = metric.systems.size();
  if (systems < 3 || systems > kMostForMatrix || metric.pairs.empty()) return {};
  HtmlTable table;
  table.caption = MetricTitle(page.findings.comparison, metric) + ": row minus column";
  table.heads.emplace_back("system");
  const std::vector<std::string> names = PrintedNames(metric);
  for (const size_t s : Ranking(metric)) {
    table.heads.push_back(NameHtml(names[s]));
    table.rows.emplace_back(systems + 1, "–").front() = table.heads.back();
  }
  double largest = 0;
  for (const PairTest& test : metric.pairs) {
    if (std::isfinite(test.difference)) largest = std::max(largest, std::fabs(test.difference));
  }
  const std::vector<size_t> rows = RowsOf(metric);
  const uint32_t digits = DigitsOf(page, metric);
  for (const PairTest& test : metric.pairs) {
    const size_t a = rows[test.a], b = rows[test.b];
    table.rows[a][b + 1] = DifferenceHtml(metric, test, false, largest, digits);
    table.rows[b][a + 1] = DifferenceHtml(metric, test, true, largest, digits);
  }
  return TableHtml(table);
}

// Returns the notes of this metric alone, or those that all metrics have.
std::vector<std::string> NotesOf(const std::vector<ComparisonPage>& metrics, size_t metric,
                                 bool common) {
  std::vector<std::string> notes;
  for (const std::string& note : metrics[metric].notes) {
    const bool everywhere =
        std::all_of(metrics.begin(), metrics.end(), [&](const ComparisonPage& other) {
          return std::count(other.notes.begin(), other.notes.end(), note) > 0;
        });
    if (everywhere == common) notes.push_back(note);
  }
  return notes;
}

std::string MetricPart(const PageData& page, const std::vector<ComparisonPage>& metrics, size_t m) {
  const MetricComparison& metric = page.findings.comparison.metrics[m];
  const ComparisonPage& tables = metrics[m];
  const std::string title = MetricTitle(page.findings.comparison, metric);
  std::string out = fmt::format("<h3>{}</h3>\n", Html(title));
  out += BesideHtml(
      TableHtml(tables.systems, title + (metric.ranks ? ": systems, best first" : ": systems")) +
      Matrix(page, metric));
  if (!tables.pairs.rows.empty()) out += TableHtml(tables.pairs, title + ": tests of pairs");
  if (!tables.lengths.rows.empty()) {
    out += TableHtml(tables.lengths, title + ": differences at equal length");
  }
  return OfMetric(m,
                  out + fmt::format("<p>Signature: <code>{}</code></p>\n", Html(tables.heading)));
}

// Explains the tables, and has the notes of all metrics once.
std::string NotesPart(const std::vector<ComparisonPage>& metrics, bool tested) {
  std::string out = "<ul>\n";
  if (tested) {
    out +=
        "<li>Bold scores: the best cluster, whose systems are significantly better than all "
        "others.</li>\n<li>Row minus column: <span class=\"better2\">blue</span> where the row's "
        "system is significantly better, <span class=\"worse2\">orange</span> where it is "
        "significantly worse; the stronger the colour, the larger the difference.</li>\n";
  }
  for (const std::string& note : NotesOf(metrics, 0, true)) out += "<li>" + Html(note) + "</li>\n";
  out += "</ul>\n";
  for (size_t m = 0; m < metrics.size(); ++m) {
    const std::vector<std::string> own = NotesOf(metrics, m, false);
    if (!own.empty()) out += OfMetric(m, ListHtml(own));
  }
  return DetailsHtml("How to read this", out);
}

// Makes a table of the checks or, if they find nothing, a sentence.
std::string ChecksPart(const Findings& findings) {
  if (findings.checks.empty()) return {};
  const FindingsTable checks = ChecksOf(findings);
  if (!checks.table.rows.empty()) {
    return "<div id=\"checks\">" + TableHtml(checks.table, checks.heading) + "</div>\n";
  }
  return "<p>Checks: " + Html(checks.notes.front()) + ".</p>\n";
}

// Keeps the lines separate, which Html() would not.
std::string Preformatted(std::string_view text) {
  std::string out = "<pre>";
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out += Html(text.substr(at, end - at)) + '\n';
    at = end + 1;
  }
  return out + "</pre>\n";
}

// What groups make of the differences, and how far annotators agree.
std::string GroupsPart(const PageData& page) {
  const Comparison& comparison = page.findings.comparison;
  const std::vector<std::string> notes = GroupNotes(comparison.metrics, comparison.by, page.write);
  std::string out = notes.empty() ? "" : ListHtml(notes);
  for (const HumanAgreement& agreement : comparison.agreement) {
    const AgreementPage tables = MakeAgreementPage(agreement, page.write);
    out += TableHtml(tables.annotators, tables.heading);
    if (!tables.pairs.rows.empty()) out += TableHtml(tables.pairs, "Pairs of annotators");
  }
  return out;
}

std::string PaperPart(const PageData& page) {
  std::string note = PaperNote(page.findings.comparison, page.write);
  std::string out = "<h3>In a paper</h3>\n";
  if (!note.empty()) {
    note.front() = absl::ascii_toupper(static_cast<unsigned char>(note.front()));
    out += "<p>" + Html(note) + ".</p>\n";
  }
  if (!page.findings.citation.empty()) {
    out += DetailsHtml("Sentences on methods, and BibTeX", Preformatted(page.findings.citation),
                       false);
  }
  return out + fmt::format("<p>Made by mtgauge {}.</p>\n", kVersion);
}

}  // namespace

PageData::PageData(const Findings& all, const WriteOptions& options)
    : findings(all), write(options) {
  const std::vector<MetricComparison>& metrics = all.comparison.metrics;
  systems = metrics.empty() ? all.systems : PrintedNames(metrics.front());
}

std::string ScoreText(double score, uint32_t digits) {
  return std::isfinite(score) ? fmt::format("{:.{}f}", score, digits) : "n/a";
}

uint32_t DigitsOf(const PageData& page, const MetricComparison& metric) {
  double most = 0;
  for (const SystemEstimate& system : metric.systems) {
    most = std::max(most, std::fabs(system.score));
  }
  return ScoreDigits(most, metric.scale, page.write);
}

uint32_t DigitsOf(const PageData& page, const std::string& metric) {
  for (const MetricComparison& known : page.findings.comparison.metrics) {
    if (known.metric == metric) return DigitsOf(page, known);
  }
  return page.write.width;
}

const PairTest* TestOf(const MetricComparison& metric, uint32_t a, uint32_t b) {
  for (const PairTest& test : metric.pairs) {
    if (test.a == a && test.b == b) return &test;
  }
  return nullptr;
}

std::string OfMetric(size_t metric, std::string_view html) {
  return fmt::format("<div data-metric=\"{}\"{}>\n{}</div>\n", metric, metric > 0 ? " hidden" : "",
                     html);
}

std::string SectionHtml(std::string_view id, std::string_view title, const std::string& about,
                        std::string_view content, bool open) {
  const std::string summary =
      fmt::format("<h2 id=\"{}-head\">{}</h2> <span>{}</span>", id, title, Html(about));
  return fmt::format("<section id=\"{0}\" aria-labelledby=\"{0}-head\">\n{1}</section>\n", id,
                     DetailsHtml(summary, content, open));
}

std::string PairHtml(const PageData& page, uint32_t a, uint32_t b) {
  return NameHtml(page.systems[a]) + " and " + NameHtml(page.systems[b]);
}

std::string SegmentLink(uint64_t segment) {
  return fmt::format("<a href=\"#s{0}\">{0}</a>", segment + 1);
}

std::string ScoresSection(const PageData& page) {
  const Comparison& comparison = page.findings.comparison;
  std::vector<ComparisonPage> tables;
  for (const MetricComparison& metric : comparison.metrics) {
    tables.push_back(MakePage(comparison, metric, page.write));
  }
  const bool tested = std::any_of(comparison.metrics.begin(), comparison.metrics.end(),
                                  [](const auto& metric) { return !metric.pairs.empty(); });
  std::string out = Overview(page, tables) + ChecksPart(page.findings);
  for (size_t m = 0; m < tables.size(); ++m) out += MetricPart(page, tables, m);
  if (!tables.empty()) out += NotesPart(tables, tested);
  out += GroupsPart(page);
  for (const FindingsTable& details : DetailsOf(page.findings)) {
    out += DetailsHtml(Html(details.heading), TableHtml(details.table, details.heading), false);
  }
  return SectionHtml("scores", "Scores",
                     tested ? "all systems and metrics, tests of pairs, signatures"
                            : "all systems and metrics, signatures",
                     out + PaperPart(page), true);
}

std::string TableSection(const PageData& page, const Report& report) {
  std::string signatures;
  for (const std::string& note : SignatureNotes(report)) {
    signatures += "<li><code>" + Html(note) + "</code></li>\n";
  }
  return SectionHtml("scores", "Scores", "all systems and metrics, signatures",
                     TableHtml(ReportTable(report, page.write), "Scores of all systems") +
                         "<h3>Signatures</h3>\n<ul>\n" + signatures + "</ul>\n" +
                         fmt::format("<p>Made by mtgauge {}.</p>\n", kVersion),
                     true);
}

}  // namespace mtgauge
