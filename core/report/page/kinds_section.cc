// Writes the scores by kinds of segments, and the number of segments of each kind.
#include <fmt/format.h>

#include <algorithm>

#include "core/report/compare/difference_notes.h"
#include "core/report/forms/html.h"
#include "core/report/page/chart.h"
#include "core/report/page/sections.h"

namespace mtgauge {
namespace {

constexpr size_t kMostRows = 500;       // kinds in a table
constexpr size_t kMostPairsNamed = 12;  // in a cell

std::string ScoreWithInterval(const SystemEstimate& system, uint32_t digits) {
  std::string out = ScoreText(system.score, digits);
  if (system.interval.low <= system.interval.high) {
    out += fmt::format(" <span class=\"interval\">[{}, {}]</span>",
                       ScoreText(system.interval.low, digits),
                       ScoreText(system.interval.high, digits));
  }
  return out;
}

// Returns "A > B" for each significant pair, the better system first.
std::string SignificantPairs(const PageData& page, const MetricComparison& metric) {
  std::string out;
  size_t count = 0;
  for (const PairTest& test : metric.pairs) {
    if (!test.significant) continue;
    if (++count > kMostPairsNamed) continue;
    const bool a_first = (test.difference > 0) == metric.higher_is_better;
    out += fmt::format("{}{} &gt; {}", out.empty() ? "" : ", ",
                       NameHtml(page.systems[a_first ? test.a : test.b]),
                       NameHtml(page.systems[a_first ? test.b : test.a]));
  }
  if (count > kMostPairsNamed) out += fmt::format(" and {} more", count - kMostPairsNamed);
  return out.empty() ? "–" : "<div class=\"pairs\">" + out + "</div>";
}

std::string KindsTable(const PageData& page, const SegmentBuckets& buckets,
                       const std::vector<const MetricComparison*>& kinds, uint32_t digits) {
  HtmlTable table;
  table.caption = fmt::format("{} by {}", kinds.front()->metric, buckets.label);
  table.heads = {Html(buckets.label), "segments"};
  for (const std::string& name : page.systems) table.heads.push_back(NameHtml(name));
  const bool tested = std::any_of(kinds.begin(), kinds.end(),
                                  [](const auto* kind) { return !kind->pairs.empty(); });
  if (tested) table.heads.emplace_back("significantly better");
  for (size_t k = 0; k < std::min(kinds.size(), kMostRows); ++k) {
    const MetricComparison& kind = *kinds[k];
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {NameHtml(kind.group), std::to_string(SegmentsOf(buckets, kind.group))};
    for (const SystemEstimate& system : kind.systems) {
      row.push_back(ScoreWithInterval(system, digits));
    }
    if (tested) row.push_back(SignificantPairs(page, kind));
  }
  std::string out = TableHtml(table);
  if (kinds.size() > kMostRows) {
    out += fmt::format("<p>The first {} of {} kinds.</p>\n", kMostRows, kinds.size());
  }
  return out;
}

std::string KindsChart(const PageData& page, const SegmentBuckets& buckets,
                       const std::vector<const MetricComparison*>& kinds) {
  KindChart chart;
  chart.title =
      fmt::format("{} by {}, with intervals (n: segments)", kinds.front()->metric, buckets.label);
  chart.x = buckets.label;
  chart.y = kinds.front()->metric;
  chart.series = page.systems;
  chart.dots.resize(page.systems.size());
  for (const MetricComparison* kind : kinds) {
    chart.kinds.push_back(kind->group);
    chart.counts.push_back(SegmentsOf(buckets, kind->group));
    for (size_t s = 0; s < kind->systems.size(); ++s) {
      const SystemEstimate& system = kind->systems[s];
      chart.dots[s].push_back({system.score, system.interval.low, system.interval.high});
    }
  }
  return ChartHtml(chart);
}

std::string BucketsPart(const PageData& page, size_t number) {
  const SegmentBuckets& buckets = page.findings.buckets[number];
  const std::vector<MetricComparison>& metrics = page.findings.comparison.metrics;
  std::string out = fmt::format("<h3 id=\"kinds-{}\">By {}</h3>\n", number, Html(buckets.label));
  for (size_t m = 0; m < metrics.size(); ++m) {
    const std::vector<const MetricComparison*> kinds = KindsOf(page, buckets, m);
    if (kinds.empty()) continue;
    out += OfMetric(m, BesideHtml(KindsChart(page, buckets, kinds) +
                                  KindsTable(page, buckets, kinds, DigitsOf(page, metrics[m]))));
  }
  const std::vector<std::string> notes = GroupNotes(buckets.metrics, buckets.by, page.write);
  if (!notes.empty()) out += DetailsHtml("Where most of each difference is", ListHtml(notes));
  return out;
}

std::string HistogramPart(const PageData& page, const SegmentHistogram& histogram) {
  KindChart chart;
  chart.title = "Segments by " + histogram.by;
  chart.x = histogram.by;
  chart.y = "segments";
  chart.kinds = histogram.names;
  chart.series = page.systems;
  chart.stems = true;
  HtmlTable table;
  table.caption = "Numbers of segments by " + histogram.by;
  table.heads.push_back(Html(histogram.by));
  for (const std::string& name : page.systems) table.heads.push_back(NameHtml(name));
  for (const std::string& name : histogram.names) table.rows.push_back({NameHtml(name)});
  for (const std::vector<uint64_t>& counts : histogram.counts) {
    std::vector<KindChart::Dot>& dots = chart.dots.emplace_back();
    for (size_t k = 0; k < counts.size(); ++k) {
      dots.push_back({static_cast<double>(counts[k])});
      table.rows[k].push_back(std::to_string(counts[k]));
    }
  }
  std::string part = "<h3>Segments by " + Html(histogram.by) + "</h3>\n" +
                     BesideHtml(ChartHtml(chart) + TableHtml(table));
  const std::vector<MetricComparison>& metrics = page.findings.comparison.metrics;
  for (size_t m = 0; m < metrics.size(); ++m) {
    if (metrics[m].metric == histogram.by) return OfMetric(m, part);
  }
  return part;
}

}  // namespace

std::vector<const MetricComparison*> KindsOf(const PageData& page, const SegmentBuckets& buckets,
                                             size_t metric) {
  std::vector<const MetricComparison*> kinds;
  const size_t metrics = page.findings.comparison.metrics.size();
  for (size_t i = metric; i < buckets.metrics.size(); i += metrics) {
    kinds.push_back(&buckets.metrics[i]);
  }
  return kinds;
}

uint64_t SegmentsOf(const SegmentBuckets& buckets, const std::string& kind) {
  const auto found = std::find(buckets.names.begin(), buckets.names.end(), kind);
  return found == buckets.names.end()
             ? 0
             : buckets.segments[static_cast<size_t>(found - buckets.names.begin())];
}

std::string KindsSection(const PageData& page) {
  const Findings& findings = page.findings;
  if (findings.buckets.empty() && findings.histograms.empty()) return {};
  std::string about;
  std::string out =
      "<p>Each kind of segments is scored and tested by itself. p is corrected within a kind, not "
      "for the number of kinds.</p>\n";
  for (size_t i = 0; i < findings.buckets.size(); ++i) {
    about += (i > 0 ? ", " : "by ") + findings.buckets[i].label;
    out += BucketsPart(page, i);
  }
  for (const SegmentHistogram& histogram : findings.histograms) {
    out += HistogramPart(page, histogram);
  }
  return SectionHtml("kinds", "Kinds of segments", about, out, false);
}

}  // namespace mtgauge
