// Draws charts of arbitrary doubles. Every chart is small and has only finite places.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/report/forms/plot.h"
#include "core/report/page/chart.h"
#include "tests/support/fuzz_promise.h"

namespace mtgauge {
namespace {

constexpr size_t kMost = 64;  // doubles

std::vector<double> DoublesOf(const uint8_t* data, size_t size) {
  std::vector<double> values(std::min(size / sizeof(double), kMost));
  if (!values.empty()) std::memcpy(values.data(), data, values.size() * sizeof(double));
  return values;
}

void Check(const std::string& chart) {
  constexpr size_t kLongest = 50'000;
  test::Promise(chart.size() < kLongest, "a chart of few values is small");
  for (const char* wrong : {"nan", "inf"}) {
    test::Promise(chart.find(wrong) == chart.npos, "places are finite");
  }
}

void Draw(const std::vector<double>& x, const std::vector<double>& y) {
  Plot plot;
  for (size_t i = 0; i < x.size(); ++i) plot.points.push_back({x[i], y[i], "", i});
  plot.lines.push_back({x, y, "line", 0, false});
  plot.bands.push_back({x, y, x, 0});
  for (const bool across : {false, true}) {
    for (const bool up : {false, true}) {
      plot.x.logarithmic = across;
      plot.y.logarithmic = up;
      Check(SvgOf(plot));
    }
  }
}

void DrawKinds(const std::vector<double>& values) {
  KindChart chart;
  chart.series = {"system"};
  chart.dots.emplace_back();
  for (size_t i = 0; i + 2 < values.size(); i += 3) {
    chart.kinds.emplace_back("kind");
    chart.dots.front().push_back({values[i], values[i + 1], values[i + 2]});
  }
  for (const bool stems : {false, true}) {
    chart.stems = stems;
    Check(ChartHtml(chart));
  }
}

}  // namespace
}  // namespace mtgauge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::vector<double> values = mtgauge::DoublesOf(data, size);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  mtgauge::Draw({values.begin(), middle}, {middle, middle + (middle - values.begin())});
  mtgauge::DrawKinds(values);
  return 0;
}
