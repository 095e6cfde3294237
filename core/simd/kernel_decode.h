// Kernels::decode, generic over the primitives of an instruction set (a class `Isa` in an unnamed
// namespace):
//
//   Bytes                   a vector of 64 bytes; Zero(), Or(a, b), Any(b), AnyBeyondAscii(b)
//   Block(text, at, n, bytes)   contains text[at, at + n), n <= 64, from byte skip() on; reads only
//                           text[0, bytes); Load<i>(): the bytes i positions further on
//   Choice                  a subset of the 64 bytes, with &, | and ~; ToBits(choice)
//   AtLeast(bytes, byte), InRange(bytes, first, last)   the subset for which this holds
//   Select(choice, a, b)    a for the bytes in the subset, b for the others
//   Mix<kBits>(a, b)        kBits of each byte of a and the other bits of b
//   Up<n>(b), Down<n>(b)    each byte shifted by n bits; the vacated bits are undefined
//   WritePoints(bits, low, high, to)   writes the code points at `bits`, each from two bytes;
//                           returns their number; may write 64
//
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

#include "core/simd/kernel_common.h"

namespace mtgauge::simd {

template <class Isa>
struct DecodedBlock {
  typename Isa::Bytes low, high;  // bytes of the code points, at the first bytes of characters
  uint64_t heads;                 // the first bytes of characters
  uint64_t white;                 // the first bytes of white space
  bool plain;
};

// Decodes a block that has bytes beyond ASCII. `white`: its ASCII white space.
template <class Isa>
static inline DecodedBlock<Isa> DecodeBeyondAscii(const typename Isa::Block& block, uint64_t valid,
                                                  uint64_t white) {
  using Bytes = typename Isa::Bytes;
  using Choice = typename Isa::Choice;
  const auto equal = [](const Bytes& b, uint8_t byte) { return Isa::InRange(b, byte, byte); };
  const Bytes b0 = block.template Load<0>(), b1 = block.template Load<1>(),
              b2 = block.template Load<2>();
  const Choice of2 = Isa::AtLeast(b0, 0xC0), of3 = Isa::AtLeast(b0, 0xE0);
  const uint64_t heads2 = Isa::ToBits(of2) & valid, heads3 = Isa::ToBits(of3) & valid;
  const uint64_t tails = Isa::ToBits(Isa::AtLeast(b0, 0x80)) & valid & ~heads2;
  Bytes x = b0, y = b1, high = Isa::template Mix<0x07>(Isa::template Down<2>(b0), Isa::Zero());
  if (heads3 != 0) {
    x = Isa::Select(of3, b1, b0);
    y = Isa::Select(of3, b2, b1);
    high = Isa::Select(
        of3, Isa::template Mix<0xF0>(Isa::template Up<4>(b0), Isa::template Down<2>(b1)), high);
  }
  const Bytes low = Isa::template Mix<0xC0>(Isa::template Up<6>(x), y);
  Choice broken = Isa::InRange(b0, 0xC0, 0xC1);
  Choice space = equal(b0, 0xC2) & (equal(b1, 0x85) | equal(b1, 0xA0));
  if (heads3 != 0) {
    // Overlong, surrogates, U+16xx, U+2000 to U+207F except U+200B to U+2027.
    const Choice plain = Isa::AtLeast(low, 0x80) | Isa::InRange(low, 0x0B, 0x27);
    broken = broken | Isa::AtLeast(b0, 0xF0) |
             (of3 & (Isa::InRange(high, 0, 7) | Isa::InRange(high, 0xD8, 0xDF) | equal(high, 0x16) |
                     (equal(high, 0x20) & ~plain)));
    space = space | (of3 & equal(high, 0x30) & equal(low, 0));
  }
  const uint64_t wrong = (tails ^ (heads2 << 1 | heads3 << 2)) | (Isa::ToBits(broken) & valid);
  return {Isa::Select(of2, low, b0), Isa::Select(of2, high, Isa::Zero()), valid & ~tails,
          white | Isa::ToBits(space), wrong == 0};
}

// Returns how many of n bytes at `p` belong to a last character that is incomplete.
static inline uint64_t OpenBytes(const char* p, uint64_t n) {
  if (static_cast<uint8_t>(p[n - 1]) >= 0xC0) return 1;
  return n > 1 && static_cast<uint8_t>(p[n - 2]) >= 0xE0 ? 2 : 0;
}

// Kernels::decode.
template <class Isa>
static uint64_t Decode(const char* text, uint64_t bytes, bool keep_space, uint32_t* points,
                       uint32_t* count, uint32_t* bits) {
  uint64_t at = 0;
  uint32_t* to = points + *count;
  typename Isa::Bytes any_low = Isa::Zero(), any_high = any_low;
  while (at < bytes) {
    const char* const p = text + at;
    uint64_t n = bytes - at < 64 ? bytes - at : 64;
    n -= OpenBytes(p, n);
    const typename Isa::Block block(text, at, n, bytes);
    const uint64_t valid = LowBits(static_cast<uint32_t>(n)) << block.skip();
    const typename Isa::Bytes b0 = block.template Load<0>();
    const uint64_t white = Isa::ToBits(Isa::InRange(b0, 9, 13) | Isa::InRange(b0, 28, 32));
    DecodedBlock<Isa> decoded{b0, Isa::Zero(), valid, white, true};
    if (Isa::AnyBeyondAscii(b0)) decoded = DecodeBeyondAscii<Isa>(block, valid, white);
    if (n == 0 || !decoded.plain) break;
    at += n;
    any_low = Isa::Or(any_low, decoded.low);
    any_high = Isa::Or(any_high, decoded.high);
    const uint64_t kept = decoded.heads & (keep_space ? ~uint64_t{0} : ~decoded.white);
    to += Isa::WritePoints(kept, decoded.low, decoded.high, to);
  }
  *count = static_cast<uint32_t>(to - points);
  if (Isa::AnyBeyondAscii(any_low)) *bits |= 0xFF;
  if (Isa::Any(any_high)) *bits |= 0xFFFF;
  return at;
}

}  // namespace mtgauge::simd
