// From joined spans to rows of integers, which can be resampled, and to scores.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/spans/span_credits.h"
#include "core/stats/row_store.h"
#include "mtgauge/spans.h"
#include "parallel/spans/joining.h"

namespace mtgauge {

// How spans are compared. Severities have the numbers of the rule's weights.
struct SpanComparing {
  SpanRule rule;
  SpanAverage average = SpanAverage::kMicro;
  std::vector<std::string> severities;
  bool by_category = false;
  uint32_t threads = 0;

  uint32_t SeverityOf(const std::string& name) const;
};

// The spans of one program in one language pair.
struct MeasuredSpans {
  RowStore rows;  // one for each segment
  SpanScores scores;
  std::vector<SpanCategory> categories;
};

struct MeasuredPair {
  std::unique_ptr<Metric> metric;  // scores the rows
  std::vector<MeasuredSpans> programs;
};

// Returns an InputError if an output would take too much work. The result does not depend on the
// threads.
Result<MeasuredPair> MeasureSpans(const JoinedSpans& joined, const SpanComparing& comparing);

}  // namespace mtgauge
