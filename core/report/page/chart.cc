// Draws charts of kinds as SVG.
#include "core/report/page/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/report/forms/axis.h"
#include "core/report/forms/html.h"

namespace mtgauge {
namespace {

constexpr size_t kMostKinds = 40, kMostSeries = 24;
constexpr size_t kColours = 7;  // in the style sheet: s0 to s6
constexpr size_t kShapes = 5;

// In pixels. Places across are shares of the plot's width, which grows with the page.
constexpr double kTop = 14, kPlotHeight = 230, kBottom = kTop + kPlotHeight;
constexpr double kLeastWidth = 480, kBetweenDots = 11, kBetweenKinds = 12;
constexpr double kLetter = 6.6, kLine = 15;
constexpr size_t kLongestLabel = 16;  // bytes

class Drawing {
 public:
  explicit Drawing(const KindChart& chart) : chart_(chart) {
    const double wanted = static_cast<double>(chart.series.size()) * kBetweenDots + kBetweenKinds;
    const auto kinds = static_cast<double>(chart.kinds.size());
    const double step = std::max(wanted, kLeastWidth / kinds);
    width_ = step * kinds;
    for (const std::string& name : chart.kinds) {
      const auto letters = static_cast<double>(std::min(name.size(), kLongestLabel));
      turned_ = turned_ || letters * kLetter > step;
    }
    for (const std::vector<KindChart::Dot>& dots : chart.dots) {
      for (const KindChart::Dot& dot : dots) {
        for (const double value : {dot.value, dot.low, dot.high}) axis_.Cover(value);
      }
    }
    if (chart.stems) axis_.Cover(0);
    axis_.Close(!chart.stems);
  }

  std::string Draw() {
    const double height = kBottom + (turned_ ? 100 : 44) + (chart_.counts.empty() ? 0 : kLine);
    out_ = fmt::format(
        "<svg class=\"chart\" role=\"img\" aria-label=\"{2}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\">\n<title>{2}</title>\n<desc>The table has the figures.</desc>\n",
        width_, height, Html(chart_.title));
    DrawAxes(height);
    for (size_t k = 0; k < chart_.kinds.size(); ++k) {
      // Places within are pixels from the middle of the kind.
      out_ += fmt::format("<svg x=\"{:.3f}%\">\n", Percent(static_cast<double>(k) + 0.5));
      DrawLabel(k);
      for (size_t s = 0; s < chart_.series.size(); ++s) DrawDot(s, k);
      out_ += "</svg>\n";
    }
    return std::move(out_) + "</svg>\n";
  }

  static std::string Mark(size_t series, double x, double y) {
    constexpr double kR = 4.5;
    const std::string colour = fmt::format("class=\"s{}\"", series % kColours);
    switch (series % kShapes) {
      case 0:
        return fmt::format("<circle {} cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>", colour, x, y, kR);
      case 1:
        return fmt::format("<rect {} x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"/>",
                           colour, x - 4, y - 4, 8, 8);
      case 2:
        return Polygon(colour, {{x, y - 5.5}, {x + 5.5, y + 4.5}, {x - 5.5, y + 4.5}});
      case 3:
        return Polygon(colour, {{x, y - 6}, {x + 6, y}, {x, y + 6}, {x - 6, y}});
      default:
        return Polygon(colour, {{x, y + 5.5}, {x + 5.5, y - 4.5}, {x - 5.5, y - 4.5}});
    }
  }

 private:
  static std::string Polygon(const std::string& colour,
                             const std::vector<std::pair<double, double>>& points) {
    std::string places;
    for (const auto& [x, y] : points) places += fmt::format("{:.1f},{:.1f} ", x, y);
    places.pop_back();
    return fmt::format("<polygon {} points=\"{}\"/>", colour, places);
  }

  double Percent(double kinds) const {
    return 100 * kinds / static_cast<double>(chart_.kinds.size());
  }
  double X(size_t series) const {
    const double middle = (static_cast<double>(chart_.series.size()) - 1) / 2;
    return kBetweenDots * (static_cast<double>(series) - middle);
  }
  double Y(double value) const { return kBottom - axis_.At(value) * kPlotHeight; }

