// The steps of a beam search, generic over the primitives of an instruction set (a class `Isa` in
// an unnamed namespace). Vectors have kLanes 64-bit numbers, and masks have one bit per lane:
//
//   Load(p), Put(p, v), Set(n), Iota()  Iota: 0, 1, 2, ...
//   Add(v, w), And(v, w), Or(v, w)
//   AddWhere(mask, v, w)                v + w in the lanes of the mask, v in the others
//   Below(v, w), Differ(v, w)           masks; Below is an unsigned comparison
//   PutWhere(p, mask, v)                stores the mask's lanes contiguously; returns their number;
//                                       may write kLanes elements
//
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

#include "core/simd/kernels.h"

namespace mtgauge::simd {

namespace {

// One lane, for the scalar set and those whose vectors are too short to gain.
struct ScalarBeam {
  static constexpr uint32_t kLanes = 1;
  static uint64_t Load(const uint64_t* p) { return *p; }
  static void Put(uint64_t* p, uint64_t v) { *p = v; }
  static uint64_t Set(uint64_t n) { return n; }
  static uint64_t Iota() { return 0; }
  static uint64_t Add(uint64_t v, uint64_t w) { return v + w; }
  static uint64_t And(uint64_t v, uint64_t w) { return v & w; }
  static uint64_t Or(uint64_t v, uint64_t w) { return v | w; }
  static uint64_t AddWhere(uint32_t mask, uint64_t v, uint64_t w) {
    return v + (w & (0 - uint64_t{mask}));
  }
  static uint32_t Below(uint64_t v, uint64_t w) { return v < w ? 1 : 0; }
  static uint32_t Differ(uint64_t v, uint64_t w) { return v != w ? 1 : 0; }
  static uint32_t PutWhere(uint64_t* p, uint32_t mask, uint64_t v) {
    *p = v;
    return mask;
  }
};

}  // namespace

// Returns a mask of the valid lanes if `left` elements are left.
template <class Isa>
static inline uint32_t FirstLanes(uint32_t left) {
  return (1U << (left < Isa::kLanes ? left : Isa::kLanes)) - 1;
}

template <class Isa>
static uint32_t BeamGo(const BeamPaths* paths, uint32_t count, const BeamWay* way,
                       const BeamPaths* out) {
  const auto nowhere = Isa::Set(UINT32_MAX), here = Isa::Set(way->hypothesis);
  const auto zero = Isa::Set(0), place = Isa::Set(way->place), words = Isa::Set(way->words);
  auto from = Isa::Add(Isa::Iota(), Isa::Set(way->way));
  uint32_t found = 0;
  for (uint32_t p = 0; p < count; p += Isa::kLanes) {
    const auto used = Isa::Load(paths->used + p), old = Isa::Load(paths->key + p);
    const auto end = Isa::And(Isa::Load(paths->place + p), nowhere);
    const uint32_t goes =
        FirstLanes<Isa>(count - p) & ~Isa::Differ(Isa::And(used, Isa::Set(way->barred)), zero);
    const uint32_t ends = Isa::Differ(end, nowhere) & Isa::Differ(end, here);
    const auto key = Isa::AddWhere(ends, Isa::Add(old, Isa::Set(way->cost)), Isa::Set(way->chunk));
    const uint32_t takes = goes & ~Isa::Below(Isa::Set(way->most), key);
    Isa::Put(paths->key + p, Isa::AddWhere(goes, old, Isa::Set(way->distance)));
    Isa::PutWhere(out->from + found, takes, from);
    Isa::Put(out->place + found, place);
    Isa::PutWhere(out->used + found, takes, Isa::Or(used, words));
    found += Isa::PutWhere(out->key + found, takes, key);
    from = Isa::Add(from, Isa::Set(Isa::kLanes));
  }
  return found;
}

// Quickselect: partitions the keys by a pivot, then continues with those below or above it.
template <class Isa>
static uint64_t NthKey(const uint64_t* keys, uint32_t count, uint32_t nth, uint64_t* memory,
                       uint32_t* less) {
  uint64_t* const below = memory;
  uint64_t* const above = memory + count + Isa::kLanes;
  for (;;) {
    const uint64_t a = keys[0], b = keys[count / 2], c = keys[count - 1];
    const uint64_t low = a < b ? a : b, high = a < b ? b : a;
    const uint64_t pivot = c < low ? low : c < high ? c : high;
    uint32_t belows = 0, aboves = 0;
    for (uint32_t i = 0; i < count; i += Isa::kLanes) {
      const auto key = Isa::Load(keys + i);
      const uint32_t valid = FirstLanes<Isa>(count - i);
      belows += Isa::PutWhere(below + belows, valid & Isa::Below(key, Isa::Set(pivot)), key);
      aboves += Isa::PutWhere(above + aboves, valid & Isa::Below(Isa::Set(pivot), key), key);
    }
    const uint32_t up_to = count - aboves;
    if (nth < belows) {
      keys = below;
      count = belows;
    } else if (nth < up_to) {
      *less += belows;
      return pivot;
    } else {
      nth -= up_to;
      *less += up_to;
      keys = above;
      count = aboves;
    }
  }
}

template <class Isa>
static uint32_t BeamKeep(const BeamPaths* paths, uint32_t count, uint64_t most) {
  uint64_t* const arrays[] = {paths->from, paths->place, paths->used};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i += Isa::kLanes) {
    const auto key = Isa::Load(paths->key + i);
    const uint32_t stays = FirstLanes<Isa>(count - i) & ~Isa::Below(Isa::Set(most), key);
    for (uint64_t* const array : arrays) Isa::PutWhere(array + kept, stays, Isa::Load(array + i));
    kept += Isa::PutWhere(paths->key + kept, stays, key);
  }
  return kept;
}

}  // namespace mtgauge::simd
