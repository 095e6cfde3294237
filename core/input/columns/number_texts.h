// Writes the values of columns of numbers as JSON does.
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mtgauge {

inline constexpr size_t kMostDigits = 24;  // as in -2.2250738585072014e-308

// Writes a number at `at`, where there is room for kMostDigits, and moves `at` behind it.
inline std::string_view WriteWhole(uint64_t bits, bool is_signed, char*& at) {
  char* const begin = at;
  char* const end = at + kMostDigits;
  at = is_signed ? std::to_chars(at, end, static_cast<int64_t>(bits)).ptr
                 : std::to_chars(at, end, bits).ptr;
  return {begin, static_cast<size_t>(at - begin)};
}

// Ten bits of a fraction below five of an exponent, and the sign.
inline double HalfNumber(uint64_t bits) {
  constexpr int kBias = 25, kFull = 1 << 10, kLast = 31;
  const auto fraction = static_cast<int>(bits % kFull),
             exponent = static_cast<int>(bits >> 10 & 31);
  double size = std::ldexp(fraction + (exponent > 0 ? kFull : 0), std::max(exponent, 1) - kBias);
  if (exponent == kLast) size = fraction == 0 ? HUGE_VAL : NAN;
  return std::copysign(size, (bits >> 15 & 1) != 0 ? -1.0 : 1.0);
}

// The same for a number of 2, 4 or 8 bytes with a fraction: with as many digits as give it back. It
// writes "nan" for all that are no number.
inline std::string_view WriteFraction(uint64_t bits, size_t width, char*& at) {
  double number = 0;
  if (width == 2) {
    number = HalfNumber(bits);
  } else if (width == 4) {
    number = std::bit_cast<float>(static_cast<uint32_t>(bits));
  } else {
    number = std::bit_cast<double>(bits);
  }
  char* const begin = at;
  at = std::to_chars(at, at + kMostDigits, std::isnan(number) ? NAN : number).ptr;
  return {begin, static_cast<size_t>(at - begin)};
}

inline std::string_view TruthText(bool truth) { return truth ? "true" : "false"; }

}  // namespace mtgauge
