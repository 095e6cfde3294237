// A chart of scores with intervals, and of ranks: one row for each system, the best first.
#pragma once

#include <string>
#include <string_view>

#include "core/report/forms/svg.h"
#include "core/report/write_options.h"
#include "mtgauge/compare.h"

namespace mtgauge {

struct RankChartSize {
  double width;
  double letters;  // that a name may have
};

// Returns "domain news", or an empty text if there are no groups.
std::string GroupTitle(const Comparison& comparison, const MetricComparison& metric);
// Returns "domain news, BLEU".
std::string MetricTitle(const Comparison& comparison, const MetricComparison& metric);

// Returns true if a system has an interval of its score.
bool HasIntervals(const MetricComparison& metric);

// Returns a self-contained chart with its title.
SvgDrawing RankDrawing(const Comparison& comparison, const MetricComparison& metric,
                       const WriteOptions& options);
// Returns the chart as an element of a page, of the class `style`, without a title. The page's
// style sheet may replace the colours by the names that SvgHead() lists.
std::string RankElement(const Comparison& comparison, const MetricComparison& metric,
                        const WriteOptions& options, const RankChartSize& size,
                        std::string_view style);

}  // namespace mtgauge
