// Stores real-valued figures of segments in rows: value = high * 2^-30 + low * 2^-60, in two
// columns, so that a segment keeps all digits of its figure and sums stay exact. A sum may reach
// 2^33 over at most 2^33 segments.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

namespace mtgauge {

class FixedSum {
 public:
  static constexpr uint32_t kColumns = 2;

  // `value` must be finite, not negative and at most 2^33.
  static void Write(double value, int64_t* row) {
    const double high = std::floor(std::ldexp(value, kHighPlaces));
    row[0] = static_cast<int64_t>(high);
    row[1] = static_cast<int64_t>(
        std::nearbyint(std::ldexp(value - std::ldexp(high, -kHighPlaces), kPlaces)));
  }
  static double Read(std::span<const int64_t> sums) {
    return std::ldexp(static_cast<double>(sums[0]), -kHighPlaces) +
           std::ldexp(static_cast<double>(sums[1]), -kPlaces);
  }
  // Returns 0 if there are no segments.
  static double Mean(std::span<const int64_t> sums, int64_t count) {
    return count == 0 ? 0 : Read(sums) / static_cast<double>(count);
  }

 private:
  static constexpr int kHighPlaces = 30, kPlaces = 60;
};

}  // namespace mtgauge
