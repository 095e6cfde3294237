// Formats the numbers of one metric of a comparison as text.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/report/write_options.h"
#include "mtgauge/compare.h"

namespace mtgauge {

// Returns "95%" or "99.9%".
inline std::string LevelName(double alpha) { return fmt::format("{:.6g}%", 100 * (1 - alpha)); }

// Formats the numbers of one metric.
class Numbers {
 public:
  Numbers(const MetricComparison& metric, const WriteOptions& options) : width_(options.width) {
    double most = 0;
    for (const SystemEstimate& system : metric.systems) {
      most = std::max(most, std::fabs(system.score));
    }
    digits_ = ScoreDigits(most, metric.scale, options);
    if (metric.scale == 100) return;
    powers_ = most > 0 && most < std::pow(10.0, -static_cast<double>(digits_));
  }

  std::string Score(double value) const {
    if (std::isnan(value)) return "n/a";
    if (std::isinf(value)) return value < 0 ? "-∞" : "∞";
    return powers_ ? fmt::format("{:.{}e}", value, width_) : fmt::format("{:.{}f}", value, digits_);
  }
  std::string Difference(double value) const {
    return powers_ ? fmt::format("{:+.{}e}", value, width_)
                   : fmt::format("{:+.{}f}", value, digits_);
  }
  std::string Range(const Interval& interval) const {
    if (std::isnan(interval.low) || std::isnan(interval.high)) return "n/a";
    return fmt::format("[{}, {}]", Score(interval.low), Score(interval.high));
  }
  static std::string P(double p) {
    return std::isnan(p) ? "n/a" : p < 0.00005 ? "<0.0001" : fmt::format("{:.4f}", p);
  }

 private:
  uint32_t width_;
  uint32_t digits_ = 0;  // after the decimal point
  bool powers_ = false;  // use scientific notation, because fixed notation would show only zeros
};

}  // namespace mtgauge
