// Writes a Comparison as charts: scores with intervals, and ranks; or, with a plan, power against
// the number of units.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/report/compare/comparison_numbers.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/compare/shown_pairs.h"
#include "core/report/forms/axis.h"
#include "core/report/forms/plot.h"
#include "core/report/forms/svg.h"
#include "core/report/write_options.h"
#include "core/significance/conventions.h"

namespace mtgauge {
namespace {

// Returns "domain news, BLEU".
std::string MetricTitle(const Comparison& comparison, const MetricComparison& metric) {
  const std::string group = metric.group.empty()
                                ? ""
                                : (comparison.by.empty() ? "" : Printable(comparison.by) + ' ') +
                                      Printable(metric.group) + ", ";
  return group + metric.metric;
}

// One row for each system, the best first: rank, name, score and interval. Rows of every other
// cluster are shaded.
class RankChart {
 public:
  RankChart(const Comparison& comparison, const MetricComparison& metric,
            const WriteOptions& options)
      : comparison_(comparison), metric_(metric), numbers_(metric, options) {
    for (const SystemEstimate& system : metric.systems) {
      for (const double value : {system.score, system.interval.low, system.interval.high}) {
        if (axis_.Holds(value)) axis_.Cover(value);
      }
      letters_ = std::max(letters_, std::min(SvgLetters(Printable(system.name)), kMostLetters));
    }
    axis_.Close();
    left_ = kName + letters_ * kSvgLetter + kGap;
    bottom_ = kTop + kRow * static_cast<double>(metric.systems.size());
  }

  SvgDrawing Draw() {
    const std::string title =
        fmt::format("{}: scores with {} intervals{}", MetricTitle(comparison_, metric_),
                    LevelName(comparison_.options.alpha), IsRanked() ? ", ranks and clusters" : "");
    const double height = bottom_ + kBelow;
    out_ = SvgHead(kWidth, height, title, 0, kWidth);
    const std::vector<size_t> ranking = Ranking(metric_);
    DrawClusters(ranking);
    DrawAxis();
    for (size_t row = 0; row < ranking.size(); ++row) DrawRow(row, metric_.systems[ranking[row]]);
    return {std::move(out_) + "</svg>\n", kWidth, height};
  }

 private:
  static constexpr double kWidth = 800, kTop = 62, kRow = 26, kBelow = 52, kRank = 44, kName = 60,
                          kGap = 16, kRight = 776, kRadius = 4.5, kCap = 4;
  static constexpr double kMostLetters = 32;
  static constexpr std::string_view kColour = "#0072b2";

  bool IsRanked() const { return !metric_.pairs.empty(); }
  double X(double value) const { return left_ + axis_.At(value) * (kRight - left_); }

