// The kernels for AVX2 with BMI2 (Haswell, Zen and later).
#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "core/simd/kernel_band.h"
#include "core/simd/kernel_beam.h"
#include "core/simd/kernel_chars.h"
#include "core/simd/kernel_classes.h"
#include "core/simd/kernel_common.h"
#include "core/simd/kernel_cut.h"
#include "core/simd/kernel_decode.h"
#include "core/simd/kernel_find.h"
#include "core/simd/kernel_keys.h"
#include "core/simd/kernel_match.h"
#include "core/simd/kernel_resample.h"
#include "core/simd/kernel_sets.h"
#include "core/simd/kernel_tables.h"
#include "core/simd/kernel_utf8.h"

namespace mtgauge::simd {
namespace {

inline __m256i Load(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
inline __m256i Set1(int byte) { return _mm256_set1_epi8(static_cast<char>(byte)); }
inline uint32_t SignBits(__m256i v) { return static_cast<uint32_t>(_mm256_movemask_epi8(v)); }
inline uint32_t EqualBits(__m256i v, __m256i w) { return SignBits(_mm256_cmpeq_epi8(v, w)); }
inline uint64_t Join(uint32_t low, uint32_t high) { return low | uint64_t{high} << 32; }

uint64_t CountLines(const char* text, uint64_t bytes) {
  const __m256i lf = Set1('\n');
  uint64_t lines = 0;
  for (uint64_t i = 0; i < bytes; i += 64) {
    const uint64_t bits = Join(EqualBits(Load(text + i), lf), EqualBits(Load(text + i + 32), lf));
    const uint64_t valid = bytes - i < 64 ? LowBits(static_cast<uint32_t>(bytes - i)) : ~0ull;
    lines += static_cast<uint64_t>(__builtin_popcountll(bits & valid));
  }
  return lines;
}

struct Avx2Find {
  explicit Avx2Find(const WantedBytes& wanted)
      : below(Set1(wanted.below)), one(Set1(wanted.one)), other(Set1(wanted.other)) {}
  uint64_t Find(const char* p) const { return Join(Half(Load(p)), Half(Load(p + 32))); }
  uint32_t Half(__m256i v) const {
    const __m256i equal = _mm256_or_si256(_mm256_cmpeq_epi8(v, one), _mm256_cmpeq_epi8(v, other));
    return SignBits(equal) | ~EqualBits(_mm256_max_epu8(v, below), v);
  }
  __m256i below, one, other;
};

struct Avx2Utf8 {
  using Bytes = __m256i;
  static constexpr int kWidth = 32;
  static Bytes Load(const char* p) { return simd::Load(p); }
  static Bytes Set(int byte) { return Set1(byte); }
  static Bytes Zero() { return _mm256_setzero_si256(); }
  template <int n>
  static Bytes Before(Bytes prev, Bytes now) {
    return _mm256_alignr_epi8(now, _mm256_permute2x128_si256(prev, now, 0x21), 16 - n);
  }
  static Bytes LowNibbles(Bytes b) { return _mm256_and_si256(b, Set1(15)); }
  static Bytes HighNibbles(Bytes b) { return LowNibbles(_mm256_srli_epi16(b, 4)); }
  static Bytes Look(const uint8_t* table, Bytes nibbles) {
    const __m128i row = _mm_load_si128(reinterpret_cast<const __m128i*>(table));
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(row), nibbles);
  }
  static Bytes And(Bytes a, Bytes b) { return _mm256_and_si256(a, b); }
  static Bytes Or(Bytes a, Bytes b) { return _mm256_or_si256(a, b); }
  static Bytes Xor(Bytes a, Bytes b) { return _mm256_xor_si256(a, b); }
  static Bytes Less(Bytes a, Bytes b) { return _mm256_subs_epu8(a, b); }
  static bool Any(Bytes b) { return _mm256_testz_si256(b, b) == 0; }
  static bool AnyBeyondAscii(Bytes b) { return SignBits(b) != 0; }
};

inline __m256i Lookup(const uint8_t* table, __m256i nibbles) {
  const __m128i row = _mm_loadu_si128(reinterpret_cast<const __m128i*>(table));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(row), nibbles);
}

// Writes at + (position of each set bit) to `to`. Returns their number. May write up to 8 elements
// after the last.
inline uint32_t WritePositions(uint64_t bits, uint32_t at, uint32_t* to) {
  const uint32_t* const first = to;
  __m256i base = _mm256_set1_epi32(static_cast<int>(at));
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    const uint32_t byte = bits >> (8 * i) & 0xFF;
    const __m128i row = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kPositions.of[byte]));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                        _mm256_add_epi32(base, _mm256_cvtepu8_epi32(row)));
    to += __builtin_popcount(byte);
    base = _mm256_add_epi32(base, _mm256_set1_epi32(8));
  }
  return static_cast<uint32_t>(to - first);
}

