// Levenshtein distance within a band of diagonals (Myers 1999; Hyyro 2003), generic over a
// primitive of an instruction set (a class `Isa` in an unnamed namespace):
//
//   EqualBytes(p, byte)  bit i: p[i] == byte, i < 64
//
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

#include "core/simd/kernel_common.h"

namespace mtgauge::simd {

// A row is the differences between neighbouring columns: +1 where `up` has a bit, -1 where `down`
// has one. From one row to the next, the bits move by a column.
template <int kWords>
struct BandRow {
  uint64_t up[kWords], down[kWords];
};

// Replaces a row by the next. Returns 1 if the value at the band's last column is the one at the
// column before it in the old row, and 0 if it is one more.
template <class Isa, int kWords>
static inline uint64_t NextBandRow(const uint8_t* window, uint8_t byte, BandRow<kWords>& row) {
  uint64_t same[kWords + 1] = {}, carry = 0;  // same: where the diagonal step costs nothing
#pragma GCC unroll 4
  for (int w = 0; w < kWords; ++w) {
    const uint64_t match = Isa::EqualBytes(window + 64 * w, byte), up = row.up[w];
    const uint64_t added = (match & up) + up, sum = added + carry;
    carry = (added < up ? 1 : 0) | (sum < added ? 1 : 0);
    same[w] = (sum ^ up) | match | row.down[w];
  }
#pragma GCC unroll 4
  for (int w = 0; w < kWords; ++w) {
    // Where the value is not more than in the row above, and where it is less.
    const uint64_t no_rise = ~row.down[w] & (same[w] | row.up[w]), fall = same[w] & row.up[w];
    const uint64_t moved = same[w] >> 1 | same[w + 1] << 63;
    row.up[w] = fall | (~moved & no_rise);
    row.down[w] = moved & ~no_rise;
  }
  return same[kWords - 1] >> 63;
}

// The bits of word w that are at or above `first`.
static inline uint64_t BitsFrom(uint32_t first, uint32_t w) {
  if (first <= 64 * w) return ~uint64_t{0};
  return first < 64 * w + 64 ? ~uint64_t{0} << (first - 64 * w) : 0;
}

template <class Isa, int kWords>
static uint32_t EditBandOf(const uint8_t* columns, uint32_t length, const uint8_t* rows,
                           uint32_t count) {
  constexpr uint32_t kLast = 64 * kWords - 1;
  // The band's last column is `after` columns behind the row's own, its first is `before` ahead.
  const uint32_t after = (kLast + length - count) / 2, before = kLast - after;
  BandRow<kWords> row{};
  for (uint32_t w = 0; w < kWords; ++w) row.up[w] = BitsFrom(before, w);
  uint64_t free = 0;  // rows in which the last column's step cost nothing
  for (uint32_t j = 0; j < count; ++j) {
    free += NextBandRow<Isa, kWords>(columns + j - before, rows[j], row);
  }
  uint32_t edits = after + count - static_cast<uint32_t>(free);
  // From the band's last column back to the last one of the text.
  row.up[kWords - 1] &= ~uint64_t{0} >> 1;
  row.down[kWords - 1] &= ~uint64_t{0} >> 1;
  for (uint32_t w = 0; w < kWords; ++w) {
    const uint64_t behind = BitsFrom(before + length - count, w);
    edits -= static_cast<uint32_t>(__builtin_popcountll(row.up[w] & behind));
    edits += static_cast<uint32_t>(__builtin_popcountll(row.down[w] & behind));
  }
  return edits;
}

// Kernels::edit_band.
template <class Isa>
static uint32_t EditBand(const uint8_t* columns, uint32_t length, const uint8_t* rows,
                         uint32_t count, uint32_t words) {
  switch (words) {
    case 1:
      return EditBandOf<Isa, 1>(columns, length, rows, count);
    case 2:
      return EditBandOf<Isa, 2>(columns, length, rows, count);
    case 3:
      return EditBandOf<Isa, 3>(columns, length, rows, count);
    default:
      return EditBandOf<Isa, 4>(columns, length, rows, count);
  }
}

}  // namespace mtgauge::simd
