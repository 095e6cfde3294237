// Draws charts as SVG.
#include "core/report/forms/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/report/forms/axis.h"

namespace mtgauge {
namespace {

// In units of the drawing, which are pixels at its natural size.
constexpr double kLeft = 80, kTop = 48, kMarginRight = 20, kMarginBottom = 60;
constexpr double kLineHeight = 13;
constexpr double kLegendLine = 16;
constexpr std::string_view kLeader = "#888888";

// Okabe and Ito's colours, which are distinguishable for most people, without yellow but with a
// violet. Further series have the same colours, with other shapes and lines.
constexpr std::array<std::string_view, 8> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                      "#56b4e9", "#e69f00", "#000000", "#7f3c8d"};
std::string_view ColourOf(size_t series) { return kColours[series % kColours.size()]; }
bool IsRound(size_t series) { return (series + series / kColours.size()) % 2 == 0; }
std::string_view DashesOf(const PlotLine& line) {
  if (line.dashed) return " stroke-dasharray=\"5 4\"";
  return line.series < kColours.size() ? "" : " stroke-dasharray=\"2 2\"";
}

struct Box {
  double left, top, right, bottom;
  bool Meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

class Drawing {
 public:
  explicit Drawing(const Plot& plot)
      : plot_(plot),
        right_(plot.width - kMarginRight),
        bottom_(plot.height - kMarginBottom),
        x_(plot.x.logarithmic),
        y_(plot.y.logarithmic) {
    for (const PlotPoint& point : plot.points) {
      for (const double y : {point.y, point.low, point.high}) CoverPoint(point.x, y);
    }
    for (const PlotLine& line : plot.lines) {
      for (size_t i = 0; i < line.x.size(); ++i) CoverPoint(line.x[i], line.y[i]);
    }
    for (const PlotBand& band : plot.bands) {
      for (size_t i = 0; i < band.x.size(); ++i) {
        CoverPoint(band.x[i], band.low[i]);
        CoverPoint(band.x[i], band.high[i]);
      }
    }
    x_.Close();
    y_.Close();
  }

  SvgDrawing Draw() {
    DrawFrame();
    DrawAxes();
    for (const PlotBand& band : plot_.bands) DrawBand(band);
    for (const PlotLine& line : plot_.lines) DrawLine(line);
    for (const PlotPoint& point : plot_.points) DrawPoint(point);
    for (const PlotPoint& point : plot_.points) DrawLabel(point);
    DrawLegend();
    return {std::move(out_) + "</svg>\n", plot_.width, Height()};
  }

 private:
  double X(double value) const { return kLeft + x_.At(value) * (right_ - kLeft); }
  double Y(double value) const { return bottom_ + y_.At(value) * (kTop - bottom_); }
  bool Holds(double x, double y) const { return x_.Holds(x) && y_.Holds(y); }
  void CoverPoint(double x, double y) {
    if (!Holds(x, y)) return;
    x_.Cover(x);
    y_.Cover(y);
  }

  void DrawText(double x, double y, std::string_view anchor, std::string_view text,
                std::string_view more = "") {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                        anchor, more, SvgText(text));
  }

  // A legend that does not fit above the drawing is placed below it, in as many rows as necessary.
  double LegendWidth(size_t i) const { return 32 + kSvgLetter * SvgLetters(plot_.series[i]); }
  size_t LegendRows() const {
    size_t rows = plot_.series.empty() ? 0 : 1;
    double x = kLeft + 8;
    for (size_t i = 0; i < plot_.series.size(); ++i) {
      if (x > kLeft + 8 && x + LegendWidth(i) > right_) {
        ++rows;
        x = kLeft + 8;
      }
      x += LegendWidth(i);
    }
    return rows;
  }
  double Height() const {
    const size_t rows = LegendRows();
    return rows > 1 ? plot_.height + kLegendLine * static_cast<double>(rows) : plot_.height;
  }