// For kernel_cut.h.
struct Avx2Cut {
  template <bool k13a>
  static CutMasks Classify(const char* p) {
    const CutMasks a = ClassifyHalf<k13a>(Load(p)), b = ClassifyHalf<k13a>(Load(p + 32));
    return {a.spaces | b.spaces << 32,  a.punct | b.punct << 32,   a.period | b.period << 32,
            a.digit | b.digit << 32,    a.hyphen | b.hyphen << 32, a.lf | b.lf << 32,
            a.special | b.special << 32};
  }
  // Returns the masks of half a block, in 32 bits.
  template <bool k13a>
  static CutMasks ClassifyHalf(__m256i v) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i nibble = Set1(0x0F);
    const __m256i low = _mm256_and_si256(v, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble);
    const __m256i a =
        _mm256_and_si256(Lookup(kSpacesAndPunct.low, low), Lookup(kSpacesAndPunct.high, high));
    const __m256i b = _mm256_and_si256(Lookup(kOthers.low, low), Lookup(kOthers.high, high));
    const uint32_t not_punct = EqualBits(_mm256_min_epu8(a, Set1(kAllSpaces)), a);
    CutMasks m{};
    m.lf = EqualBits(v, Set1('\n'));
    m.punct = static_cast<uint32_t>(~not_punct);
    m.spaces = not_punct & ~EqualBits(a, zero);
    const __m256i suspects = _mm256_and_si256(b, Set1(k13a ? kSuspectsAndAmpersand : kSuspects));
    __m256i special = _mm256_cmpgt_epi8(suspects, zero);
    if constexpr (k13a) {
      special = _mm256_or_si256(special, _mm256_cmpeq_epi8(v, Set1('<')));
      m.digit = SignBits(b);
      m.hyphen = SignBits(_mm256_slli_epi16(b, 1));
      m.period = SignBits(_mm256_slli_epi16(b, 2));
    }
    m.special = SignBits(special);
    return m;
  }
  static uint32_t WritePositions(uint64_t bits, uint32_t at, uint32_t* to) {
    return simd::WritePositions(bits, at, to);
  }
};

// A table for table[index & 63], split into quarters of 16 bytes.
struct Table64 {
  explicit Table64(const uint8_t* table) {
    for (int k = 0; k < 4; ++k) {
      const __m128i* from = reinterpret_cast<const __m128i*>(table + 16 * k);
      quarter[k] = _mm256_broadcastsi128_si256(_mm_load_si128(from));
    }
  }
  void Flip(int bits) {
    for (__m256i& q : quarter) q = _mm256_xor_si256(q, Set1(bits));
  }
  // nibble: the low 4 bits of each index; bit4, bit5: that bit, in the top bit of each byte.
  __m256i Of(__m256i nibble, __m256i bit4, __m256i bit5) const {
    const __m256i even = _mm256_blendv_epi8(_mm256_shuffle_epi8(quarter[0], nibble),
                                            _mm256_shuffle_epi8(quarter[1], nibble), bit4);
    const __m256i odd = _mm256_blendv_epi8(_mm256_shuffle_epi8(quarter[2], nibble),
                                           _mm256_shuffle_epi8(quarter[3], nibble), bit4);
    return _mm256_blendv_epi8(even, odd, bit5);
  }
  __m256i quarter[4];
};

// Bit h % 8 for each high nibble h of ASCII, and of NUL and bytes from C0 on.
constexpr uint8_t kAsciiRows[16] = {1, 2, 4, 8, 16, 32, 64, 128};
constexpr uint8_t kBarredRows[16] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 32, 64, 128};