  void DrawLevel(std::string_view style, double y) {
    out_ += fmt::format(
        "<line class=\"{0}\" x1=\"0\" y1=\"{1:.1f}\" x2=\"100%\" y2=\"{1:.1f}\"/>\n", style, y);
  }
  void DrawUpright(std::string_view style, const std::string& x, double y1, double y2) {
    out_ +=
        fmt::format("<line class=\"{0}\" x1=\"{1}\" y1=\"{2:.1f}\" x2=\"{1}\" y2=\"{3:.1f}\"/>\n",
                    style, x, y1, y2);
  }
  void DrawText(const std::string& x, double y, std::string_view more, const std::string& html) {
    out_ += fmt::format("<text x=\"{}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more, html);
  }

  void DrawAxes(double height) {
    for (const double tick : axis_.Ticks()) {
      DrawLevel("grid", Y(tick));
      DrawText("-8", Y(tick) + 4, " text-anchor=\"end\"", fmt::format("{:g}", tick));
    }
    for (size_t k = 1; k < chart_.kinds.size(); ++k) {
      DrawUpright("grid", fmt::format("{:.3f}%", Percent(static_cast<double>(k))), kTop, kBottom);
    }
    DrawLevel("axis", kBottom);
    DrawText("50%", height - 6, kMiddle, Html(chart_.x));
    constexpr double kHalf = kTop + kPlotHeight / 2;
    DrawText("-50", kHalf, fmt::format("{} transform=\"rotate(-90 -50 {:.1f})\"", kMiddle, kHalf),
             Html(chart_.y));
  }

  void DrawLabel(size_t kind) {
    const std::string name = ShortHtml(chart_.kinds[kind], kLongestLabel);
    const std::string how =
        turned_
            ? fmt::format(" text-anchor=\"end\" transform=\"rotate(-40 0 {:.1f})\"", kBottom + 14)
            : std::string(kMiddle);
    DrawText("0", kBottom + 16, how, name);
    if (chart_.counts.empty()) return;
    DrawText("0", kBottom + 16 + kLine, how, fmt::format("n = {}", chart_.counts[kind]));
  }

  void DrawDot(size_t series, size_t kind) {
    const KindChart::Dot& dot = chart_.dots[series][kind];
    if (!axis_.Holds(dot.value)) return;
    const std::string x = fmt::format("{:.1f}", X(series));
    const std::string line = fmt::format("s{} stem", series % kColours);
    if (chart_.stems) DrawUpright(line, x, kBottom, Y(dot.value));
    if (axis_.Holds(dot.low) && axis_.Holds(dot.high)) {
      DrawUpright(line, x, Y(dot.low), Y(dot.high));
    }
    out_ += Mark(series, X(series), Y(dot.value)) + '\n';
  }

  static constexpr std::string_view kMiddle = " text-anchor=\"middle\"";

  const KindChart& chart_;
  double width_ = 0;
  bool turned_ = false;  // true if the labels of kinds are rotated
  Axis axis_;
  std::string out_;
};

std::string LegendHtml(const std::vector<std::string>& series) {
  std::string out = "<ul class=\"legend\">\n";
  for (size_t s = 0; s < series.size(); ++s) {
    out += fmt::format(
        "<li><svg aria-hidden=\"true\" viewBox=\"0 0 14 14\" width=\"14\" height=\"14\">{}</svg> "
        "{}</li>\n",
        Drawing::Mark(s, 7, 7), NameHtml(series[s]));
  }
  return out + "</ul>\n";
}

}  // namespace

std::string ChartHtml(const KindChart& chart) {
  if (chart.kinds.empty() || chart.series.empty() || chart.kinds.size() > kMostKinds ||
      chart.series.size() > kMostSeries) {
    return {};
  }
  return fmt::format(
      "<figure>\n<figcaption>{0}</figcaption>\n{1}<div class=\"wide\" role=\"group\" "
      "aria-label=\"Chart: {0}\">{2}</div>\n</figure>\n",
      Html(chart.title), LegendHtml(chart.series), Drawing(chart).Draw());
}

}  // namespace mtgauge
