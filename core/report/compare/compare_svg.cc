// Writes a Comparison as charts: of ranks or, with a plan, of power against the number of units.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "core/report/compare/comparison_numbers.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/compare/rank_chart.h"
#include "core/report/compare/shown_pairs.h"
#include "core/report/forms/plot.h"
#include "core/report/forms/svg.h"
#include "core/report/write_options.h"
#include "core/significance/conventions.h"

namespace mtgauge {
namespace {

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
                             : RankDrawing(comparison, metric, options));
  }
  return StackedSvg(charts, "Comparison of systems");
}

}  // namespace mtgauge
