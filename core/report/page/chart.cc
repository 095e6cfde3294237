// Draws charts of kinds as SVG.
#include "core/report/page/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/report/forms/axis.h"
#include "core/report/page/html.h"

namespace mtgauge {
namespace {

constexpr size_t kMostKinds = 40, kMostSeries = 24;
constexpr size_t kColours = 7;  // in the style sheet: s0 to s6
constexpr size_t kShapes = 5;

// In units of the drawing, which are pixels at its natural size.
constexpr double kLeft = 64, kTop = 14, kPlotHeight = 230, kBottom = kTop + kPlotHeight;
constexpr double kLeastWidth = 560, kBetweenDots = 13, kBetweenKinds = 22;
constexpr double kLetter = 6.6;
constexpr size_t kLongestLabel = 16;  // bytes

class Drawing {
 public:
  explicit Drawing(const KindChart& chart) : chart_(chart) {
    const double wanted = static_cast<double>(chart.series.size()) * kBetweenDots + kBetweenKinds;
    const auto kinds = static_cast<double>(chart.kinds.size());
    step_ = std::max(wanted, (kLeastWidth - kLeft) / kinds);
    width_ = kLeft + step_ * kinds + 8;
    for (const std::string& name : chart.kinds) {
      const auto letters = static_cast<double>(std::min(name.size(), kLongestLabel));
      turned_ = turned_ || letters * kLetter > step_;
    }
    Cover();
  }

  std::string Draw() {
    const double height = kBottom + (turned_ ? 100 : 44);
    out_ = fmt::format(
        "<svg role=\"img\" aria-label=\"{2}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\">\n<title>{2}</title>\n<desc>The table has the figures.</desc>\n",
        width_, height, Html(chart_.title));
    DrawAxes(height);
    for (size_t s = 0; s < chart_.series.size(); ++s) {
      for (size_t k = 0; k < chart_.kinds.size(); ++k) DrawDot(s, k);
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

  void Cover() {
    for (const std::vector<KindChart::Dot>& dots : chart_.dots) {
      for (const KindChart::Dot& dot : dots) {
        for (const double value : {dot.value, dot.low, dot.high}) axis_.Cover(value);
      }
    }
    if (chart_.stems) axis_.Cover(0);
    axis_.Close(!chart_.stems);
  }

  double X(size_t series, size_t kind) const {
    const double middle = (static_cast<double>(chart_.series.size()) - 1) / 2;
    return kLeft + step_ * (static_cast<double>(kind) + 0.5) +
           kBetweenDots * (static_cast<double>(series) - middle);
  }
  double Y(double value) const { return kBottom - axis_.At(value) * kPlotHeight; }

  void DrawLine(std::string_view style, double x1, double y1, double x2, double y2) {
    out_ += fmt::format(
        "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", style, x1,
        y1, x2, y2);
  }

  void DrawText(double x, double y, std::string_view more, const std::string& html) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more, html);
  }

  void DrawAxes(double height) {
    for (const double tick : axis_.Ticks()) {
      DrawLine("grid", kLeft, Y(tick), width_ - 8, Y(tick));
      DrawText(kLeft - 8, Y(tick) + 4, " text-anchor=\"end\"", fmt::format("{:g}", tick));
    }
    for (size_t k = 0; k < chart_.kinds.size(); ++k) {
      const double x = kLeft + step_ * (static_cast<double>(k) + 0.5);
      if (k > 0) DrawLine("grid", x - step_ / 2, kTop, x - step_ / 2, kBottom);
      const std::string turn =
          turned_ ? fmt::format(" text-anchor=\"end\" transform=\"rotate(-40 {:.1f} {:.1f})\"", x,
                                kBottom + 14)
                  : std::string(" text-anchor=\"middle\"");
      DrawText(x, kBottom + 16, turn, ShortHtml(chart_.kinds[k], kLongestLabel));
    }
    DrawLine("axis", kLeft, kBottom, width_ - 8, kBottom);
    DrawText((kLeft + width_) / 2, height - 6, " text-anchor=\"middle\"", Html(chart_.x));
    constexpr double kMiddle = kTop + kPlotHeight / 2;
    DrawText(14, kMiddle,
             fmt::format(" text-anchor=\"middle\" transform=\"rotate(-90 14 {:.1f})\"", kMiddle),
             Html(chart_.y));
  }

  void DrawDot(size_t series, size_t kind) {
    const KindChart::Dot& dot = chart_.dots[series][kind];
    if (!axis_.Holds(dot.value)) return;
    const double x = X(series, kind);
    const std::string line = fmt::format("s{} stem", series % kColours);
    if (chart_.stems) DrawLine(line, x, kBottom, x, Y(dot.value));
    if (axis_.Holds(dot.low) && axis_.Holds(dot.high)) {
      DrawLine(line, x, Y(dot.low), x, Y(dot.high));
    }
    out_ += Mark(series, x, Y(dot.value)) + '\n';
  }

  const KindChart& chart_;
  double step_ = 0, width_ = 0;
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
