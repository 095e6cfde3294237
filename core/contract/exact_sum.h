// Stores real-valued figures of segments in rows without rounding: value = high * 2^-30 + middle *
// 2^-60 + low * 2^-90, in three columns. The mean is that of the exact values, rounded once, as
// Python's statistics.mean() has it; so it depends on neither order nor shards. Figures that need
// not be exact take FixedSum's two columns (fixed_sum.h).
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

namespace mtgauge {

class ExactSum {
 public:
  static constexpr uint32_t kColumns = 3;

  // `value` must be 0 or from 2^-38 to 2^33; a double of that size has no digit below 2^-90.
  static void Write(double value, int64_t* row) {
    for (uint32_t column = 0; column < kColumns; ++column) {
      const double whole = std::floor(value = std::ldexp(value, kPlaces));
      row[column] = static_cast<int64_t>(whole);
      value -= whole;
    }
  }
  // Returns 0 if there are no segments. Sums of rows are not negative.
  static double Mean(std::span<const int64_t> sums, int64_t count) {
    if (count == 0) return 0;
    __extension__ using Wide = unsigned __int128;
    Wide sum = 0;
    for (uint32_t column = 0; column < kColumns; ++column) {
      sum = (sum << kPlaces) + static_cast<Wide>(sums[column]);
    }
    const auto divisor = static_cast<Wide>(count);
    Wide quotient = sum / divisor, rest = sum % divisor;
    int places = kPlaces * kColumns;
    for (; rest != 0 && quotient < kMoreThanADouble; ++places) {
      quotient = quotient << 1 | (rest << 1 >= divisor ? 1 : 0);
      rest = (rest << 1) % divisor;
    }
    // A last digit for all that follow decides how the conversion rounds.
    return std::ldexp(static_cast<double>(quotient | (rest != 0 ? 1 : 0)), -places);
  }

 private:
  static constexpr int kPlaces = 30;                               // of a column
  static constexpr uint64_t kMoreThanADouble = uint64_t{1} << 54;  // has two binary digits more
};

}  // namespace mtgauge
