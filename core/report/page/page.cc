// Assembles the pages.
#include "core/report/page/page.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/printing.h"
#include "core/report/compare/rank_chart.h"
#include "core/report/forms/html.h"
#include "core/report/forms/json_output.h"
#include "core/report/page/page_assets.h"
#include "core/report/page/sections.h"
#include "core/report/page/segment_chunks.h"
#include "core/report/score/report_writer.h"

namespace mtgauge {
namespace {

// Returns "sha256-...", which identifies an allowed script or style in a Content-Security-Policy.
std::string SourceHash(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i < hex.size(); i += 2) {
    uint8_t byte = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return "'sha256-" + Base64(bytes) + "'";
}

std::string Title(const PageData& page) {
  constexpr size_t kMostNamed = 4;
  const std::vector<std::string>& systems = page.systems;
  if (systems.size() > kMostNamed) return Counted(systems.size(), "system");
  std::string title;
  for (size_t s = 0; s < systems.size(); ++s) {
    if (s > 0) title += s + 1 == systems.size() ? " and " : ", ";
    title += systems[s];
  }
  return title;
}

// Returns the switch of metrics, unless there is only one.
std::string Switch(const PageData& page) {
  const std::vector<MetricComparison>& metrics = page.findings.comparison.metrics;
  if (metrics.size() < 2) return {};
  std::string out = "<label class=\"switch\">Metric <select id=\"metric\">\n";
  for (size_t m = 0; m < metrics.size(); ++m) {
    out += fmt::format("<option value=\"{}\">{}</option>\n", m,
                       ShortHtml(MetricTitle(page.findings.comparison, metrics[m])));
  }
  return out + "</select></label>\n";
}

struct LinkedSection {
  std::string_view link;
  std::string html;
};
constexpr std::string_view kSummaryLink = "<a href=\"#summary\">Summary</a>";
constexpr std::string_view kScoresLink = "<a href=\"#scores\">Scores</a>";

// Returns the sections that are not empty, with links to them.
std::string Body(const PageData& page, const std::vector<LinkedSection>& sections) {
  std::string links, all;
  for (const auto& [link, section] : sections) {
    if (section.empty()) continue;
    links += fmt::format("<li>{}</li>\n", link);
    all += section;
  }
  return "</header>\n<nav aria-label=\"Sections\"><ul>\n" + links + "</ul>\n" + Switch(page) +
         "<button id=\"fold\" type=\"button\">Open all</button>"
         "<button id=\"theme\" type=\"button\">Dark</button></nav>\n<main>\n" +
         all + "</main>\n";
}

// Returns JSON that is safe inside a script element.
std::string InScript(const Json& json) {
  std::string out;
  for (const char c : DumpJson(json, -1)) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

Json AboutJson(const PageData& page) {
  const Findings& findings = page.findings;
  Json metrics = Json::array(), buckets = Json::array();
  for (size_t m = 0; m < findings.metrics.size(); ++m) {
    metrics.push_back({{"name", findings.metrics[m]},
                       {"digits", DigitsOf(page, findings.metrics[m])},
                       {"higher", static_cast<bool>(findings.higher_is_better[m])}});
  }
  for (const SegmentBuckets& bucket : findings.buckets) {
    buckets.push_back({{"label", bucket.label}, {"names", bucket.names}});
  }
  return {{"segments", findings.segments.size()},
          {"chunk", kChunkSegments},
          {"source", !findings.source.empty()},
          {"references", MostReferences(findings)},
          {"systems", page.systems},
          {"markers", findings.markers},
          {"lowercase", findings.lowercase},
          {"metrics", std::move(metrics)},
          {"buckets", std::move(buckets)}};
}

// Returns a page up to the end of its sections. `title` is plain text.
std::string Beginning(const PageData& page, const std::string& title,
                      const std::vector<LinkedSection>& sections) {
  const std::string name = Html(title);
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "script-src {} {}; style-src {}; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>",
      SourceHash(kPageScriptSha256), SourceHash(kSegmentsScriptSha256),
      SourceHash(kPageStyleSha256), name);
  out += kPageStyle;
  out += "</style>\n</head>\n<body>\n<header>\n<h1>" + name + "</h1>\n";
  return out + Body(page, sections);
}

std::string ScriptElement(std::string_view script) {
  return fmt::format("<script>{}</script>\n", script);
}

constexpr std::string_view kEnd = "</body>\n</html>\n";

WriteOptions WriteOf(const PageOptions& options) {
  WriteOptions write;
  write.width = options.digits;
  write.more_digits = options.digits == PageOptions().digits;
  return write;
}

// Returns the scores over all segments as estimates of systems, without tests.
Comparison Untested(const Report& report) {
  Comparison comparison;
  comparison.segments = report.segments;
  comparison.skipped = report.skipped;
  comparison.replaced = report.replaced;
  comparison.gate = report.gate;
  comparison.warnings = report.warnings;
  const size_t metrics = report.systems.empty() ? 0 : report.systems.front().scores.size();
  for (size_t m = 0; m < metrics; ++m) {
    const MetricScore& first = report.systems.front().scores[m];
    MetricComparison& metric = comparison.metrics.emplace_back();
    metric.metric = first.metric;
    metric.scale = first.scale;
    metric.higher_is_better = first.higher_is_better;
    metric.ranks = first.ranks;
    for (const SystemReport& system : report.systems) {
      const MetricScore& score = system.scores[m];
      SystemEstimate& estimate = metric.systems.emplace_back();
      estimate.name = system.name;
      estimate.score = score.score;
      if (!score.resampled || !score.resampled->interval) continue;
      const auto& [mean, half_width] = *score.resampled->interval;
      estimate.interval = {mean - half_width, mean + half_width};
    }
  }
  return comparison;
}

}  // namespace

size_t PageChunks(const Findings& findings) {
  return (findings.segments.size() + kChunkSegments - 1) / kChunkSegments;
}

std::string PageHead(const Findings& findings, const PageOptions& options) {
  const PageData page(findings, WriteOf(options));
  return Beginning(page, options.title.empty() ? Title(page) : options.title,
                   {{kSummaryLink, SummarySection(page)},
                    {kScoresLink, ScoresSection(page)},
                    {"<a href=\"#kinds\">Kinds of segments</a>", KindsSection(page)},
                    {"<a href=\"#words\">Words</a>", WordsSection(page)},
                    {"<a href=\"#errors\">Errors</a>", ErrorsSection(page)},
                    {"<a href=\"#segments\">Segments</a>", SegmentsSection(page)}});
}

std::string PageChunk(const Findings& findings, size_t chunk) {
  return fmt::format("<script type=\"application/octet-stream\" id=\"c{}\">{}</script>\n", chunk,
                     Packed(ChunkJson(findings, chunk)));
}

std::string PageTail(const Findings& findings, const PageOptions& options) {
  return fmt::format("<script type=\"application/json\" id=\"about\">{}</script>\n{}{}{}",
                     InScript(AboutJson(PageData(findings, WriteOf(options)))),
                     ScriptElement(kPageScript), ScriptElement(kSegmentsScript), kEnd);
}

std::string ComparisonHtml(const Comparison& comparison, const WriteOptions& options) {
  Findings findings;
  findings.comparison = comparison;
  const PageData page(findings, options);
  return Beginning(page, Title(page),
                   {{kSummaryLink, SummarySection(page)}, {kScoresLink, ScoresSection(page)}})
      .append(ScriptElement(kPageScript))
      .append(kEnd);
}

std::string ScoresHtml(const Report& report, const WriteOptions& options) {
  Findings findings;
  findings.comparison = Untested(report);
  for (const SystemReport& system : report.systems) {
    findings.systems.push_back(Printable(system.name));
  }
  const PageData page(findings, options);
  return Beginning(
             page, Title(page),
             {{kSummaryLink, SummarySection(page)}, {kScoresLink, TableSection(page, report)}})
      .append(ScriptElement(kPageScript))
      .append(kEnd);
}

}  // namespace mtgauge
