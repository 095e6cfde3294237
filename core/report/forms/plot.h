// Charts as SVG: bands, lines and labelled points between two axes.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core/report/forms/svg.h"

namespace mtgauge {

struct PlotAxis {
  std::string title;
  bool logarithmic = false;  // values below 0 are not drawn
  bool whole = false;        // only whole numbers are written, with all their digits
};

struct PlotPoint {
  double x = 0, y = 0;
  std::string label;             // next to the point; empty for none
  size_t series = 0;             // determines the colour, and the shape of points
  double low = NAN, high = NAN;  // ends of an interval up and down; NaN for none
  std::string hint = {};         // shown while the pointer is on the point; empty for none
};

struct PlotLine {
  std::vector<double> x, y;  // equal sizes
  std::string label;         // at the line's end; empty for none
  size_t series = 0;
  bool dashed = false;
};

// The area between two curves.
struct PlotBand {
  std::vector<double> x, low, high;  // equal sizes
  size_t series = 0;
};

struct Plot {
  std::string title;
  PlotAxis x, y;
  std::vector<PlotBand> bands;      // drawn below the lines
  std::vector<PlotLine> lines;      // drawn below the points
  std::vector<PlotPoint> points;    // values that the axis does not hold are not drawn (axis.h)
  std::vector<std::string> series;  // names for the legend; empty for no legend
  double width = 800, height = 500;
  double radius = 4;  // of points
};

// The same plot gives the same bytes.
SvgDrawing DrawingOf(const Plot& plot);
// Returns the contents of a file.
std::string SvgOf(const Plot& plot);

}  // namespace mtgauge
