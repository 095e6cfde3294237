// Computes series after exact argument reduction; the header says why libm is not used.
#include "core/base/pinned_math.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace mtgauge {
namespace {

// ln 2 in two parts: the high one has 32 trailing zero bits, so k * kLn2High is exact for |k| <
// 2^21.
constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kOneOverLn2 = 0x1.71547652b82fep+0;

// 2^k for -1022 <= k <= 1023.
double PowerOfTwo(int k) { return std::bit_cast<double>(static_cast<uint64_t>(k + 1023) << 52); }

// Returns x * 2^k for |k| < 2046. Uses two exact factors, so that only a subnormal result is
// rounded.
double Scale(double x, int k) {
  const int half = k / 2;
  return x * PowerOfTwo(half) * PowerOfTwo(k - half);
}

}  // namespace

double PinnedExp(double x) {
  if (x != x) return x;
  if (x > 709.8) return std::numeric_limits<double>::infinity();
  if (x < -745.2) return 0.0;
  const double scaled = x * kOneOverLn2;
  const int k = static_cast<int>(scaled + (scaled >= 0 ? 0.5 : -0.5));
  const double high = x - k * kLn2High;
  const double low = k * kLn2Low;
  const double r = high - low;           // |r| <= ln(2)/2 + rounding
  const double lost = (high - r) - low;  // the rounding error of the subtraction
  // e^r - 1 - r = r^2 * (1/2! + r/3! + ... + r^14/16!); the next term is below 2^-70.
  double sum = 0;
  static constexpr double kInverseFactorial[] = {1.0 / 20922789888000.0,
                                                 1.0 / 1307674368000.0,
                                                 1.0 / 87178291200.0,
                                                 1.0 / 6227020800.0,
                                                 1.0 / 479001600.0,
                                                 1.0 / 39916800.0,
                                                 1.0 / 3628800.0,
                                                 1.0 / 362880.0,
                                                 1.0 / 40320.0,
                                                 1.0 / 5040.0,
                                                 1.0 / 720.0,
                                                 1.0 / 120.0,
                                                 1.0 / 24.0,
                                                 1.0 / 6.0,
                                                 0.5};
  for (const double coefficient : kInverseFactorial) sum = sum * r + coefficient;
  return Scale(1.0 + (r + (lost + r * r * sum)), k);
}

double PinnedLog(double x) {
  if (x != x || x == std::numeric_limits<double>::infinity()) return x;
  if (x == 0) return -std::numeric_limits<double>::infinity();
  if (x < 0) return std::numeric_limits<double>::quiet_NaN();
  int k = 0;
  if (x < std::numeric_limits<double>::min()) {  // subnormal: move the leading bit into place
    x *= PowerOfTwo(54);
    k = -54;
  }
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  k += static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & ((uint64_t{1} << 52) - 1)) | (uint64_t{1023} << 52));
  if (m > 0x1.6a09e667f3bcdp+0) {  // sqrt 2; keeps |log m| small on both sides of 1
    m *= 0.5;
    ++k;
  }
  // log m = f - f^2/2 + s * (f^2/2 + R), with f = m - 1, s = f / (2 + f) and
  // R = 2/3 s^2 + 2/5 s^4 + ...: the atanh series arranged so that f, which is exact, leads.
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double s2 = s * s;
  double series = 0;
  for (int n = 23; n >= 3; n -= 2) series = (series + 2.0 / n) * s2;
  const double half_square = 0.5 * f * f;
  const double correction = s * (half_square + series) + k * kLn2Low;
  return k * kLn2High - ((half_square - correction) - f);
}

}  // namespace mtgauge
