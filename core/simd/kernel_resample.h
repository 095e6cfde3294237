// Resampling, generic over the primitives of an instruction set (a class `Isa` in an unnamed
// namespace):
//
//   Bytes, Save(bytes, to)  a vector of 64 bytes
//   Lanes(random)           Next() -> Bytes, one step; Put(random) stores the state
//   Look(table)             a table in registers; Counts(high, next, counts) returns a mask of the
//                           undecided units
//   Sum                     Add(Bytes), Total()
//   Wide, kWide             a vector of kWide bytes to multiply: LoadWide, MultiplyAdd
//   Sums                    a vector of sums: AddAll
//   kRows, kPlanes          the size of a tile of the product, chosen to fill the registers
//
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

#include "core/simd/kernels.h"

namespace mtgauge::simd {

// Performs one step of xoshiro256++.
static inline uint64_t NextWord(uint64_t* s) {
  const uint64_t sum = s[0] + s[3];
  const uint64_t word = (sum << 23 | sum >> 41) + s[0];
  const uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = s[3] << 45 | s[3] >> 19;
  return word;
}

// Stores the bytes of a word, lowest first.
static inline void StoreWord(uint64_t word, uint8_t* to) {
  for (int i = 0; i < 8; ++i) to[i] = static_cast<uint8_t>(word >> (8 * i));
}

// Computes the undecided counts of one group. Returns by how much their sum grew, modulo 2^32.
template <class Isa>
__attribute__((noinline)) static uint32_t Decide(const PoissonTable& table,
                                                 const typename Isa::Bytes& high,
                                                 const typename Isa::Bytes& next,
                                                 uint64_t undecided, uint64_t* slow,
                                                 uint8_t* counts) {
  alignas(64) uint8_t high_bytes[64];
  alignas(64) uint8_t next_bytes[64];
  Isa::Save(high, high_bytes);
  Isa::Save(next, next_bytes);
  uint32_t grown = 0;
  for (; undecided != 0; undecided &= undecided - 1) {
    const int i = __builtin_ctzll(undecided);
    const uint64_t bits =
        uint64_t{high_bytes[i]} << 58 | uint64_t{next_bytes[i]} << 50 | NextWord(slow) >> 14;
    uint8_t count = 0;
    while (count < table.thresholds && table.threshold[count] <= bits) ++count;
    grown += uint32_t{count} - counts[i];
    counts[i] = count;
  }
  return grown;
}

// Kernels::poisson_counts.
template <class Isa>
static uint32_t PoissonCounts(const PoissonTable* table, RandomLanes* random, uint32_t groups,
                              uint8_t* counts) {
  const typename Isa::Look look(*table);
  typename Isa::Lanes lanes(*random);
  typename Isa::Sum sum;
  uint32_t grown = 0;
  for (uint32_t g = 0; g < groups; ++g, counts += 64) {
    const typename Isa::Bytes high = lanes.Next();
    const typename Isa::Bytes next = lanes.Next();
    typename Isa::Bytes group;
    const uint64_t undecided = look.Counts(high, next, group);
    sum.Add(group);
    Isa::Save(group, counts);
    if (__builtin_expect(undecided != 0, 0)) {
      grown += Decide<Isa>(*table, high, next, undecided, random->slow, counts);
    }
  }
  lanes.Put(*random);
  return sum.Total() + grown;
}

// Computes one tile of the product: kRows resamples times kPlanes planes.
template <class Isa, uint32_t kRows, uint32_t kPlanes>
static inline void MultiplyTile(const uint8_t* counts, uint64_t stride, const uint8_t* const* plane,
                                uint32_t all_planes, uint32_t bytes, uint32_t* sums) {
  typename Isa::Sums sum[kRows][kPlanes] = {};
  for (uint32_t i = 0; i < bytes; i += Isa::kWide) {
    typename Isa::Wide count[kRows];
#pragma GCC unroll 8
    for (uint32_t r = 0; r < kRows; ++r) count[r] = Isa::LoadWide(counts + r * stride + i);
#pragma GCC unroll 8
    for (uint32_t p = 0; p < kPlanes; ++p) {
      const typename Isa::Wide values = Isa::LoadWide(plane[p] + i);
#pragma GCC unroll 8
      for (uint32_t r = 0; r < kRows; ++r) Isa::MultiplyAdd(values, count[r], sum[r][p]);
    }
  }
#pragma GCC unroll 8
  for (uint32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (uint32_t p = 0; p < kPlanes; ++p) sums[r * all_planes + p] = Isa::AddAll(sum[r][p]);
  }
}

// Multiplies kRows resamples by all planes: kPlanes at once, then the remaining planes.
template <class Isa, uint32_t kRows, uint32_t kPlanes>
static void MultiplyRows(const uint8_t* counts, uint64_t stride, const uint8_t* const* plane,
                         uint32_t all_planes, uint32_t done, uint32_t bytes, uint32_t* sums) {
  for (; done + kPlanes <= all_planes; done += kPlanes) {
    MultiplyTile<Isa, kRows, kPlanes>(counts, stride, plane + done, all_planes, bytes, sums + done);
  }
  if constexpr (kPlanes > 1) {
    MultiplyRows<Isa, kRows, kPlanes - 1>(counts, stride, plane, all_planes, done, bytes, sums);
  }
}

// Kernels::multiply.
template <class Isa>
static void Multiply(const uint8_t* counts, uint32_t stride, uint32_t resamples,
                     const uint8_t* const* plane, uint32_t planes, uint32_t groups,
                     uint32_t* sums) {
  for (uint32_t rows = 0; resamples != 0; resamples -= rows) {
    if (resamples >= Isa::kRows) {
      rows = Isa::kRows;
      MultiplyRows<Isa, Isa::kRows, Isa::kPlanes>(counts, stride, plane, planes, 0, 64 * groups,
                                                  sums);
    } else {
      rows = 1;
      MultiplyRows<Isa, 1, Isa::kPlanes>(counts, stride, plane, planes, 0, 64 * groups, sums);
    }
    counts += uint64_t{rows} * stride;
    sums += uint64_t{rows} * planes;
  }
}

}  // namespace mtgauge::simd