// For kernel_classes.h.
struct Avx2Classes {
  struct Bytes {
    __m256i half[2];
  };
  using Choice = Bytes;  // bytes are 0 or 0xFF
  static Bytes Load(const void* p) {
    return {{simd::Load(p), simd::Load(static_cast<const char*>(p) + 32)}};
  }
  static Choice Equal(const Bytes& bytes, uint8_t byte) {
    const __m256i wanted = Set1(byte);
    return {{_mm256_cmpeq_epi8(bytes.half[0], wanted), _mm256_cmpeq_epi8(bytes.half[1], wanted)}};
  }
  static Choice Both(const Choice& a, const Choice& b) {
    return {{_mm256_and_si256(a.half[0], b.half[0]), _mm256_and_si256(a.half[1], b.half[1])}};
  }
  static uint64_t ToBits(const Choice& c) { return Join(SignBits(c.half[0]), SignBits(c.half[1])); }
  static uint64_t AtLeast(const Bytes& bytes, uint8_t byte) {
    const __m256i least = Set1(byte);
    return Join(EqualBits(_mm256_max_epu8(bytes.half[0], least), bytes.half[0]),
                EqualBits(_mm256_max_epu8(bytes.half[1], least), bytes.half[1]));
  }
  static bool IsAscii(const char* p, uint32_t bytes) {
    __m256i all = _mm256_setzero_si256();
    for (uint32_t i = 0; i < bytes; i += 32) all = _mm256_or_si256(all, simd::Load(p + i));
    return SignBits(all) == 0;
  }
  static uint64_t Test(const Bytes& bytes, uint8_t bit) {
    const int up = __builtin_clz(bit) - 24;
    return Join(SignBits(_mm256_slli_epi16(bytes.half[0], up)),
                SignBits(_mm256_slli_epi16(bytes.half[1], up)));
  }
  static __m256i LookHalf(const Table64& table, __m256i index) {
    return table.Of(_mm256_and_si256(index, Set1(0x0F)), _mm256_slli_epi16(index, 3),
                    _mm256_slli_epi16(index, 2));
  }
  static Bytes Classify(const uint8_t* table, const Bytes& bytes) {
    const Table64 below40(table), below80(table + 64), above_c0(table + 192);
    Bytes classes;
#pragma GCC unroll 2
    for (int k = 0; k < 2; ++k) {
      const __m256i v = bytes.half[k], bit6 = _mm256_slli_epi16(v, 1);
      classes.half[k] = _mm256_blendv_epi8(LookHalf(below40, v), LookHalf(below80, v), bit6);
      if (SignBits(v) == 0) continue;
      const __m256i high = _mm256_blendv_epi8(_mm256_setzero_si256(), LookHalf(above_c0, v), bit6);
      classes.half[k] = _mm256_blendv_epi8(classes.half[k], high, v);
    }
    return classes;
  }
  static Bytes OfPairs(const CutRules& rules, const Bytes& firsts, const Bytes& seconds) {
    const Table64 of_row[] = {Table64(rules.of_row[0]), Table64(rules.of_row[1])};
    const __m256i zero = _mm256_setzero_si256();
    Bytes classes;
#pragma GCC unroll 2
    for (int k = 0; k < 2; ++k) {
      // Maps E0 to EF to 70 to 7F. All other bytes get the top bit, so their lookup gives 0.
      const __m256i of_e0 = _mm256_xor_si256(firsts.half[k], Set1(0xE0));
      const __m256i row = Lookup(rules.row + 0x20, _mm256_adds_epu8(of_e0, Set1(0x70)));
      const auto of = [&](int i, int bit) {
        const __m256i rows = LookHalf(of_row[i], seconds.half[k]);
        return _mm256_andnot_si256(_mm256_cmpeq_epi8(_mm256_and_si256(row, rows), zero), Set1(bit));
      };
      classes.half[k] = _mm256_or_si256(of(0, kCutSingle), of(1, kCutUndecided));
    }
    return classes;
  }
  static Bytes Look(const Choice& choice, const uint8_t* table, const Bytes& index) {
    const Table64 looked(table);
    return Both({{LookHalf(looked, index.half[0]), LookHalf(looked, index.half[1])}}, choice);
  }
  static Bytes Zero() { return {{_mm256_setzero_si256(), _mm256_setzero_si256()}}; }
  static Bytes Or(const Bytes& a, const Bytes& b) {
    return {{_mm256_or_si256(a.half[0], b.half[0]), _mm256_or_si256(a.half[1], b.half[1])}};
  }
  static Bytes Decide(const Bytes& classes, const Bytes& looked) {
    const __m256i undecided = Set1(kCutUndecided);
    return Or({{_mm256_andnot_si256(undecided, classes.half[0]),
                _mm256_andnot_si256(undecided, classes.half[1])}},
              looked);
  }
  // Returns the masks of half a block, in 32 bits.
  static LatinMasks LatinHalf(const CutRules& rules, __m256i v, const char* p) {
    const __m256i low = _mm256_and_si256(v, Set1(0x0F));
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), Set1(0x0F));
    const __m256i zero = _mm256_setzero_si256();
    const __m256i row = Lookup(kAsciiRows, high);
    const auto of = [&](uint8_t bit) -> uint64_t {
      const __m256i rows = Lookup(rules.of_ascii[__builtin_ctz(bit)], low);
      return static_cast<uint32_t>(~EqualBits(_mm256_and_si256(rows, row), zero));
    };
    const __m256i next = simd::Load(p + 1);
    const __m256i other = _mm256_or_si256(_mm256_cmpeq_epi8(next, Set1(rules.latin_other[0])),
                                          _mm256_cmpeq_epi8(next, Set1(rules.latin_other[1])));
    const __m256i barred =
        _mm256_or_si256(_mm256_and_si256(Lookup(rules.barred, low), Lookup(kBarredRows, high)),
                        _mm256_and_si256(_mm256_cmpeq_epi8(v, Set1(0xC3)), other));
    const uint32_t tails = SignBits(_mm256_cmpgt_epi8(Set1(0xC0), v));
    return {of(kCutWhite),        of(kCutSingle), of(kCutPoint),
            of(kCutDigit),        of(kCutHyphen), EqualBits(v, Set1('\n')),
            SignBits(v) & ~tails, tails,          ~EqualBits(barred, zero)};
  }
  static LatinMasks Latin(const CutRules& rules, const Bytes& bytes, const char* p) {
    const LatinMasks a = LatinHalf(rules, bytes.half[0], p);
    const LatinMasks b = LatinHalf(rules, bytes.half[1], p + 32);
    return {a.white | b.white << 32, a.single | b.single << 32, a.point | b.point << 32,
            a.digit | b.digit << 32, a.hyphen | b.hyphen << 32, a.lf | b.lf << 32,
            a.heads | b.heads << 32, a.tails | b.tails << 32,   a.barred | b.barred << 32};
  }
  static void WriteCharacters(uint64_t heads, const char* p, uint32_t at, CharacterList* list) {
    uint32_t count = list->count;
    __m256i base = _mm256_set1_epi32(static_cast<int>(at));
    const auto load = [](const void* from) {
      return _mm_loadl_epi64(static_cast<const __m128i*>(from));
    };
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) {
      const uint32_t chosen = heads >> (8 * k) & 0xFF;
      const __m128i row = load(kPositions.of[chosen]);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(list->place + count),
                          _mm256_add_epi32(base, _mm256_cvtepu8_epi32(row)));
