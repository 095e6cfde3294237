// Draws scores with intervals, and ranks.
#include "core/report/compare/rank_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/report/compare/comparison_numbers.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/forms/axis.h"

namespace mtgauge {
namespace {

// One row for each system, the best first: rank, name, score and interval. Rows of every other
// cluster are shaded.
class RankChart {
 public:
  RankChart(const Comparison& comparison, const MetricComparison& metric,
            const WriteOptions& options, const RankChartSize& size)
      : comparison_(comparison),
        metric_(metric),
        numbers_(metric, options),
        size_(size),
        name_(IsRanked(metric_) ? 60 : 12),
        right_(size.width - 24) {
    for (const SystemEstimate& system : metric.systems) {
      for (const double value : {system.score, system.interval.low, system.interval.high}) {
        if (axis_.Holds(value)) axis_.Cover(value);
      }
      letters_ = std::max(letters_, std::min(SvgLetters(Printable(system.name)), size_.letters));
    }
    axis_.Close();
    left_ = name_ + letters_ * kSvgLetter + kGap;
  }

  std::string Title() const {
    std::string title = MetricTitle(comparison_, metric_) + ": scores";
    if (!HasIntervals(metric_)) return title;
    return fmt::format("{} with {} intervals{}", title, LevelName(comparison_.options.alpha),
                       IsRanked(metric_) ? ", ranks and clusters" : "");
  }
  // Returns the height that is needed below `top`, where the first row begins.
  double HeightFrom(double top) {
    top_ = top;
    bottom_ = top_ + kRow * static_cast<double>(metric_.systems.size());
    return bottom_ + kBelow;
  }
  std::string DrawRows() {
    const std::vector<size_t> ranking = Ranking(metric_);
    DrawClusters(ranking);
    DrawAxis();
    for (size_t row = 0; row < ranking.size(); ++row) DrawRow(row, metric_.systems[ranking[row]]);
    return std::move(out_);
  }

 private:
  static constexpr double kRow = 26, kBelow = 52, kRank = 44, kGap = 16, kRadius = 4.5, kCap = 4,
                          kTickWidth = 34;
  static constexpr std::string_view kColour = "#0072b2";

  double X(double value) const { return left_ + axis_.At(value) * (right_ - left_); }

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
    for (size_t first = 0; first < ranking.size() && IsRanked(metric_);) {
      const uint32_t cluster = metric_.systems[ranking[first]].cluster;
      size_t end = first;
      while (end < ranking.size() && metric_.systems[ranking[end]].cluster == cluster) ++end;
      if (shaded && cluster > 0) {
        out_ += fmt::format(
            "<rect x=\"8\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"4\" "
            "fill=\"#f0f0f0\"/>\n",
            RowTop(first), size_.width - 16, kRow * static_cast<double>(end - first));
      }
      shaded = !shaded;
      first = end;
    }
  }

  void DrawAxis() {
    const std::vector<double> ticks = axis_.Ticks();
    const double room = (right_ - left_) / static_cast<double>(ticks.size());
    const auto step = static_cast<size_t>(std::ceil(kTickWidth / room));
    for (size_t i = 0; i < ticks.size(); ++i) {
      DrawStroke(X(ticks[i]), top_, X(ticks[i]), bottom_, "#dddddd");
      if (i % step > 0) continue;
      DrawText(X(ticks[i]), bottom_ + 18, "middle", fmt::format("{:g}", ticks[i]));
    }
    DrawStroke(left_, bottom_, right_, bottom_, "#222222");
    if (IsRanked(metric_)) DrawText(kRank, top_ - 10, "end", "rank");
    DrawText(name_, top_ - 10, "start", "system");
    DrawText((left_ + right_) / 2, bottom_ + 40, "middle",
             Printable(metric_.metric) + (metric_.higher_is_better ? "" : " (lower is better)"));
  }

  void DrawRow(size_t row, const SystemEstimate& system) {
    const double y = RowTop(row) + kRow / 2;
    const std::string name = Printable(system.name);
    const bool known = axis_.Holds(system.interval.low) && axis_.Holds(system.interval.high);
    std::string hint = name + ": " + numbers_.Score(system.score);
    if (known) hint += ' ' + numbers_.Range(system.interval);
    out_ += "<g>\n<title>" + SvgText(hint) + "</title>\n";
    if (IsRanked(metric_)) DrawText(kRank, y + 4, "end", RankRange(system));
    DrawText(name_, y + 4, "start", Shortened(name));
    if (known) {
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
  double RowTop(size_t row) const { return top_ + kRow * static_cast<double>(row); }

  std::string Shortened(const std::string& name) const {
    if (SvgLetters(name) <= size_.letters) return name;
    size_t end = 0;
    for (double letters = 0; letters < size_.letters; ++end) {
      letters += (name[end + 1] & 0xC0) != 0x80 ? 1 : 0;
    }
    return name.substr(0, end) + "…";
  }

  const Comparison& comparison_;
  const MetricComparison& metric_;
  Numbers numbers_;
  Axis axis_;
  double letters_ = 6;  // of the longest name
  RankChartSize size_;
  double name_;  // where names begin
  double left_ = 0, right_, top_ = 0, bottom_ = 0;
  std::string out_;
};

}  // namespace

std::string GroupTitle(const Comparison& comparison, const MetricComparison& metric) {
  if (metric.group.empty()) return {};
  return (comparison.by.empty() ? "" : Printable(comparison.by) + ' ') + Printable(metric.group);
}

std::string MetricTitle(const Comparison& comparison, const MetricComparison& metric) {
  const std::string group = GroupTitle(comparison, metric);
  return (group.empty() ? "" : group + ", ") + metric.metric;
}

bool HasIntervals(const MetricComparison& metric) {
  return std::any_of(
      metric.systems.begin(), metric.systems.end(),
      [](const SystemEstimate& system) { return std::isfinite(system.interval.low); });
}

SvgDrawing RankDrawing(const Comparison& comparison, const MetricComparison& metric,
                       const WriteOptions& options) {
  constexpr RankChartSize kSize = {800, 32};
  constexpr double kTop = 62;
  RankChart chart(comparison, metric, options, kSize);
  const double height = chart.HeightFrom(kTop);
  const std::string head = SvgHead(kSize.width, height, chart.Title(), 0, kSize.width);
  return {head + chart.DrawRows() + "</svg>\n", kSize.width, height};
}

std::string RankElement(const Comparison& comparison, const MetricComparison& metric,
                        const WriteOptions& options, const RankChartSize& size,
                        std::string_view style) {
  constexpr double kTop = 26;
  RankChart chart(comparison, metric, options, size);
  const double height = chart.HeightFrom(kTop);
  return fmt::format("<svg class=\"{}\" role=\"img\" viewBox=\"0 0 {} {}\">\n<title>{}</title>\n",
                     style, size.width, height, SvgText(chart.Title())) +
         chart.DrawRows() + "</svg>\n";
}

}  // namespace mtgauge
