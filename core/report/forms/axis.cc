// Chooses the range and the ticks of an axis.
#include "core/report/forms/axis.h"

#include <algorithm>
#include <cmath>

namespace mtgauge {
namespace {

constexpr double kMargin = 0.06;  // share of the range that is added beyond the data
constexpr double kFewDecades = 1.5;
constexpr double kWantedTicks = 5;
// Larger values would make the range infinite, and smaller ranges have no exact steps.
constexpr double kLargest = 1e307, kLeastRange = 1e-300;
// The least range as a share of the values (on a logarithmic axis, in decades): six digits tell its
// ticks apart.
constexpr double kLeastShare = 1e-4;

// Returns 1, 2 or 5 times a power of ten.
double NiceStep(double rough) {
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

std::vector<double> MultiplesBetween(double low, double high) {
  const double step = NiceStep((high - low) / kWantedTicks);
  std::vector<double> ticks;
  for (double n = std::ceil(low / step); n * step <= high; ++n) {
    ticks.push_back(n * step == 0 ? 0 : n * step);
  }
  return ticks;
}

}  // namespace

bool Axis::Holds(double value) const {
  if (logarithmic_) return value == 0 || (value >= 1 / kLargest && value <= kLargest);
  return std::fabs(value) <= kLargest;
}

void Axis::Cover(double value) {
  if (!Holds(value)) return;
  if (logarithmic_ && value == 0) {
    has_zero_ = true;
    return;
  }
  least_ = std::min(least_, Raw(value));
  high_ = std::max(high_, Raw(value));
}

void Axis::Close(bool margin_below) {
  if (least_ > high_) least_ = high_ = 0;
  const double range = high_ - least_, most = std::max(std::fabs(least_), std::fabs(high_));
  const double least = std::max(kLeastShare * (logarithmic_ ? 1 : most), kLeastRange);
  const double air = range < least ? std::max(most, 1.0) / 2 : kMargin * range;
  if (margin_below) least_ -= air;
  high_ += air;
  low_ = least_;
  if (!has_zero_) return;
  zero_ = least_ - kMargin * (high_ - least_);
  low_ = zero_ - kMargin * (high_ - least_);
}

std::vector<double> Axis::Ticks() const {
  if (!logarithmic_) return MultiplesBetween(least_, high_);
  const double decades = high_ - least_;
  const double step = std::max(1.0, std::ceil(decades / (2 * kWantedTicks)));
  std::vector<double> ticks;
  for (double exponent = std::floor(least_); exponent <= high_; exponent += step) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor > 1 && decades > 2 * kFewDecades) continue;
      const double tick = factor * std::pow(10, exponent);
      if (Holds(tick) && Raw(tick) >= least_ && Raw(tick) <= high_) ticks.push_back(tick);
    }
  }
  if (ticks.size() < 2) ticks = MultiplesBetween(Value(least_), Value(high_));
  if (has_zero_) ticks.insert(ticks.begin(), 0);
  return ticks;
}

double Axis::Raw(double value) const {
  if (!logarithmic_) return value;
  return value == 0 ? zero_ : std::log10(value);
}
double Axis::Value(double raw) const { return logarithmic_ ? std::pow(10, raw) : raw; }

}  // namespace mtgauge
