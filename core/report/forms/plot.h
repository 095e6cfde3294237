// Charts as SVG: bands, lines and labelled points between two axes. What comes out is a file of its
// own: no script, no font and no style from elsewhere, readable on light and dark pages.
#pragma once

#include <string>
#include <vector>

namespace mtgauge {

struct PlotAxis {
  std::string title;
  bool logarithmic = false;  // what is not above 0 has no place on it
};

struct PlotPoint {
  double x = 0, y = 0;
  std::string label;  // beside the point; empty: none
  size_t series = 0;  // points and lines of one series have one colour, points one shape
};

struct PlotLine {
  std::vector<double> x, y;  // equally many
  std::string label;         // at its end; empty: none
  size_t series = 0;
  bool dashed = false;
};

// Between two curves.
struct PlotBand {
  std::vector<double> x, low, high;  // equally many
  size_t series = 0;
};

struct Plot {
  std::string title;
  PlotAxis x, y;
  std::vector<PlotBand> bands;      // behind the lines
  std::vector<PlotLine> lines;      // behind the points
  std::vector<PlotPoint> points;    // what is not finite is left out, here and above
  std::vector<std::string> series;  // their names, for a legend; empty: no legend
};

// The whole file. The same plot gives the same bytes.
std::string SvgOf(const Plot& plot);

// Where an axis from `low` to `high` has its marks: multiples of 1, 2 or 5 times a power of ten, or
// on a logarithmic axis such numbers themselves. About five, at least one when low < high.
std::vector<double> TicksOf(double low, double high, bool logarithmic);

}  // namespace mtgauge
