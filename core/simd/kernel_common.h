// Small helpers that all instruction sets share: byte classes, verification of special bytes,
// hashed keys. Definitions here have internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>
#include <cstring>

#include "core/simd/kernels.h"

namespace mtgauge::simd {

// Byte classes of the 13a tokenizer; bits of ByteClasses::of[byte]. A byte of class 0 is always
// part of a word.
enum ByteClass : uint8_t {
  kSpaceByte = 1,     // ASCII whitespace as in Python's str.split
  kPunctByte = 2,     // always a token by itself
  kPeriodByte = 4,    // . and ,
  kDigitByte = 8,     // 0 to 9
  kHyphenByte = 16,   // -
  kLfByte = 32,       // LF (a space too)
  kEntityByte = 64,   // may begin an entity or <skipped>
  kSuspectByte = 128  // may begin a Unicode space; NUL and 0xFF, which exact keys cannot contain
};

struct alignas(64) ByteClasses {
  uint8_t of[256];
};

static constexpr void AddClass(ByteClasses& classes, int first, int last, uint8_t bit) {
  for (int c = first; c <= last; ++c) {
    classes.of[c] = static_cast<uint8_t>(classes.of[c] | bit);
  }
}

static constexpr ByteClasses MakeByteClasses() {
  ByteClasses classes{};
  AddClass(classes, 9, 13, kSpaceByte);
  AddClass(classes, 28, 32, kSpaceByte);
  AddClass(classes, '!', '&', kPunctByte);
  AddClass(classes, '(', '+', kPunctByte);
  AddClass(classes, '/', '/', kPunctByte);
  AddClass(classes, ':', '@', kPunctByte);
  AddClass(classes, '[', '`', kPunctByte);
  AddClass(classes, '{', '~', kPunctByte);
  AddClass(classes, ',', ',', kPeriodByte);
  AddClass(classes, '.', '.', kPeriodByte);
  AddClass(classes, '0', '9', kDigitByte);
  AddClass(classes, '-', '-', kHyphenByte);
  AddClass(classes, '\n', '\n', kLfByte);
  AddClass(classes, '&', '&', kEntityByte);
  AddClass(classes, '<', '<', kEntityByte);
  AddClass(classes, 0, 0, kSuspectByte);
  AddClass(classes, 0xC2, 0xC2, kSuspectByte);
  AddClass(classes, 0xE1, 0xE3, kSuspectByte);
  AddClass(classes, 0xFF, 0xFF, kSuspectByte);
  return classes;
}

static constexpr ByteClasses kByteClasses = MakeByteClasses();

// Returns true if the byte at `p`, of class kEntityByte, begins a string that 13a replaces before
// splitting. Reads 9 bytes.
static inline bool BeginsEntity(const char* p) {
  if (*p == '<') return std::memcmp(p, "<skipped>", 9) == 0;
  return std::memcmp(p, "&quot;", 6) == 0 || std::memcmp(p, "&amp;", 5) == 0 ||
         std::memcmp(p, "&lt;", 4) == 0 || std::memcmp(p, "&gt;", 4) == 0;
}

// Returns true if the byte at `p`, of class kSuspectByte, begins a Unicode space beyond ASCII or is
// NUL or 0xFF. Reads 3 bytes.
static inline bool BeginsSuspect(const char* p) {
  const uint8_t b0 = static_cast<uint8_t>(p[0]);
  const uint8_t b1 = static_cast<uint8_t>(p[1]);
  const uint8_t b2 = static_cast<uint8_t>(p[2]);
  switch (b0) {
    case 0xC2:  // U+0085, U+00A0
      return b1 == 0x85 || b1 == 0xA0;
    case 0xE1:  // U+1680
      return b1 == 0x9A && b2 == 0x80;
    case 0xE2:  // U+2000..200A, U+2028, U+2029, U+202F, U+205F
      if (b1 == 0x81) return b2 == 0x9F;
      return b1 == 0x80 && ((b2 >= 0x80 && b2 <= 0x8A) || b2 == 0xA8 || b2 == 0xA9 || b2 == 0xAF);
    case 0xE3:  // U+3000
      return b1 == 0x80 && b2 == 0x80;
    default:
      return true;
  }
}

// Verifies the bytes of text[at, at + 64) at `bits`, which are of class kEntityByte or
// kSuspectByte. Appends those that are confirmed to out->special.
static inline void AddSpecials(const char* text, uint32_t at, uint64_t bits, CutOutput* out) {
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t i = at + static_cast<uint32_t>(__builtin_ctzll(bits));
    const bool entity = (kByteClasses.of[static_cast<uint8_t>(text[i])] & kEntityByte) != 0;
    if (entity ? BeginsEntity(text + i) : BeginsSuspect(text + i)) {
      out->special[out->specials++] = i;
    }
  }
}

// Returns a mask of the lowest n bits, n <= 64.
static inline uint64_t LowBits(uint32_t n) {
#ifdef __BMI2__
  return __builtin_ia32_bzhi_di(~uint64_t{0}, n);
#else
  return n >= 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1;
#endif
}

// Returns the number of trailing zeros, 64 if all bits are zero. The builtin avoids a branch that
// the compiler might otherwise generate for the zero case.
static inline uint32_t TrailingZeros(uint64_t bits) {
#ifdef __BMI__
  return static_cast<uint32_t>(__builtin_ia32_tzcnt_u64(bits));
#else
  return bits == 0 ? 64 : static_cast<uint32_t>(__builtin_ctzll(bits));
#endif
}

static inline uint64_t Load64(const char* p) {
  uint64_t value;
  std::memcpy(&value, p, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap64(value);
#endif
  return value;
}

// Kernels::lower_ascii, byte by byte.
static inline uint64_t LowerAsciiBytes(const char* text, uint64_t bytes, char* out) {
  uint64_t high = 0;
  for (uint64_t i = 0; i < bytes; ++i) {
    const uint8_t c = static_cast<uint8_t>(text[i]);
    out[i] = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    high += c >> 7;
  }
  return high;
}

static constexpr uint64_t kHashedTag = uint64_t{0xFF} << 56;

// Returns the key of a token of more than 8 bytes (core/text/token_key.h). Defined in
// kernels_scalar.cc.
uint64_t HashedKey(const char* token, uint32_t size);

}  // namespace mtgauge::simd