#pragma GCC unroll 3
      for (int i = 0; i < 3; ++i) {
        _mm_storel_epi64(reinterpret_cast<__m128i*>(list->byte[i] + count),
                         _mm_shuffle_epi8(load(p + 8 * k + i), row));
      }
      count += static_cast<uint32_t>(__builtin_popcount(chosen));
      base = _mm256_add_epi32(base, _mm256_set1_epi32(8));
    }
    list->count = count;
  }
  template <int kSure>
  static uint32_t WritePositions(uint64_t bits, uint32_t at, uint32_t* to) {
    return simd::WritePositions(bits, at, to);
  }
  static uint32_t WriteChosen(uint64_t bits, const uint32_t* from, uint32_t* to) {
    const uint32_t* const first = to;
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) {
      const uint32_t chosen = bits >> (8 * k) & 0xFF;
      const __m128i row = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kPositions.of[chosen]));
      _mm256_storeu_si256(
          reinterpret_cast<__m256i*>(to),
          _mm256_permutevar8x32_epi32(simd::Load(from + 8 * k), _mm256_cvtepu8_epi32(row)));
      to += __builtin_popcount(chosen);
    }
    return static_cast<uint32_t>(to - first);
  }
  template <int kBytes>
  static void WriteKeys(uint64_t heads, const Bytes& bytes, const char* p, uint64_t* to) {
    constexpr uint8_t kLeast[] = {0, 0xC0, 0xE0, 0xF0};
    // byte[i]: byte i of the character that begins at each position, 0 if it has fewer bytes.
    alignas(32) char byte[4][64];
#pragma GCC unroll 3
    for (int i = 1; i < kBytes; ++i) {
#pragma GCC unroll 2
      for (int half = 0; half < 2; ++half) {
        const __m256i here = bytes.half[half], least = Set1(kLeast[i]);
        const __m256i longer = _mm256_cmpeq_epi8(_mm256_max_epu8(here, least), here);
        _mm256_store_si256(reinterpret_cast<__m256i*>(byte[i] + 32 * half),
                           _mm256_and_si256(longer, simd::Load(p + 32 * half + i)));
      }
    }
    for (int k = 0; k < 8; ++k) {
      const uint32_t chosen = heads >> (8 * k) & 0xFF;
      const auto load = [](const void* from) {
        return _mm_loadl_epi64(static_cast<const __m128i*>(from));
      };
      const __m128i row = load(kPositions.of[chosen]), zero = _mm_setzero_si128();
      const auto choose = [&](int i) {
        if (i >= kBytes) return zero;
        return _mm_shuffle_epi8(load((i == 0 ? p : byte[i]) + 8 * k), row);
      };
      const __m128i front = _mm_unpacklo_epi8(choose(0), choose(1));
      const __m128i back = _mm_unpacklo_epi8(choose(2), choose(3));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                          _mm256_cvtepu32_epi64(_mm_unpacklo_epi16(front, back)));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 4),
                          _mm256_cvtepu32_epi64(_mm_unpackhi_epi16(front, back)));
      to += __builtin_popcount(chosen);
    }
  }
};

// For kernel_keys.h.
struct Avx2Keys {
  static uint32_t ShortKeys(const char* text, const uint32_t* begin, const uint32_t* end,
                            uint64_t* key) {
    const auto load2 = [text](const uint32_t* from) {
      const __m128i low = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(text + from[0]));
      return _mm_unpacklo_epi64(low,
                                _mm_loadl_epi64(reinterpret_cast<const __m128i*>(text + from[1])));
    };
    const auto write4 = [&](int i, __m128i size) {
      const __m256i bytes = _mm256_set_m128i(load2(begin + i + 2), load2(begin + i));
      const __m256i bits = _mm256_cvtepu32_epi64(_mm_slli_epi32(size, 3));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(key + i),
                          _mm256_andnot_si256(_mm256_sllv_epi64(Set1(-1), bits), bytes));
    };
    const __m256i size = _mm256_sub_epi32(Load(end), Load(begin));
    write4(0, _mm256_castsi256_si128(size));
    write4(4, _mm256_extracti128_si256(size, 1));
    const __m256i longer = _mm256_cmpeq_epi32(_mm256_max_epu32(size, _mm256_set1_epi32(9)), size);
    return static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(longer)));
  }
  static uint32_t WritePlaces(uint32_t bits, uint32_t at, uint32_t* to) {
    const __m128i row = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kPositions.of[bits]));
    const __m256i base = _mm256_set1_epi32(static_cast<int>(at));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                        _mm256_add_epi32(base, _mm256_cvtepu8_epi32(row)));
    return static_cast<uint32_t>(__builtin_popcount(bits));
  }
};

