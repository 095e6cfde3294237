// The kernels in plain C++: what a CPU without AVX2 runs, and the twin that the other sets are
// compared with.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <cstring>

#include "core/simd/kernel_common.h"
#include "core/simd/kernel_match.h"
#include "core/simd/kernel_sets.h"

namespace mtgauge::simd {
namespace {

uint64_t CountLines(const char* text, uint64_t bytes) {
  uint64_t lines = 0;
  for (uint64_t i = 0; i < bytes; ++i) lines += text[i] == '\n';
  return lines;
}

// One byte after the other. `single`: the byte is a token by itself; `word`: it is part of one.
template <bool k13a>
void Cut(const char* text, uint32_t from, uint32_t to, CutState* state, CutOutput* out) {
  bool after_digit = state->after_digit != 0;
  bool after_split = state->after_split != 0;
  bool after_word = state->after_word != 0;
  bool after_single = state->after_single != 0;
  for (uint32_t i = from; i < to; ++i) {
    const uint8_t c = kByteClasses.of[static_cast<uint8_t>(text[i])];
    bool single = false;
    bool split = false;
    if (k13a && (c & (kPunctByte | kPeriodByte | kHyphenByte)) != 0) {
      if ((c & kPeriodByte) != 0) {
        const bool before_digit = text[i + 1] >= '0' && text[i + 1] <= '9';
        split = !after_digit && !after_split;
        single = split || !before_digit;
      } else {
        single = (c & kPunctByte) != 0 || after_digit;
      }
    }
    const bool word = !single && (c & kSpaceByte) == 0;
    if (after_single || (after_word && !word)) out->end[out->ends++] = i;
    if (single || (word && !after_word)) out->begin[out->begins++] = i;
    if ((c & (kLfByte | kEntityByte | kSuspectByte)) != 0) {
      if ((c & kLfByte) != 0) {
        out->line_token[out->lines] = out->begins;
        out->line_end[out->lines++] = i;
      } else if ((c & kSuspectByte) != 0 ? BeginsSuspect(text + i)
                                         : k13a && BeginsEntity(text + i)) {
        out->special[out->specials++] = i;
      }
    }
    after_digit = k13a && (c & kDigitByte) != 0;
    after_split = split;
    after_word = word;
    after_single = single;
  }
  *state = {after_digit, after_split, after_word, after_single};
}

void TokenKeys(const char* text, const uint32_t* begin, const uint32_t* end, uint32_t n,
               uint64_t* key) {
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t size = end[i] - begin[i];
    const char* token = text + begin[i];
    key[i] = size > 8 ? HashedKey(token, size) : Load64(token) & LowBits(8 * size);
  }
}

struct Scalar {
  template <int kOctets>
  struct Keys {
    uint64_t held[8 * kOctets];
    void Load(const uint64_t* key) { std::memcpy(held, key, sizeof held); }
    uint64_t Equal(uint64_t key) const {
      uint64_t bits = 0;
      for (int i = 0; i < 8 * kOctets; ++i) bits |= uint64_t{held[i] == key} << i;
      return bits;
    }
  };
  static uint64_t HashedKeys(const uint64_t* key, uint32_t n) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < n; ++i) bits |= uint64_t{key[i] >= kHashedTag} << i;
    return bits;
  }
  static bool SameBytes(const char* a, const char* b, uint32_t size) {
    return std::memcmp(a, b, size) == 0;
  }
};

uint64_t LowerAscii(const char* text, uint64_t bytes, char* out) {
  uint64_t high = 0;
  for (uint64_t i = 0; i < bytes; ++i) {
    const uint8_t c = static_cast<uint8_t>(text[i]);
    const bool upper = c >= 'A' && c <= 'Z';
    out[i] = static_cast<char>(upper ? c + 32 : c);
    high += c >> 7;
  }
  return high;
}

}  // namespace

uint64_t HashedKey(const char* token, uint32_t size) {
  return XXH3_64bits(token, size) | kHashedTag;
}

const Kernels kScalarKernels = {"scalar",  CountLines,     Cut<true>,          Cut<false>,
                                TokenKeys, Match4<Scalar>, MatchMasks<Scalar>, LowerAscii};

}  // namespace mtgauge::simd
