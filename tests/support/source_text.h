// What was translated, for tests of metrics that need it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/registry.h"
#include "core/text/batch.h"

namespace mtgauge::test {

// The metrics that need references and outputs only.
inline std::vector<MetricRow> MetricsWithoutSource() {
  std::vector<MetricRow> rows;
  for (const MetricRow& row : Metrics()) {
    if (!row.needs_source) rows.push_back(row);
  }
  return rows;
}

// A source that shares words with this text, but not all.
inline std::string SourceOf(std::string_view text) {
  return std::string(text.substr(0, text.rfind(' '))) + " source";
}

inline void AddSource(const MetricRow& metric, StreamNames& names) {
  if (metric.needs_source) names.sources = {"src"};
}
// Makes the source of a segment from one of its references, whatever their order.
inline void AddSource(const MetricRow& metric, Batch& batch) {
  if (!metric.needs_source) return;
  std::vector<std::string> sources(batch.segments);
  for (const Stream& stream : batch.refs) {
    ForEachText(stream, batch.segments, [&](uint32_t i, std::string_view text) {
      sources[i] = std::max(sources[i], SourceOf(text));
    });
  }
  batch.sources = MakeBatch({}, {sources}).hyps;
}

}  // namespace mtgauge::test