struct Avx2 {
  template <int kOctets>
  struct Keys {
    __m256i held[2 * kOctets];
    void Load(const uint64_t* key) {
#pragma GCC unroll 16
      for (int i = 0; i < 2 * kOctets; ++i) held[i] = simd::Load(key + 4 * i);
    }
    uint64_t Equal(uint64_t key) const {
      const __m256i wanted = _mm256_set1_epi64x(static_cast<int64_t>(key));
      uint64_t bits = 0;
#pragma GCC unroll 16
      for (int i = 0; i < 2 * kOctets; ++i) {
        const __m256d equal = _mm256_castsi256_pd(_mm256_cmpeq_epi64(held[i], wanted));
        bits |= static_cast<uint64_t>(_mm256_movemask_pd(equal)) << (4 * i);
      }
      return bits;
    }
  };
  static uint64_t HashedKeys(const uint64_t* key, uint32_t n) {
    const __m256i tag = _mm256_set1_epi64x(static_cast<int64_t>(kHashedTag - 1));
    uint64_t bits = 0;
    for (uint32_t i = 0; i < n; i += 4) {
      // Hashed keys are those from -2^56 to -1 as signed numbers.
      const __m256i v = Load(key + i);
      const __m256i hashed = _mm256_and_si256(_mm256_cmpgt_epi64(v, tag), v);
      bits |= static_cast<uint64_t>(_mm256_movemask_pd(_mm256_castsi256_pd(hashed))) << i;
    }
    return bits & LowBits(n);
  }
  static void CompareKeys(const KernelTokens& hyp, const KernelTokens& ref, uint64_t* masks,
                          uint32_t stride) {
    BlockKeys<Avx2>(hyp, ref, masks, stride);
  }
  static bool SameBytes(const char* a, const char* b, uint32_t size) {
    for (; size > 32; size -= 32, a += 32, b += 32) {
      if (EqualBits(simd::Load(a), simd::Load(b)) != 0xFFFFFFFF) return false;
    }
    return _bzhi_u32(~EqualBits(simd::Load(a), simd::Load(b)), size) == 0;
  }
};

uint64_t LowerAscii(const char* text, uint64_t bytes, char* out) {
  uint64_t high = 0;
  uint64_t i = 0;
  for (; i + 32 <= bytes; i += 32) {
    const __m256i v = Load(text + i);
    const __m256i upper =
        _mm256_and_si256(_mm256_cmpgt_epi8(v, Set1('A' - 1)), _mm256_cmpgt_epi8(Set1('Z' + 1), v));
    const __m256i lowered = _mm256_add_epi8(v, _mm256_and_si256(upper, Set1(32)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), lowered);
    high += static_cast<uint64_t>(__builtin_popcount(SignBits(v)));
  }
  return high + LowerAsciiBytes(text + i, bytes - i, out + i);
}

inline __m256i Xor(__m256i a, __m256i b) { return _mm256_xor_si256(a, b); }

template <int kBits>
inline __m256i RotateLeft(__m256i v) {
  return _mm256_or_si256(_mm256_slli_epi64(v, kBits), _mm256_srli_epi64(v, 64 - kBits));
}

struct Avx2Resample {
  struct Bytes {
    __m256i half[2];
  };
  static void Save(const Bytes& bytes, uint8_t* to) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(to), bytes.half[0]);
    _mm256_store_si256(reinterpret_cast<__m256i*>(to + 32), bytes.half[1]);
  }

  // Four of the eight lanes.
  struct HalfLanes {
    HalfLanes(const RandomLanes& random, int first)
        : s0(Load(random.lane[0] + first)),
          s1(Load(random.lane[1] + first)),
          s2(Load(random.lane[2] + first)),
          s3(Load(random.lane[3] + first)) {}
    void Put(RandomLanes& random, int first) const {
      const __m256i state[] = {s0, s1, s2, s3};
      for (int k = 0; k < 4; ++k) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(random.lane[k] + first), state[k]);
      }
    }
    __m256i Next() {
      const __m256i word = _mm256_add_epi64(RotateLeft<23>(_mm256_add_epi64(s0, s3)), s0);
      const __m256i t = _mm256_slli_epi64(s1, 17);
      s2 = Xor(s2, s0);
      s3 = Xor(s3, s1);
      s1 = Xor(s1, s2);
      s0 = Xor(s0, s3);
      s2 = Xor(s2, t);
      s3 = RotateLeft<45>(s3);
      return word;
    }
    __m256i s0, s1, s2, s3;
  };

  struct Lanes {
    explicit Lanes(const RandomLanes& random) : low(random, 0), high(random, 4) {}
    void Put(RandomLanes& random) const {
      low.Put(random, 0);
      high.Put(random, 4);
    }
    Bytes Next() { return {{low.Next(), high.Next()}}; }
    HalfLanes low, high;
  };

  // AVX2 can only compare signed bytes, so the top bits of both operands are flipped.
  struct Look {
    explicit Look(const PoissonTable& table)
        : low(table.low),
          edge(table.edge),
          second(Set1(table.second ^ 0x80)),
          third(Set1(table.third ^ 0x80)) {
      edge.Flip(0x80);
    }
    uint32_t Half(__m256i high, __m256i flipped, __m256i& counts) const {
      const __m256i nibble = _mm256_and_si256(high, Set1(15));
      const __m256i bit4 = _mm256_slli_epi16(high, 3);
      const __m256i bit5 = _mm256_slli_epi16(high, 2);
      const __m256i next = Xor(flipped, Set1(0x80));
      const __m256i start = low.Of(nibble, bit4, bit5);
      const __m256i split = edge.Of(nibble, bit4, bit5);
      const __m256i tail_bit = Set1(kTailBin);
      const __m256i tail = _mm256_cmpeq_epi8(_mm256_and_si256(start, tail_bit), tail_bit);
      const __m256i above_second = _mm256_and_si256(tail, _mm256_cmpgt_epi8(next, second));
      counts = _mm256_and_si256(start, Set1(kTailBin - 1));
      counts = _mm256_sub_epi8(counts, _mm256_cmpgt_epi8(next, split));
      counts = _mm256_sub_epi8(counts, above_second);
      const __m256i below_third = _mm256_cmpgt_epi8(third, next);
      const __m256i at_edge = _mm256_and_si256(start, _mm256_cmpeq_epi8(next, split));
      const __m256i at_second = _mm256_and_si256(tail, _mm256_cmpeq_epi8(next, second));
      return SignBits(_mm256_or_si256(_mm256_or_si256(at_edge, at_second),
                                      _mm256_andnot_si256(below_third, tail)));
    }
    uint64_t Counts(const Bytes& high, const Bytes& next, Bytes& counts) const {
      const uint32_t first = Half(high.half[0], next.half[0], counts.half[0]);
      return Join(first, Half(high.half[1], next.half[1], counts.half[1]));
    }
    Table64 low, edge;
    __m256i second, third;
  };

  struct Sum {
    void Add(const Bytes& bytes) {
      const __m256i both = _mm256_add_epi8(bytes.half[0], bytes.half[1]);
      total = _mm256_add_epi64(total, _mm256_sad_epu8(both, _mm256_setzero_si256()));
    }
    uint32_t Total() const { return AddAll(total); }
    __m256i total = _mm256_setzero_si256();
  };

  using Wide = __m256i;
  using Sums = __m256i;
  static constexpr uint32_t kWide = 32, kRows = 2, kPlanes = 4;
  static Wide LoadWide(const uint8_t* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  // 2 * 255 * 64 is less than 2^15, so nothing saturates.
  static void MultiplyAdd(Wide values, Wide counts, Wide& sum) {
    const __m256i pairs = _mm256_maddubs_epi16(values, counts);
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
  static uint32_t AddAll(Wide sum) {
    __m128i s = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4E));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0xB1));
    return static_cast<uint32_t>(_mm_cvtsi128_si32(s));
  }
};

