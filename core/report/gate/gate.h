// What a gate (--require, --gate) says: every failure, for the message and for JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

struct Comparison;

struct GateFailure {
  std::string system, metric, signature;
  std::string group;                 // empty: all segments
  std::string requirement;           // "bleu>=30"; empty: to be no worse than the baseline
  double value = 0;                  // the score; from the baseline, the difference
  std::optional<double> p_adjusted;  // from the baseline
  std::string message;
};

struct GateVerdict {
  std::string_view option;  // that asked for it: "require"
  std::vector<GateFailure> failures;

  // GateFailed names every failure on one line.
  absl::Status status() const;
};

// Which systems are significantly worse than the baseline.
GateVerdict GateOf(const Comparison& comparison);

}  // namespace mtgauge
