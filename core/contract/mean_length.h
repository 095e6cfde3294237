// The mean length of several references as integers: whole tokens and parts of a token, so that
// sums over segments are exact.
#pragma once

#include <cmath>
#include <cstdint>

namespace mtgauge {

// The least common multiple of 1 .. 24. A sum of parts has room for 10^9 segments.
inline constexpr int64_t kLengthParts = 5'354'228'880;

// Exact for up to 24 references. For more, the error is at most half a part.
struct MeanLength {
  int64_t whole = 0, parts = 0;

  // Returns the mean length of `count` references with `total` tokens together; 0 if there are
  // none.
  static MeanLength Of(int64_t total, int64_t count) {
    if (count == 0) return {};
    const int64_t rest = total % count;
    return {total / count,
            rest * (kLengthParts / count) + (rest * (kLengthParts % count) + count / 2) / count};
  }
};

// Converts sums to a real number. Correctly rounded below 2^53 parts, and always if there are no
// parts.
inline double MeanLengthValue(double whole, double parts) {
  constexpr auto kPartsReal = static_cast<double>(kLengthParts);
  return parts == 0 ? whole : (whole * kPartsReal + parts) / kPartsReal;
}

// Returns what `parts` leaves out of a mean, in units of 2^-kFinePlaces parts, rounded to the
// nearest: 0 for up to 24 references. Sums have room for 2^33 segments.
inline constexpr int kFinePlaces = 30;
inline int64_t FineLength(int64_t total, int64_t count) {
  if (count == 0) return 0;
  const int64_t scaled_rest = (total % count) * (kLengthParts % count);
  const int64_t left = scaled_rest - (scaled_rest + count / 2) / count * count;
  const int64_t scaled = left * (int64_t{1} << kFinePlaces);
  return (scaled + (scaled < 0 ? -count : count) / 2) / count;
}

// Returns the double nearest to a length, or to a sum of lengths, given as whole tokens, parts and
// fine parts.
inline double NearestLength(int64_t whole, int64_t parts, int64_t fine) {
  __extension__ using Wide = unsigned __int128;
  constexpr int64_t kFinest = int64_t{1} << kFinePlaces, kFew = int64_t{1} << 20;
  if (fine == 0 && whole < kFew && parts < kLengthParts) {
    return MeanLengthValue(static_cast<double>(whole), static_cast<double>(parts));
  }
  // Propagates carries, so that 0 <= fine < kFinest and 0 <= parts < kLengthParts.
  int64_t carry = fine / kFinest - (fine % kFinest < 0 ? 1 : 0);
  fine -= carry * kFinest;
  parts += carry;
  carry = parts / kLengthParts - (parts % kLengthParts < 0 ? 1 : 0);
  parts -= carry * kLengthParts;
  whole += carry;
  // Rounding once correctly needs the fraction to 96 places, and a bit that says if anything
  // follows.
  constexpr Wide kWhole = Wide{kLengthParts} << kFinePlaces;
  const Wide fraction = (static_cast<Wide>(parts) << kFinePlaces) + static_cast<Wide>(fine);
  const Wide high = (fraction << 64) / kWhole, left = (fraction << 64) % kWhole;
  const Wide low = (left << 32) / kWhole;
  const Wide rest = (left << 32) % kWhole != 0 ? 1 : 0;
  if (whole < int64_t{1} << 31) {
    return std::ldexp(
        static_cast<double>((static_cast<Wide>(whole) << 96) + (high << 32 | low | rest)), -96);
  }
  return std::ldexp(
      static_cast<double>((static_cast<Wide>(whole) << 64) + (high | (low != 0 ? 1 : 0) | rest)),
      -64);
}

}  // namespace mtgauge