// For kernel_band.h.
struct Avx2Band {
  static uint64_t EqualBytes(const uint8_t* p, uint8_t byte) {
    const __m256i wanted = Set1(byte);
    return Join(EqualBits(Load(p), wanted), EqualBits(Load(p + 32), wanted));
  }
};

// For kernel_chars.h.
struct Avx2Chars {
  template <typename Element>
  struct Positions {
    __m256i held[2 * sizeof(Element)];
    void Load(const Element* ref) {
      for (uint32_t i = 0; i < 2 * sizeof(Element); ++i) {
        held[i] = simd::Load(ref + 32 / sizeof(Element) * i);
      }
      if constexpr (sizeof(Element) == 2) {
        Unzip(held[0], held[1]);
        Unzip(held[2], held[3]);
      }
    }
    // Reorders quarters 0 1 2 3 to 0 2 1 3. Packing them to bytes restores the order.
    static void Unzip(__m256i& a, __m256i& b) {
      const __m256i even = _mm256_permute2x128_si256(a, b, 0x20);
      b = _mm256_permute2x128_si256(a, b, 0x31);
      a = even;
    }
    uint64_t Equal(Element element) const {
      if constexpr (sizeof(Element) == 1) {
        const __m256i wanted = Set1(element);
        return Join(EqualBits(held[0], wanted), EqualBits(held[1], wanted));
      } else {
        const __m256i wanted = _mm256_set1_epi16(static_cast<int16_t>(element));
        const auto bits = [&](__m256i a, __m256i b) {
          return SignBits(
              _mm256_packs_epi16(_mm256_cmpeq_epi16(a, wanted), _mm256_cmpeq_epi16(b, wanted)));
        };
        return Join(bits(held[0], held[1]), bits(held[2], held[3]));
      }
    }
  };
  struct Lanes {
    __m256i low, high;
  };
  using LaneSet = Lanes;  // lanes have all bits set or none
  static Lanes Zero() { return {_mm256_setzero_si256(), _mm256_setzero_si256()}; }
  static LaneSet All() { return {Set1(-1), Set1(-1)}; }
  static __m256i Shift(__m256i ends, __m256i below) {
    return _mm256_or_si256(_mm256_slli_epi64(ends, 1), _mm256_srli_epi64(below, 63));
  }
  static Lanes Extend(const Lanes& ends, const Lanes& below, uint64_t mask) {
    constexpr int kUp = 0x93, kLowest = 0x03;  // each lane to the next, the last to the first
    const __m256i low = _mm256_permute4x64_epi64(Shift(ends.low, below.low), kUp);
    const __m256i high = _mm256_permute4x64_epi64(Shift(ends.high, below.high), kUp);
    const __m256i masks = _mm256_set1_epi64x(static_cast<int64_t>(mask));
    return {_mm256_and_si256(_mm256_blend_epi32(low, Set1(-1), kLowest), masks),
            _mm256_and_si256(_mm256_blend_epi32(high, low, kLowest), masks)};
  }
  static __m256i TakeHalf(__m256i ends, __m256i open, __m256i& used) {
    const __m256i free = _mm256_andnot_si256(used, ends);
    const __m256i lowest = _mm256_andnot_si256(_mm256_add_epi64(free, Set1(-1)), free);
    used = _mm256_or_si256(used, _mm256_and_si256(lowest, open));
    return _mm256_and_si256(open, _mm256_cmpeq_epi64(free, _mm256_setzero_si256()));
  }
  static LaneSet Take(const Lanes& ends, const LaneSet& open, Lanes& used) {
    const __m256i low = TakeHalf(ends.low, open.low, used.low);
    return {low, TakeHalf(ends.high, open.high, used.high)};
  }
  static uint8_t TopBits(const Lanes& ends) {
    return static_cast<uint8_t>(_mm256_movemask_pd(_mm256_castsi256_pd(ends.low)) |
                                _mm256_movemask_pd(_mm256_castsi256_pd(ends.high)) << 4);
  }
  static Lanes ToTopBits(uint8_t bits) {
    const __m256i all = _mm256_set1_epi64x(bits);
    return {_mm256_sllv_epi64(all, _mm256_setr_epi64x(63, 62, 61, 60)),
            _mm256_sllv_epi64(all, _mm256_setr_epi64x(59, 58, 57, 56))};
  }
  static uint8_t ToByte(const LaneSet& set) { return TopBits(set); }
  static LaneSet ToSet(uint8_t byte) {
    const Lanes bits = ToTopBits(byte);
    return {_mm256_cmpgt_epi64(_mm256_setzero_si256(), bits.low),
            _mm256_cmpgt_epi64(_mm256_setzero_si256(), bits.high)};
  }
  static void Save(const Lanes& lanes, uint64_t* to) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), lanes.low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 4), lanes.high);
  }
};

