// Writes the scores of all segments, and the tests.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/printing.h"
#include "core/base/version.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/explain/findings_writer.h"
#include "core/report/page/html.h"
#include "core/report/page/sections.h"
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

// Makes a table of systems by metrics: score, interval and ranks.
std::string Overview(const PageData& page, const std::vector<ComparisonPage>& metrics) {
  const Comparison& comparison = page.findings.comparison;
  HtmlTable table;
  table.caption = "Scores of all systems";
  table.groups.push_back({"", 1});
  table.heads.emplace_back("system");
  for (const std::string& name : page.systems) table.rows.push_back({NameHtml(name)});
  for (size_t m = 0; m < metrics.size(); ++m) {
    const MetricComparison& metric = comparison.metrics[m];
    const TextTable& from = metrics[m].systems;
    const size_t rank = ColumnOf(from, "rank"), score = ColumnOf(from, "score");
    const bool ranked = rank < from.columns.size();
    table.groups.push_back({metric.metric, ranked ? size_t{3} : size_t{2}});
    table.heads.insert(table.heads.end(), {"score", Html(from.columns[score + 1].title)});
    if (ranked) table.heads.emplace_back("rank");
    const std::vector<size_t> rows = RowsOf(metric);
    for (size_t s = 0; s < rows.size(); ++s) {
      const std::vector<std::string>& cells = from.rows[rows[s]];
      const bool best = ranked && metric.systems[s].cluster == 1;
      table.rows[s].push_back(best ? "<strong>" + Html(cells[score]) + "</strong>"
                                   : Html(cells[score]));
      table.rows[s].push_back(Html(cells[score + 1]));
      if (ranked) table.rows[s].push_back(Html(cells[rank]));
    }
  }
  return TableHtml(table);
}

std::string DifferenceHtml(const PairTest& test, bool turned, uint32_t digits) {
  const double difference = turned ? -test.difference : test.difference;
  const std::string text =
      std::isfinite(difference) ? fmt::format("{:+.{}f}", difference, digits) : std::string("n/a");
  return test.significant ? "<strong>" + text + "*</strong>" : text;
}

// Makes a table of differences: the row's system minus the column's.
std::string Matrix(const PageData& page, const MetricComparison& metric) {
  const size_t systems = metric.systems.size();
  if (systems < 3 || systems > kMostForMatrix || metric.pairs.empty()) return {};
  HtmlTable table;
  table.caption = metric.metric + ": row minus column";
  table.heads.emplace_back("system");
  for (const std::string& name : page.systems) {
    table.heads.push_back(NameHtml(name));
    table.rows.emplace_back(systems + 1, "–").front() = NameHtml(name);
  }
  const uint32_t digits = DigitsOf(page, metric);
  for (const PairTest& test : metric.pairs) {
    table.rows[test.a][test.b + 1] = DifferenceHtml(test, false, digits);
    table.rows[test.b][test.a + 1] = DifferenceHtml(test, true, digits);
  }
  return TableHtml(table);
}

std::string List(const std::vector<std::string>& texts) {
  std::string out = "<ul>\n";
  for (const std::string& text : texts) out += "<li>" + Html(text) + "</li>\n";
  return out + "</ul>\n";
}

std::string MetricPart(const PageData& page, const MetricComparison& metric,
                       const ComparisonPage& tables) {
  std::string out = fmt::format("<h3>{}</h3>\n<p>Signature: <code>{}</code></p>\n",
                                Html(metric.metric), Html(tables.heading));
  out += TableHtml(tables.systems, metric.metric + ": systems, best first");
  out += Matrix(page, metric);
  if (!tables.pairs.rows.empty()) {
    out += TableHtml(tables.pairs, metric.metric + ": tests of pairs");
  }
  return out + List(tables.notes);
}

// Makes a table of the checks or, if they find nothing, a sentence.
std::string ChecksPart(const Findings& findings) {
  if (findings.checks.empty()) return {};
  const FindingsTable checks = ChecksOf(findings);
  if (!checks.table.rows.empty()) return TableHtml(checks.table, checks.heading);
  return "<p>Checks: " + Html(checks.notes.front()) + ".</p>\n";
}

std::string WarningsPart(const Comparison& comparison) {
  if (comparison.warnings.empty()) return {};
  std::vector<std::string> texts;
  for (const Warning& warning : comparison.warnings) {
    texts.push_back(warning.system.empty() ? warning.message
                                           : warning.system + ": " + warning.message);
  }
  return "<div class=\"warnings\"><h3>Warnings</h3>\n" + List(texts) + "</div>\n";
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

std::string PaperPart(const PageData& page) {
  const std::string note = PaperNote(page.findings.comparison, page.write);
  std::string out = "<h3>In a paper</h3>\n";
  if (!note.empty()) out += "<p>" + Html(note) + "</p>\n";
  if (!page.findings.citation.empty()) {
    out += DetailsHtml("Sentences on methods, and BibTeX", Preformatted(page.findings.citation),
                       false);
  }
  return out + fmt::format("<p>Made by mtgauge {}.</p>\n", kVersion);
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

PageData::PageData(const Findings& all, const PageOptions& options) : findings(all) {
  write.width = options.digits;
  write.more_digits = options.digits == PageOptions().digits;
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
  std::string out =
      "<section id=\"scores\" aria-labelledby=\"scores-head\">\n"
      "<h2 id=\"scores-head\">Scores</h2>\n" +
      Counts(comparison);
  out += WarningsPart(comparison) + Overview(page, tables);
  if (tested) {
    out +=
        "<p>Bold: the best cluster, whose systems are significantly better than all others.</p>\n";
  }
  out += ChecksPart(page.findings);
  for (size_t m = 0; m < tables.size(); ++m) {
    out += MetricPart(page, comparison.metrics[m], tables[m]);
  }
  for (const FindingsTable& details : DetailsOf(page.findings)) {
    out += DetailsHtml(Html(details.heading), TableHtml(details.table, details.heading), false);
  }
  return out + PaperPart(page) + "</section>\n";
}

}  // namespace mtgauge
