// The logs of simultaneous translation, one JSON object per line, as SimulEval writes them to
// instances.log: prediction, delays, elapsed, source_length, reference and source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/latency.h"

namespace mtgauge {

struct DelayRecord {
  uint64_t line = 0;
  std::string source;  // the first text of `source`, the name of a recording; empty if none
  std::string prediction;
  std::string reference;  // empty if none
  // [word of the prediction]: milliseconds; not negative, and ascending.
  std::vector<double> delays, elapsed;
  std::optional<double> source_length;  // not negative
};

struct DelayLog {
  std::string file;
  std::vector<DelayRecord> records;  // at least one
  bool has_elapsed = false;          // in all records, or in none
};

// Returns the words of a text, as Python's str.split(), or its characters.
std::vector<std::string_view> UnitsOf(std::string_view text, LatencyUnit unit);

// Empty lines are skipped. Returns an InputError for records without a prediction or delays, and
// for delays that do not fit the prediction. `name` is for messages.
Result<DelayLog> ParseDelayLog(const std::string& name, std::string bytes, LatencyUnit unit);

}  // namespace mtgauge