// For kernel_decode.h.
struct Avx2Decode {
  struct Bytes {
    __m256i half[2];
    Bytes operator&(const Bytes& b) const {
      return {{_mm256_and_si256(half[0], b.half[0]), _mm256_and_si256(half[1], b.half[1])}};
    }
    Bytes operator|(const Bytes& b) const {
      return {{_mm256_or_si256(half[0], b.half[0]), _mm256_or_si256(half[1], b.half[1])}};
    }
    Bytes operator~() const {
      return {{_mm256_xor_si256(half[0], Set1(-1)), _mm256_xor_si256(half[1], Set1(-1))}};
    }
  };
  using Choice = Bytes;  // bytes are 0 or 0xFF
  struct Block {
    Block(const char* text, uint64_t at, uint64_t n, uint64_t bytes) {
      const char* from = text + at;
      alignas(32) char copy[64];
      if (bytes < 64) {
        std::memset(copy, 0, sizeof copy);
        from = static_cast<const char*>(std::memcpy(copy, from, n));
      } else if (bytes - at < 64) {  // the end of the text
        skipped = static_cast<uint32_t>(64 - (bytes - at));
        from -= skipped;
      }
      here = {{simd::Load(from), simd::Load(from + 32)}};
    }
    template <int i>
    static __m256i Behind(__m256i a, __m256i b) {
      return _mm256_alignr_epi8(_mm256_permute2x128_si256(a, b, 0x21), a, i);
    }
    template <int i>
    Bytes Load() const {
      if constexpr (i == 0) return here;
      return {
          {Behind<i>(here.half[0], here.half[1]), Behind<i>(here.half[1], _mm256_setzero_si256())}};
    }
    uint32_t skip() const { return skipped; }
    uint32_t skipped = 0;
    Bytes here;
  };
  static Bytes Zero() { return {{_mm256_setzero_si256(), _mm256_setzero_si256()}}; }
  static Bytes Or(const Bytes& a, const Bytes& b) { return a | b; }
  static bool Any(const Bytes& b) {
    const __m256i all = _mm256_or_si256(b.half[0], b.half[1]);
    return _mm256_testz_si256(all, all) == 0;
  }
  static bool AnyBeyondAscii(const Bytes& b) {
    return SignBits(_mm256_or_si256(b.half[0], b.half[1])) != 0;
  }
  static uint64_t ToBits(const Choice& c) { return Join(SignBits(c.half[0]), SignBits(c.half[1])); }
  static Choice AtLeast(const Bytes& b, uint8_t byte) { return InRange(b, byte, 0xFF); }
  static Choice InRange(const Bytes& b, uint8_t first, uint8_t last) {
    const auto in_range = [&](__m256i v) {
      if (first == last) return _mm256_cmpeq_epi8(v, Set1(first));
      if (last == 0xFF) return _mm256_cmpeq_epi8(_mm256_max_epu8(v, Set1(first)), v);
      const __m256i up = _mm256_sub_epi8(v, Set1(first));
      return _mm256_cmpeq_epi8(_mm256_min_epu8(up, Set1(last - first)), up);
    };
    return {{in_range(b.half[0]), in_range(b.half[1])}};
  }
  static Bytes Select(const Choice& choice, const Bytes& a, const Bytes& b) {
    return {{_mm256_blendv_epi8(b.half[0], a.half[0], choice.half[0]),
             _mm256_blendv_epi8(b.half[1], a.half[1], choice.half[1])}};
  }
  template <uint8_t kBits>
  static Bytes Mix(const Bytes& a, const Bytes& b) {
    const Bytes bits = {{Set1(kBits), Set1(kBits)}};
    return (a & bits) | (b & ~bits);
  }
  template <int n>
  static Bytes Up(const Bytes& b) {
    return {{_mm256_slli_epi16(b.half[0], n), _mm256_slli_epi16(b.half[1], n)}};
  }
  template <int n>
  static Bytes Down(const Bytes& b) {
    return {{_mm256_srli_epi16(b.half[0], n), _mm256_srli_epi16(b.half[1], n)}};
  }
  static uint32_t WritePoints(uint64_t bits, const Bytes& low, const Bytes& high, uint32_t* to) {
    const uint32_t* const first = to;
    alignas(32) Bytes lows = low, highs = high;
    const auto load = [](const void* from) {
      return _mm_loadl_epi64(static_cast<const __m128i*>(from));
    };
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) {
      const uint32_t chosen = bits >> (8 * k) & 0xFF;
      const __m128i row = load(kPositions.of[chosen]);
      const auto choose = [&](const Bytes& b) {
        return _mm_shuffle_epi8(load(reinterpret_cast<const char*>(&b) + 8 * k), row);
      };
      const __m128i points = _mm_unpacklo_epi8(choose(lows), choose(highs));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_cvtepu16_epi32(points));
      to += __builtin_popcount(chosen);
    }
    return static_cast<uint32_t>(to - first);
  }
};