  void DrawFrame() { out_ += SvgHead(plot_.width, Height(), plot_.title, kLeft, right_); }

  void DrawStroke(double x1, double y1, double x2, double y2, std::string_view colour) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
        x2, y2, colour);
  }

  void DrawAxes() {
    constexpr std::string_view kGrid = "#dddddd", kAxis = "#222222";
    for (const double tick : TicksOf(x_, plot_.x)) {
      DrawStroke(X(tick), kTop, X(tick), bottom_, kGrid);
      DrawText(X(tick), bottom_ + 18, "middle", TickLabel(tick, plot_.x));
    }
    for (const double tick : TicksOf(y_, plot_.y)) {
      DrawStroke(kLeft, Y(tick), right_, Y(tick), kGrid);
      DrawText(kLeft - 8, Y(tick) + 4, "end", TickLabel(tick, plot_.y));
    }
    DrawStroke(kLeft, bottom_, right_, bottom_, kAxis);
    DrawStroke(kLeft, kTop, kLeft, bottom_, kAxis);
    DrawText((kLeft + right_) / 2, plot_.height - 18, "middle", TitleOf(plot_.x));
    const double middle = (kTop + bottom_) / 2;
    DrawText(20, middle, "middle", TitleOf(plot_.y),
             fmt::format(" transform=\"rotate(-90 20 {:.1f})\"", middle));
  }
  static std::vector<double> TicksOf(const Axis& axis, const PlotAxis& about) {
    std::vector<double> ticks = axis.Ticks();
    if (about.whole) std::erase_if(ticks, [](double tick) { return tick != std::floor(tick); });
    return ticks;
  }
  static std::string TickLabel(double tick, const PlotAxis& about) {
    return about.whole ? fmt::format("{:.10g}", tick) : fmt::format("{:g}", tick);
  }
  static std::string TitleOf(const PlotAxis& axis) {
    return axis.title + (axis.logarithmic ? " (logarithmic)" : "");
  }

  void DrawBand(const PlotBand& band) {
    std::string there, back;
    for (size_t i = 0; i < band.x.size(); ++i) {
      if (!Holds(band.x[i], band.low[i]) || !Holds(band.x[i], band.high[i])) continue;
      there += fmt::format("{:.1f},{:.1f} ", X(band.x[i]), Y(band.high[i]));
      back.insert(0, fmt::format("{:.1f},{:.1f} ", X(band.x[i]), Y(band.low[i])));
    }
    out_ += fmt::format("<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.2\"/>\n", there + back,
                        ColourOf(band.series));
  }

  void DrawLine(const PlotLine& line) {
    std::string places;
    double end_x = 0, end_y = 0;
    for (size_t i = 0; i < line.x.size(); ++i) {
      if (!Holds(line.x[i], line.y[i])) continue;
      end_x = X(line.x[i]);
      end_y = Y(line.y[i]);
      places += fmt::format("{:.1f},{:.1f} ", end_x, end_y);
    }
    if (places.empty()) return;
    out_ += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"{}/>\n", places,
        ColourOf(line.series), DashesOf(line));
    if (!line.label.empty()) DrawText(end_x - 4, end_y - 6, "end", line.label);
    if (line.dashed) KeepFree(line);
  }

  // Keeps labels off a level or upright line.
  void KeepFree(const PlotLine& line) {
    for (size_t i = 0; i + 1 < line.x.size(); ++i) {
      const bool level = line.y[i] == line.y[i + 1], upright = line.x[i] == line.x[i + 1];
      if ((!level && !upright) || !Holds(line.x[i], line.y[i])) continue;
      const auto [left, right] = std::minmax({X(line.x[i]), X(line.x[i + 1])});
      const auto [top, bottom] = std::minmax({Y(line.y[i]), Y(line.y[i + 1])});
      taken_.push_back({left - 1, top - 1, right + 1, bottom + 1});
    }
  }

  void DrawMark(double x, double y, size_t series, const std::string& hint = {}) {
    const std::string_view colour = ColourOf(series), name = IsRound(series) ? "circle" : "rect";
    const std::string place =
        IsRound(series)
            ? fmt::format("cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"", x, y, plot_.radius)
            : fmt::format("x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"", x - plot_.radius,
                          y - plot_.radius, 2 * plot_.radius, 2 * plot_.radius);
    out_ += fmt::format("<{} {} fill=\"{}\"", name, place, colour);
    out_ += hint.empty() ? "/>\n" : fmt::format("><title>{}</title></{}>\n", SvgText(hint), name);
  }

  void DrawPoint(const PlotPoint& point) {
    if (!Holds(point.x, point.y)) return;
    const double x = X(point.x), y = Y(point.y);
    if (y_.Holds(point.low) && y_.Holds(point.high)) {
      DrawStroke(x, Y(point.low), x, Y(point.high), ColourOf(point.series));
      taken_.push_back({x - 1, Y(point.high), x + 1, Y(point.low)});
    }
    DrawMark(x, y, point.series, point.hint);
    taken_.push_back({x - plot_.radius, y - plot_.radius, x + plot_.radius, y + plot_.radius});
  }

  // Places the label next to its point where it overlaps nothing, else at the first position. A
  // line connects it if it is not at the height of the point.
  void DrawLabel(const PlotPoint& point) {
    if (point.label.empty() || !Holds(point.x, point.y)) return;
    const double x = X(point.x), y = Y(point.y);
    const std::vector<Box> places = PlacesOfLabel(x, y, kSvgLetter * SvgLetters(point.label));
    const auto free = [&](const Box& box) {
      return Inside(box) && std::none_of(taken_.begin(), taken_.end(),
                                         [&](const Box& other) { return box.Meets(other); });
    };
    const auto found = std::find_if(places.begin(), places.end(), free);
    const Box& box = found == places.end() ? places.front() : *found;
    taken_.push_back(box);
    if (box.bottom < y)
      DrawStroke(x, y - plot_.radius, std::clamp(x, box.left, box.right), box.bottom, kLeader);
    if (box.top > y)
      DrawStroke(x, y + plot_.radius, std::clamp(x, box.left, box.right), box.top, kLeader);
    DrawText(box.left, box.bottom - 3, "start", point.label, " font-size=\"11\"");
  }
  bool Inside(const Box& box) const {
    return box.left >= kLeft && box.right <= right_ && box.top >= kTop && box.bottom <= bottom_;
  }
  std::vector<Box> PlacesOfLabel(double x, double y, double width) const {
    const double gap = plot_.radius + 3;
    std::vector<Box> places;
    for (const double shift : {0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0, -4.0, 4.0, -5.0, 5.0}) {
      const double top = y - kLineHeight / 2 + shift * kLineHeight;
      places.push_back({x + gap, top, x + gap + width, top + kLineHeight});
      places.push_back({x - gap - width, top, x - gap, top + kLineHeight});
    }
    return places;
  }

  void DrawLegend() {
    const bool below = LegendRows() > 1;
    double x = kLeft + 8, y = below ? plot_.height : kTop - 8;
    for (size_t i = 0; i < plot_.series.size(); ++i) {
      if (below && x > kLeft + 8 && x + LegendWidth(i) > right_) {
        x = kLeft + 8;
        y += kLegendLine;
      }
      DrawMark(x, y, i);
      DrawText(x + 8, y + 4, "start", plot_.series[i]);
      x += LegendWidth(i);
    }
  }

  const Plot& plot_;
  const double right_, bottom_;
  Axis x_, y_;
  std::vector<Box> taken_;
  std::string out_;
};

}  // namespace

SvgDrawing DrawingOf(const Plot& plot) { return Drawing(plot).Draw(); }

std::string SvgOf(const Plot& plot) { return DrawingOf(plot).text; }

}  // namespace mtgauge