  void DrawText(double x, double y, std::string_view anchor, std::string_view text) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                        anchor, SvgText(text));
  }
  void DrawStroke(double x1, double y1, double x2, double y2, std::string_view colour,
                  double width = 1) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"{}\"/>\n",
        x1, y1, x2, y2, colour, width);
  }

  void DrawClusters(const std::vector<size_t>& ranking) {
    bool shaded = true;
    for (size_t first = 0; first < ranking.size() && IsRanked();) {
      const uint32_t cluster = metric_.systems[ranking[first]].cluster;
      size_t end = first;
      while (end < ranking.size() && metric_.systems[ranking[end]].cluster == cluster) ++end;
      if (shaded && cluster > 0) {
        out_ += fmt::format(
            "<rect x=\"8\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"4\" "
            "fill=\"#f0f0f0\"/>\n",
            RowTop(first), kWidth - 16, kRow * static_cast<double>(end - first));
      }
      shaded = !shaded;
      first = end;
    }
  }

  void DrawAxis() {
    for (const double tick : axis_.Ticks()) {
      DrawStroke(X(tick), kTop, X(tick), bottom_, "#dddddd");
      DrawText(X(tick), bottom_ + 18, "middle", fmt::format("{:g}", tick));
    }
    DrawStroke(left_, bottom_, kRight, bottom_, "#222222");
    if (IsRanked()) DrawText(kRank, kTop - 10, "end", "rank");
    DrawText(kName, kTop - 10, "start", "system");
    DrawText((left_ + kRight) / 2, bottom_ + 40, "middle",
             metric_.metric + (metric_.higher_is_better ? "" : " (lower is better)"));
  }

  void DrawRow(size_t row, const SystemEstimate& system) {
    const double y = RowTop(row) + kRow / 2;
    const std::string name = Printable(system.name);
    out_ += fmt::format("<g>\n<title>{}</title>\n",
                        SvgText(fmt::format("{}: {} {}", name, numbers_.Score(system.score),
                                            numbers_.Range(system.interval))));
    if (IsRanked()) DrawText(kRank, y + 4, "end", RankRange(system));
    DrawText(kName, y + 4, "start", Shortened(name));
    if (axis_.Holds(system.interval.low) && axis_.Holds(system.interval.high)) {
      const double low = X(system.interval.low), high = X(system.interval.high);
      DrawStroke(low, y, high, y, kColour, 1.5);
      for (const double end : {low, high}) DrawStroke(end, y - kCap, end, y + kCap, kColour, 1.5);
    }
    if (axis_.Holds(system.score)) {
      out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n",
                          X(system.score), y, kRadius, kColour);
    }
    out_ += "</g>\n";
  }
  static double RowTop(size_t row) { return kTop + kRow * static_cast<double>(row); }

  static std::string Shortened(const std::string& name) {
    if (SvgLetters(name) <= kMostLetters) return name;
    size_t end = 0;
    for (double letters = 0; letters < kMostLetters; ++end) {
      letters += (name[end + 1] & 0xC0) != 0x80 ? 1 : 0;
    }
    return name.substr(0, end) + "…";
  }

  const Comparison& comparison_;
  const MetricComparison& metric_;
  Numbers numbers_;
  Axis axis_;
  double letters_ = 6;  // of the longest name
  double left_ = 0, bottom_ = 0;
  std::string out_;
};

// The power of the test of each shown pair to find the difference of the plan.
SvgDrawing PowerChart(const Comparison& comparison, const MetricComparison& metric,
                      const WriteOptions& options) {
  constexpr size_t kBlack = 6;
  const std::vector<std::string> names = PrintedNames(metric);
  const std::string unit = std::string(NameOf(kUnits, comparison.options.unit)) + 's';
  Plot plot;
  double most = 2;
  for (const ShownPair& pair : ShownPairs(comparison, metric)) {
    const SamplePlan& plan = *pair.test->plan;
    plot.title =
        fmt::format("{}: power to find a difference of {}", MetricTitle(comparison, metric),
                    Numbers(metric, options).Score(plan.difference));
    if (plan.curve.empty()) continue;
    PlotLine& line = plot.lines.emplace_back();
    line.series = plot.series.size();
    for (const PowerAt& point : plan.curve) {
      line.x.push_back(static_cast<double>(point.units));
      line.y.push_back(point.power);
    }
    most = std::max(most, line.x.back());
    PlotPoint& needed = plot.points.emplace_back();
    needed = {static_cast<double>(plan.units), comparison.options.power, std::to_string(plan.units),
              line.series};
    plot.series.push_back(names[pair.a] + " - " + names[pair.b]);
  }
  const auto now = static_cast<double>(metric.units);
  plot.x = {unit, true};
  plot.y.title = "power";
  plot.lines.push_back({{2, most},
                        {comparison.options.power, comparison.options.power},
                        fmt::format("{:.6g}", comparison.options.power),
                        kBlack,
                        true});
  plot.lines.push_back({{now, now}, {0, 1}, fmt::format("{} now", metric.units), kBlack, true});
  return DrawingOf(plot);
}

}  // namespace

std::string CompareSvg(const Comparison& comparison, const WriteOptions& options) {
  std::vector<SvgDrawing> charts;
  for (const MetricComparison& metric : comparison.metrics) {
    const bool planned = !metric.pairs.empty() && metric.pairs.front().plan;
    charts.push_back(planned ? PowerChart(comparison, metric, options)
                             : RankChart(comparison, metric, options).Draw());
  }
  return StackedSvg(charts, "Comparison of systems");
}

}  // namespace mtgauge
