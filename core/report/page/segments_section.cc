// Writes the controls of the segments, and examples.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/printing.h"
#include "core/report/forms/html.h"
#include "core/report/page/sections.h"

namespace mtgauge {
namespace {

constexpr size_t kMostOpen = 1;

std::string ExampleRows(const PageData& page, const ExampleTable& table,
                        const std::vector<SegmentDifference>& segments, bool a_better) {
  const std::string& better = page.systems[a_better ? table.a : table.b];
  if (segments.empty()) return "<p>" + NameHtml(better) + " is better in no segment.</p>\n";
  const std::string& metric = page.findings.metrics.front();
  const uint32_t digits = DigitsOf(page, metric);
  HtmlTable html;
  html.caption = fmt::format("{}: {} is better", metric, better);
  html.heads = {"segment", NameHtml(page.systems[table.a]), NameHtml(page.systems[table.b]),
                "difference"};
  for (const SegmentDifference& segment : segments) {
    html.rows.push_back({SegmentLink(segment.segment), ScoreText(segment.a, digits),
                         ScoreText(segment.b, digits),
                         fmt::format("{:+.{}f}", segment.a - segment.b, digits)});
  }
  return TableHtml(html);
}

std::string ExamplesPart(const PageData& page) {
  const std::vector<ExampleTable>& tables = page.findings.examples;
  if (tables.empty() || page.findings.metrics.empty()) return {};
  std::string out = "<h3>The largest differences</h3>\n";
  for (size_t i = 0; i < tables.size(); ++i) {
    const ExampleTable& table = tables[i];
    out += DetailsHtml(PairHtml(page, table.a, table.b),
                       BesideHtml(ExampleRows(page, table, table.a_better, true) +
                                  ExampleRows(page, table, table.b_better, false)),
                       i < kMostOpen);
  }
  return out;
}

// The script fills the empty selects.
constexpr std::string_view kControls = R"(<noscript><p>The segments need JavaScript.</p></noscript>
<form id="controls" role="search" aria-label="Segments">
<div><label for="search">Search</label> <input id="search" type="search" autocomplete="off">
<label><input id="regular" type="checkbox"> regular expression</label></div>
<div><span><label for="sort">Sort by</label> <select id="sort"></select></span>
<span class="sorted"><label for="first">of</label> <select id="first"></select></span>
<span class="sorted"><label for="second">minus</label> <select id="second"></select></span>
<span class="sorted"><label for="direction">with the</label> <select id="direction">
<option value="down">highest first</option><option value="up">lowest first</option></select></span>
</div>
<div id="filters"></div>
<div><button type="reset">Show all</button></div>
</form>
<p id="status" role="status"></p>
<p><mark class="other">Marked so</mark>: words of a system that the reference does not have in this
place. <mark class="missed">Marked so</mark>: words of a reference that no system has in their
place. Texts of more than 1,500 words are not marked. <span class="control">U+202E</span> stands
for a character that does not show.</p>
<div id="list" tabindex="0" role="region" aria-label="List of segments"><div id="space">
<div id="rows" role="feed" aria-label="Segments"></div></div></div>
<div id="printed"></div>
)";

// Explains the lines below texts. Later programs look like the last one here.
std::string SpansLegend(const std::vector<std::string>& markers) {
  if (markers.empty()) return {};
  constexpr size_t kStyles = 4;
  std::string out = "<p class=\"errors\">Lines below a text are errors marked by ";
  for (size_t m = 0; m < markers.size(); ++m) {
    out += fmt::format("{}<span class=\"error by{}\">{}</span>", m == 0 ? "" : ", ",
                       std::min(m, kStyles - 1), NameHtml(markers[m]));
  }
  for (const char* severity : {"minor", "major", "critical"}) {
    out += fmt::format("{}<span class=\"error by0 {}\">{}</span>", severity[1] == 'i' ? ": " : ", ",
                       severity, severity);
  }
  return out + ". Point at one to see its severity and category.</p>\n";
}

}  // namespace

std::string SegmentsSection(const PageData& page) {
  const std::string about =
      Counted(page.findings.segments.size(), "segment") + " to search, sort and filter";
  return SectionHtml("segments", "Segments", about,
                     ExamplesPart(page) + "<h3>All segments</h3>\n" +
                         SpansLegend(page.findings.markers) + std::string(kControls),
                     true);
}

}  // namespace mtgauge