// Kernels::coin_counts.
void CoinCounts(RandomLanes* random, uint32_t groups, uint8_t* counts) {
  Avx2Resample::Lanes lanes(*random);
  // Byte i of a half gets bit i % 8 of byte i / 8 of its word.
  const __m256i spread =
      _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i bit = _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201));
  alignas(64) uint8_t coins[64];
  for (uint32_t g = 0; g < 2 * groups; ++g) {
    if (g % 16 == 0) Avx2Resample::Save(lanes.Next(), coins);
    int32_t word;
    std::memcpy(&word, coins + g % 16 * 4, sizeof word);
    const __m256i own = _mm256_and_si256(_mm256_shuffle_epi8(_mm256_set1_epi32(word), spread), bit);
    _mm256_store_si256(reinterpret_cast<__m256i*>(counts + 32 * g),
                       _mm256_and_si256(_mm256_cmpeq_epi8(own, bit), Set1(1)));
  }
  lanes.Put(*random);
}

struct Avx2Beam {
  static constexpr uint32_t kLanes = 4;
  static __m256i Load(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
  static void Put(uint64_t* p, __m256i v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v); }
  static __m256i Set(uint64_t n) { return _mm256_set1_epi64x(static_cast<int64_t>(n)); }
  static __m256i Iota() { return _mm256_setr_epi64x(0, 1, 2, 3); }
  static __m256i Add(__m256i v, __m256i w) { return _mm256_add_epi64(v, w); }
  static __m256i And(__m256i v, __m256i w) { return _mm256_and_si256(v, w); }
  static __m256i Or(__m256i v, __m256i w) { return _mm256_or_si256(v, w); }
  static uint32_t ToMask(__m256i lanes) {
    return static_cast<uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(lanes)));
  }
  static __m256i AddWhere(uint32_t mask, __m256i v, __m256i w) {
    const __m256i bits = _mm256_setr_epi64x(1, 2, 4, 8);
    return Add(v, And(w, _mm256_cmpeq_epi64(And(Set(mask), bits), bits)));
  }
  static uint32_t Below(__m256i v, __m256i w) {
    const __m256i sign = Set(uint64_t{1} << 63);
    return ToMask(_mm256_cmpgt_epi64(_mm256_xor_si256(w, sign), _mm256_xor_si256(v, sign)));
  }
  static uint32_t Differ(__m256i v, __m256i w) { return ToMask(_mm256_cmpeq_epi64(v, w)) ^ 15; }
  static uint32_t PutWhere(uint64_t* p, uint32_t mask, __m256i v) {
    Put(p, _mm256_permutevar8x32_epi32(v, Load(kTogether.of[mask])));
    return static_cast<uint32_t>(_mm_popcnt_u32(mask));
  }

  // of[mask]: the 32-bit halves of the lanes in the mask; the remaining elements are arbitrary.
  struct Together {
    uint32_t of[16][8];
  };
  static constexpr Together kTogether = [] {
    Together together{};
    for (uint32_t mask = 0; mask < 16; ++mask) {
      uint32_t end = 0;
      for (uint32_t lane = 0; lane < 4; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        together.of[mask][end++] = 2 * lane;
        together.of[mask][end++] = 2 * lane + 1;
      }
    }
    return together;
  }();
};

}  // namespace

const Kernels kAvx2Kernels = {"avx2",
                              CountLines,
                              FindBytes<Avx2Find>,
                              IsUtf8<Avx2Utf8>,
                              Cut<Avx2Cut, true>,
                              Cut<Avx2Cut, false>,
                              CutClasses<Avx2Classes>,
                              TokenKeys<Avx2Keys>,
                              Match4<Avx2>,
                              Edits<Avx2>,
                              MatchMasks<Avx2>,
                              LowerAscii,
                              PoissonCounts<Avx2Resample>,
                              CoinCounts,
                              Multiply<Avx2Resample>,
                              Decode<Avx2Decode>,
                              2,
                              CharMasks<Avx2Chars, uint8_t>,
                              CharMasks<Avx2Chars, uint16_t>,
                              MatchChars<Avx2Chars>,
                              EditBand<Avx2Band>,
                              BeamGo<Avx2Beam>,
                              NthKey<Avx2Beam>,
                              BeamKeep<Avx2Beam>};

}  // namespace mtgauge::simd
