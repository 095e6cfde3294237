// numpy's order of additions, and an exact sum of doubles as one long integer.
#include "core/stats/reductions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/nan.h"

namespace mtgauge {
namespace {

// numpy's pairwise_sum: eight running sums in blocks of up to 128 values; longer arrays are halved.
template <typename T>
T PairwiseSum(std::span<const T> values) {
  const size_t n = values.size();
  if (n > 128) {
    const size_t half = n / 2 - n / 2 % 8;
    return PairwiseSum(values.first(half)) + PairwiseSum(values.subspan(half));
  }
  T sum = 0;
  size_t i = 0;
  if (n >= 8) {
    std::array<T, 8> lane;
    std::copy_n(values.begin(), 8, lane.begin());
    for (i = 8; i + 8 <= n; i += 8) {
      for (size_t j = 0; j < 8; ++j) lane[j] += values[i + j];
    }
    sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  }
  for (; i < n; ++i) sum += values[i];
  return sum;
}

// The number of values that numpy passes to pairwise_sum at once; versions from 2.3 on pass all.
constexpr size_t kNumpyBuffer = 8192;

template <typename T>
T BufferedSum(std::span<const T> values) {
  T sum = 0;
  for (; !values.empty(); values = values.subspan(std::min(kNumpyBuffer, values.size()))) {
    sum += PairwiseSum(values.first(std::min(kNumpyBuffer, values.size())));
  }
  return sum;
}

__extension__ using Uint128 = unsigned __int128;

// A sum of finite doubles without rounding: two's complement in units of 2^-kPoint, low limb first.
// The smallest double is 2^-1074, the largest below 2^1024, and 2^64 of them may be added.
class ExactSum {
 public:
  void Add(double value) {
    const uint64_t bits = std::bit_cast<uint64_t>(value);
    const uint64_t exponent = bits >> 52 & 0x7FF;
    const uint64_t fraction = bits & ((uint64_t{1} << 52) - 1);
    const uint64_t mantissa = exponent == 0 ? fraction : fraction | uint64_t{1} << 52;
    const uint64_t shift = std::max<uint64_t>(exponent, 1) - 1 + (kPoint - 1074);
    const Uint128 wide = Uint128{mantissa} << shift % 64;
    AddAt(shift / 64, {static_cast<uint64_t>(wide), static_cast<uint64_t>(wide >> 64)}, bits >> 63);
  }

  // Returns the sum over n, rounded once, to nearest even. n >= 1; call it only once.
  double Mean(uint64_t n) {
    const bool negative = limbs_.back() >> 63 != 0;
    if (negative) Negate();
    uint64_t rest = 0;
    for (size_t i = limbs_.size(); i-- > 0;) {
      const Uint128 part = Uint128{rest} << 64 | limbs_[i];
      limbs_[i] = static_cast<uint64_t>(part / n);
      rest = static_cast<uint64_t>(part % n);
    }
    const double mean = Round(rest != 0);
    return negative ? -mean : mean;
  }

 private:
  // 64 bits below the smallest double, so that quotients near it are also rounded correctly.
  static constexpr uint64_t kPoint = 1074 + 64;

  void AddAt(size_t limb, std::array<uint64_t, 2> value, bool negative) {
    uint64_t carry = 0;
    for (size_t i = limb; i < limbs_.size() && (i < limb + 2 || carry != 0); ++i) {
      const uint64_t part = i < limb + 2 ? value[i - limb] : 0;
      const Uint128 sum =
          negative ? Uint128{limbs_[i]} - part - carry : Uint128{limbs_[i]} + part + carry;
      limbs_[i] = static_cast<uint64_t>(sum);
      carry = static_cast<uint64_t>(sum >> 64) & 1;
    }
  }

  void Negate() {
    uint64_t carry = 1;
    for (uint64_t& limb : limbs_) {
      limb = ~limb + carry;
      carry &= limb == 0;
    }
  }

  bool Bit(size_t i) const { return (limbs_[i / 64] >> i % 64 & 1) != 0; }

  // Returns the double nearest to the (non-negative) limbs; `below`: more follows their last bit.
  double Round(bool below) const {
    size_t top = limbs_.size() * 64;
    while (top > 0 && !Bit(top - 1)) --top;
    // The lowest bit of a double of this size; subnormals have none below 2^-1074.
    const size_t low = std::max<size_t>(top, 64 + 53) - 53;
    uint64_t mantissa = 0;
    for (size_t i = top; i-- > low;) mantissa = mantissa << 1 | uint64_t{Bit(i)};
    for (size_t i = 0; i + 1 < low && !below; ++i) below = Bit(i);
    if (Bit(low - 1) && (below || (mantissa & 1) != 0)) ++mantissa;
    return std::ldexp(static_cast<double>(mantissa), static_cast<int>(low) - int{kPoint});
  }

  std::array<uint64_t, 36> limbs_{};
};

}  // namespace

double NumpySum(std::span<const double> values) { return BufferedSum(values); }
float NumpySum(std::span<const float> values) { return BufferedSum(values); }

double NumpyMean(std::span<const double> values) {
  return NumpySum(values) / static_cast<double>(values.size());
}

// The sum is a float; numpy divides it, as a double, by a 64-bit count.
float NumpyMean(std::span<const float> values) {
  return static_cast<float>(double{NumpySum(values)} / static_cast<double>(values.size()));
}

double NumpyStd(std::span<const double> values, unsigned ddof) {
  const double mean = NumpyMean(values);
  std::vector<double> squares(values.size());
  std::transform(values.begin(), values.end(), squares.begin(),
                 [mean](double x) { return (x - mean) * (x - mean); });
  const size_t freedom = values.size() - std::min<size_t>(ddof, values.size());
  return std::sqrt(NumpySum(squares) / static_cast<double>(freedom));
}

double Percentile(std::span<const double> sorted, double q) {
  if (sorted.empty()) return kNaN;
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto i = static_cast<size_t>(place);
  const double t = place - static_cast<double>(i);
  const double low = sorted[i], high = sorted[std::min(i + 1, sorted.size() - 1)];
  const double step = high - low;
  return t < 0.5 ? low + step * t : high - step * (1 - t);
}

double ExactMean(std::span<const double> values) {
  if (values.empty()) return kNaN;
  if (!std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); })) {
    double special = 0;
    for (const double value : values) special += std::isfinite(value) ? 0 : value;
    return special;
  }
  ExactSum sum;
  for (const double value : values) sum.Add(value);
  return sum.Mean(values.size());
}

}  // namespace mtgauge
