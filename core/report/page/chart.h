// Charts of kinds: for each kind, a dot of every series with its interval. They are SVG elements of
// the page, whose style sheet defines the colours.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace mtgauge {

struct KindChart {
  struct Dot {
    double value = std::numeric_limits<double>::quiet_NaN();  // NaN for no dot
    double low = std::numeric_limits<double>::quiet_NaN();    // NaN for no interval
    double high = std::numeric_limits<double>::quiet_NaN();
  };
  std::string title;
  std::string x, y;  // the axes' titles
  std::vector<std::string> kinds, series;
  std::vector<uint64_t> counts;        // size of each kind; empty for none
  std::vector<std::vector<Dot>> dots;  // [series][kind]
  bool stems = false;                  // values are amounts: a line from 0 leads to each dot
};

// Returns an empty text if there is nothing to draw, or more than a chart can show.
std::string ChartHtml(const KindChart& chart);

}  // namespace mtgauge
