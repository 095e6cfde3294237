// The kernels for AVX-512 with VBMI2 and VNNI (Ice Lake, Zen 4 and later).
//
// Bytes of text are compressed within registers and then widened, because vpcompressb to memory is
// slow on some CPUs.
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 emits these warnings for its own intrinsics.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <immintrin.h>

#include <cstdint>

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
#include "core/simd/kernel_utf8.h"

namespace mtgauge::simd {
namespace {

uint64_t CountLines(const char* text, uint64_t bytes) {
  const __m512i lf = _mm512_set1_epi8('\n');
  uint64_t lines = 0;
  uint64_t i = 0;
  for (; i + 64 <= bytes; i += 64) {
    lines += static_cast<uint64_t>(
        __builtin_popcountll(_mm512_cmpeq_epi8_mask(_mm512_loadu_si512(text + i), lf)));
  }
  const uint64_t rest =
      _bzhi_u64(_mm512_cmpeq_epi8_mask(_mm512_loadu_si512(text + i), lf), bytes - i);
  return lines + static_cast<uint64_t>(__builtin_popcountll(rest));
}

struct Avx512Find {
  explicit Avx512Find(const WantedBytes& wanted)
      : below(Set(wanted.below)), one(Set(wanted.one)), other(Set(wanted.other)) {}
  static __m512i Set(uint8_t byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }
  uint64_t Find(const char* p) const {
    const __m512i v = _mm512_loadu_si512(p);
    return _mm512_cmplt_epu8_mask(v, below) | _mm512_cmpeq_epi8_mask(v, one) |
           _mm512_cmpeq_epi8_mask(v, other);
  }
  __m512i below, one, other;
};

struct Avx512Utf8 {
  using Bytes = __m512i;
  static constexpr int kWidth = 64;
  static Bytes Load(const char* p) { return _mm512_loadu_si512(p); }
  static Bytes Set(int byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }
  static Bytes Zero() { return _mm512_setzero_si512(); }
  template <int n>
  static Bytes Before(Bytes prev, Bytes now) {
    return _mm512_alignr_epi8(now, _mm512_alignr_epi64(now, prev, 6), 16 - n);
  }
  static Bytes LowNibbles(Bytes b) { return _mm512_and_si512(b, Set(15)); }
  static Bytes HighNibbles(Bytes b) { return LowNibbles(_mm512_srli_epi16(b, 4)); }
  static Bytes Look(const uint8_t* table, Bytes nibbles) {
    const __m128i row = _mm_load_si128(reinterpret_cast<const __m128i*>(table));
    return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(row), nibbles);
  }
  static Bytes And(Bytes a, Bytes b) { return _mm512_and_si512(a, b); }
  static Bytes Or(Bytes a, Bytes b) { return _mm512_or_si512(a, b); }
  static Bytes Xor(Bytes a, Bytes b) { return _mm512_xor_si512(a, b); }
  static Bytes Less(Bytes a, Bytes b) { return _mm512_subs_epu8(a, b); }
  static bool Any(Bytes b) { return _mm512_test_epi8_mask(b, b) != 0; }
  static bool AnyBeyondAscii(Bytes b) { return _mm512_movepi8_mask(b) != 0; }
};

// 0, 1, 2, ... 63.
inline __m512i Iota8() {
  const __m512i within = _mm512_set4_epi32(0x0F0E0D0C, 0x0B0A0908, 0x07060504, 0x03020100);
  const __m512i quarter =
      _mm512_set_epi64(0x3030303030303030, 0x3030303030303030, 0x2020202020202020,
                       0x2020202020202020, 0x1010101010101010, 0x1010101010101010, 0, 0);
  return _mm512_add_epi8(within, quarter);
}

// Writes at + (position of each set bit) to `to`. Returns their number. Writes whole groups of 16,
// at least kSure of them without a branch.
template <uint32_t kSure = 1>
inline uint32_t WritePositions(uint64_t bits, uint32_t at, uint32_t* to) {
  const __m512i positions = _mm512_maskz_compress_epi8(bits, Iota8());
  const __m512i base = _mm512_set1_epi32(static_cast<int>(at));
  const auto write = [&](int group, __m128i bytes) {
    _mm512_storeu_si512(to + 16 * group, _mm512_add_epi32(base, _mm512_cvtepu8_epi32(bytes)));
  };
  const uint32_t count = static_cast<uint32_t>(__builtin_popcountll(bits));
  write(0, _mm512_castsi512_si128(positions));
  if constexpr (kSure == 2) write(1, _mm512_extracti32x4_epi32(positions, 1));
  if (__builtin_expect(count > 16 * kSure, 0)) {
    if constexpr (kSure == 1) write(1, _mm512_extracti32x4_epi32(positions, 1));
    write(2, _mm512_extracti32x4_epi32(positions, 2));
    write(3, _mm512_extracti32x4_epi32(positions, 3));
  }
  return count;
}

inline __m256i LoadHalf(const uint32_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

inline uint64_t Test(__m512i classes, int bits) {
  return _mm512_test_epi8_mask(classes, _mm512_set1_epi8(static_cast<char>(bits)));
}

template <bool k13a>
void Cut(const char* text, uint32_t from, uint32_t to, CutState* state, CutOutput* out) {
  const __m512i low0 = _mm512_load_si512(kByteClasses.of);
  const __m512i low1 = _mm512_load_si512(kByteClasses.of + 64);
  const __m512i high0 = _mm512_load_si512(kByteClasses.of + 128);
  const __m512i high1 = _mm512_load_si512(kByteClasses.of + 192);
  CutState after = *state;
  CutOutput w = *out;
  for (uint32_t at = from; at < to; at += 64) {
    __m512i v = _mm512_loadu_si512(text + at);
    if (__builtin_expect(to - at < 64, 0)) {
      v = _mm512_mask_mov_epi8(_mm512_set1_epi8(' '), LowBits(to - at), v);
    }
    const __m512i c =
        _mm512_mask_blend_epi8(_mm512_movepi8_mask(v), _mm512_permutex2var_epi8(low0, v, low1),
                               _mm512_permutex2var_epi8(high0, v, high1));
    const uint64_t spaces = Test(c, kSpaceByte);
    const uint64_t lf = Test(c, kLfByte);
    uint64_t singles = 0;
    if constexpr (k13a) {
      singles = SingleBytes({Test(c, kPunctByte), Test(c, kPeriodByte), Test(c, kDigitByte),
                             Test(c, kHyphenByte), text[at + 64]},
                            &after);
    }
    const TokenEdges edges = FindEdges(spaces, singles, &after);
    AddLines(
        lf, edges.begins, [at](uint32_t i) { return at + i; }, &w);
    const uint64_t suspects = Test(c, k13a ? kSuspectByte | kEntityByte : kSuspectByte);
    if (suspects != 0) AddSpecials(text, at, suspects, &w);
    w.begins += WritePositions(edges.begins, at, w.begin + w.begins);
    w.ends += WritePositions(edges.ends, at, w.end + w.ends);
  }
  *state = after;
  *out = w;
}

// For kernel_classes.h.
struct Avx512Classes {
  using Bytes = __m512i;
  using Choice = __mmask64;
  static Bytes Load(const void* p) { return _mm512_loadu_si512(p); }
  static __m512i Set(uint8_t byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }
  static Choice Equal(Bytes bytes, uint8_t byte) {
    return _mm512_cmpeq_epi8_mask(bytes, Set(byte));
  }
  static Choice Both(Choice a, Choice b) { return a & b; }
  static uint64_t ToBits(Choice choice) { return choice; }
  static uint64_t AtLeast(Bytes bytes, uint8_t byte) {
    return _mm512_cmpge_epu8_mask(bytes, Set(byte));
  }
  static uint64_t Test(Bytes bytes, uint8_t bit) {
    const auto up = static_cast<unsigned>(__builtin_clz(bit) - 24);
    return _mm512_movepi8_mask(_mm512_slli_epi16(bytes, up));
  }
  static uint64_t NonZero(Bytes bytes) { return _mm512_test_epi8_mask(bytes, bytes); }
  static bool IsAscii(const char* p, uint32_t bytes) {
    Bytes all = Zero();
    for (uint32_t i = 0; i < bytes; i += 64) all = Or(all, Load(p + i));
    return _mm512_movepi8_mask(all) == 0;
  }
  static Bytes Classify(const uint8_t* table, Bytes bytes) {
    const __m512i low =
        _mm512_permutex2var_epi8(_mm512_load_si512(table), bytes, _mm512_load_si512(table + 64));
    const __m512i high = _mm512_permutex2var_epi8(_mm512_load_si512(table + 128), bytes,
                                                  _mm512_load_si512(table + 192));
    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(bytes), low, high);
  }
  static Bytes OfPairs(const CutRules& rules, Bytes firsts, Bytes seconds) {
    const __m512i row = Look(AtLeast(firsts, 0xC0), rules.row, firsts);
    const auto of = [&](int i, uint8_t bit) {
      const __m512i rows = _mm512_permutexvar_epi8(seconds, _mm512_load_si512(rules.of_row[i]));
      return _mm512_maskz_mov_epi8(_mm512_test_epi8_mask(row, rows), Set(bit));
    };
    return Or(of(0, kCutSingle), of(1, kCutUndecided));
  }
  static Bytes Look(Choice choice, const uint8_t* table, Bytes index) {
    return _mm512_maskz_permutexvar_epi8(choice, index, _mm512_load_si512(table));
  }
  static Bytes Zero() { return _mm512_setzero_si512(); }
  static Bytes Or(Bytes a, Bytes b) { return _mm512_or_si512(a, b); }
  static Bytes Decide(Bytes classes, Bytes looked) {
    constexpr int kAAndNotBOrC = 0xBA;
    return _mm512_ternarylogic_epi64(classes, Set(kCutUndecided), looked, kAAndNotBOrC);
  }
  static LatinMasks Latin(const CutRules& rules, const Bytes& bytes, const char* p) {
    const uint64_t ascii = _mm512_testn_epi8_mask(bytes, Set(0x80));
    const uint64_t heads = AtLeast(bytes, 0xC0), latin = Equal(bytes, 0xC3);
    const __m512i c = _mm512_maskz_permutex2var_epi8(ascii, _mm512_load_si512(rules.of_byte), bytes,
                                                     _mm512_load_si512(rules.of_byte + 64));
    const __m512i barred = Or(Look(heads & ~latin, rules.of_byte + 0xC0, bytes),
                              Look(latin, rules.of_bmp + 0xC0, Load(p + 1)));
    const auto test = [c](uint8_t bit) -> uint64_t { return _mm512_test_epi8_mask(c, Set(bit)); };
    return {test(kCutWhite), test(kCutSingle), test(kCutPoint),
            test(kCutDigit), test(kCutHyphen), test(kCutLf),
            heads,           ~ascii & ~heads,  NonZero(barred) | test(kCutSpecial)};
  }
  static void WriteCharacters(uint64_t heads, const char* p, uint32_t at, CharacterList* list) {
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
      _mm512_storeu_si512(list->byte[i] + list->count,
                          _mm512_maskz_compress_epi8(heads, Load(p + i)));
    }
    list->count += simd::WritePositions<2>(heads, at, list->place + list->count);
  }
  template <int kSure>
  static uint32_t WritePositions(uint64_t bits, uint32_t at, uint32_t* to) {
    return simd::WritePositions<kSure>(bits, at, to);
  }
  static uint32_t WriteChosen(uint64_t bits, const uint32_t* from, uint32_t* to) {
    const uint32_t* const first = to;
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const auto chosen = static_cast<__mmask16>(bits >> (16 * i));
      _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(chosen, Load(from + 16 * i)));
      to += __builtin_popcount(chosen);
    }
    return static_cast<uint32_t>(to - first);
  }
  // kBytes: the maximum number of bytes per character.
  template <int kBytes>
  static void WriteKeys(uint64_t heads, Bytes bytes, const char* p, uint64_t* to) {
    constexpr uint8_t kLeast[] = {0, 0xC0, 0xE0, 0xF0};
    Bytes byte[kBytes];  // [i]: byte i of each character, 0 if it has fewer bytes
    byte[0] = _mm512_maskz_compress_epi8(heads, bytes);
#pragma GCC unroll 3
    for (int i = 1; i < kBytes; ++i) {
      byte[i] = _mm512_maskz_compress_epi8(
          heads, _mm512_maskz_mov_epi8(AtLeast(bytes, kLeast[i]), Load(p + i)));
    }
    const auto write = [&](int group, auto part) {
      __m512i keys = _mm512_cvtepu8_epi32(part(byte[0]));
#pragma GCC unroll 3
      for (int i = 1; i < kBytes; ++i) {
        const auto up = static_cast<unsigned>(8 * i);
        keys = Or(keys, _mm512_slli_epi32(_mm512_cvtepu8_epi32(part(byte[i])), up));
      }
      _mm512_storeu_si512(to + 16 * group, _mm512_cvtepu32_epi64(_mm512_castsi512_si256(keys)));
      _mm512_storeu_si512(to + 16 * group + 8,
                          _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(keys, 1)));
    };
    write(0, [](Bytes b) { return _mm512_castsi512_si128(b); });
    write(1, [](Bytes b) { return _mm512_extracti32x4_epi32(b, 1); });
    if (__builtin_popcountll(heads) <= 32) return;
    write(2, [](Bytes b) { return _mm512_extracti32x4_epi32(b, 2); });
    write(3, [](Bytes b) { return _mm512_extracti32x4_epi32(b, 3); });
  }
};

// For kernel_keys.h. Avoids gathers, which are slow on many CPUs, on some since a microcode update.
struct Avx512Keys {
  // Eight tokens usually fit within 64 bytes, which one load and a permutation can cover.
  static __m512i Load8(const char* text, const uint32_t* begin) {
    if (begin[7] - begin[0] > 56) {
      const auto word = [&](int i) { return static_cast<int64_t>(Load64(text + begin[i])); };
      return _mm512_setr_epi64(word(0), word(1), word(2), word(3), word(4), word(5), word(6),
                               word(7));
    }
    const __m256i first = _mm256_set1_epi32(static_cast<int>(begin[0]));
    const __m512i place = _mm512_cvtepu32_epi64(_mm256_sub_epi32(LoadHalf(begin), first));
    const __m512i lowest_byte = _mm512_set4_epi32(0x08080808, 0x08080808, 0, 0);
    const __m512i index = _mm512_add_epi8(_mm512_shuffle_epi8(place, lowest_byte),
                                          _mm512_set1_epi64(0x0706050403020100));
    return _mm512_permutexvar_epi8(index, _mm512_loadu_si512(text + begin[0]));
  }
  static uint32_t ShortKeys(const char* text, const uint32_t* begin, const uint32_t* end,
                            uint64_t* key) {
    const __m256i size = _mm256_sub_epi32(LoadHalf(end), LoadHalf(begin));
    const __m512i bits = _mm512_cvtepu32_epi64(_mm256_slli_epi32(size, 3));
    const __m512i behind = _mm512_sllv_epi64(_mm512_set1_epi64(-1), bits);
    _mm512_storeu_si512(key, _mm512_andnot_si512(behind, Load8(text, begin)));
    return _mm256_cmpgt_epu32_mask(size, _mm256_set1_epi32(8));
  }
  static uint32_t WritePlaces(uint32_t bits, uint32_t at, uint32_t* to) {
    const __m256i places = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(at)),
                                            _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                        _mm256_maskz_compress_epi32(static_cast<__mmask8>(bits), places));
    return static_cast<uint32_t>(__builtin_popcount(bits));
  }
};

// CompareKeys() with one lane for each of at most 8 * kOctets hypothesis tokens.
template <int kOctets>
void CompareKeysInLanes(const KernelTokens& hyp, const KernelTokens& ref, uint64_t* masks,
                        uint32_t stride) {
  __m512i key[kOctets], equal[kOctets];
#pragma GCC unroll 8
  for (int k = 0; k < kOctets; ++k) {
    key[k] = _mm512_loadu_si512(hyp.key + 8 * k);
    equal[k] = _mm512_setzero_si512();
  }
  __m512i bit = _mm512_set1_epi64(1);
  for (uint32_t j = 0; j < ref.count; ++j) {
    const __m512i wanted = _mm512_set1_epi64(static_cast<int64_t>(ref.key[j]));
#pragma GCC unroll 8
    for (int k = 0; k < kOctets; ++k) {
      equal[k] =
          _mm512_mask_or_epi64(equal[k], _mm512_cmpeq_epi64_mask(key[k], wanted), equal[k], bit);
    }
    bit = _mm512_add_epi64(bit, bit);
  }
  alignas(64) uint64_t lanes[8 * kOctets];
#pragma GCC unroll 8
  for (int k = 0; k < kOctets; ++k) _mm512_store_si512(lanes + 8 * k, equal[k]);
  for (uint32_t i = 0; i < hyp.count; ++i) masks[i * stride] = lanes[i];
}

struct Avx512 {
  static void CompareKeys(const KernelTokens& hyp, const KernelTokens& ref, uint64_t* masks,
                          uint32_t stride) {
    switch ((hyp.count + 15) / 16) {
      case 0:
      case 1:
        return CompareKeysInLanes<2>(hyp, ref, masks, stride);
      case 2:
        return CompareKeysInLanes<4>(hyp, ref, masks, stride);
      case 3:
        return CompareKeysInLanes<6>(hyp, ref, masks, stride);
      default:
        return CompareKeysInLanes<8>(hyp, ref, masks, stride);
    }
  }
  template <int kOctets>
  struct Keys {
    __m512i held[kOctets];
    void Load(const uint64_t* key) {
#pragma GCC unroll 8
      for (int i = 0; i < kOctets; ++i) held[i] = _mm512_loadu_si512(key + 8 * i);
    }
    uint64_t Equal(uint64_t key) const {
      const __m512i wanted = _mm512_set1_epi64(static_cast<int64_t>(key));
      uint64_t bits = 0;
#pragma GCC unroll 8
      for (int i = 0; i < kOctets; ++i) {
        bits |= uint64_t{_mm512_cmpeq_epi64_mask(held[i], wanted)} << (8 * i);
      }
      return bits;
    }
  };
  static uint64_t HashedKeys(const uint64_t* key, uint32_t n) {
    const __m512i tag = _mm512_set1_epi64(static_cast<int64_t>(kHashedTag));
    uint64_t bits = 0;
    for (uint32_t i = 0; i < n; i += 8) {
      bits |= uint64_t{_mm512_cmpge_epu64_mask(_mm512_loadu_si512(key + i), tag)} << i;
    }
    return _bzhi_u64(bits, n);
  }
  static bool SameBytes(const char* a, const char* b, uint32_t size) {
    for (; size > 64; size -= 64, a += 64, b += 64) {
      if (_mm512_cmpneq_epi8_mask(_mm512_loadu_si512(a), _mm512_loadu_si512(b)) != 0) return false;
    }
    return _mm512_mask_cmpneq_epi8_mask(_bzhi_u64(~uint64_t{0}, size), _mm512_loadu_si512(a),
                                        _mm512_loadu_si512(b)) == 0;
  }
};

inline __m512i Or(__m512i a, __m512i b) { return _mm512_or_si512(a, b); }
inline __m512i And(__m512i a, __m512i b) { return _mm512_and_si512(a, b); }

// Returns lane i - 1 of (before, here) in each lane i, shifted left by one bit.
inline __m512i Advance(__m512i here, __m512i before) {
  return _mm512_slli_epi64(_mm512_alignr_epi64(here, before, 7), 1);
}

inline uint64_t OrLanes(__m512i v) { return static_cast<uint64_t>(_mm512_reduce_or_epi64(v)); }

// Marks the lowest free bit of each of masks[0, count). The masks after these, up to a multiple of
// 8, must be zero.
inline uint64_t MarkAll(const uint64_t* masks, uint32_t count, uint64_t used) {
  for (uint32_t i = 0; i < count; i += 8) {
#pragma GCC unroll 8
    for (uint32_t k = 0; k < 8; ++k) MarkLowest(masks[i + k], used);
  }
  return used;
}

// Kernels::match4 with one lane for each of at most 8 * kOctets hypothesis tokens.
template <int kOctets>
void Match4Lanes(const KernelTokens& hyp, const KernelTokens& ref, int64_t* matches) {
  const __m512i zero = _mm512_setzero_si512();
  const __m512i minus1 = _mm512_set1_epi64(-1);
  const __m512i tag = _mm512_set1_epi64(static_cast<int64_t>(kHashedTag));
  const uint64_t valid = LowBits(hyp.count);

  __m512i key[kOctets];
  __m512i e1[kOctets];
#pragma GCC unroll 8
  for (int k = 0; k < kOctets; ++k) {
    key[k] = _mm512_loadu_si512(hyp.key + 8 * k);
    e1[k] = zero;
  }
  __m512i bit = _mm512_set1_epi64(1);
  for (uint32_t j = 0; j < ref.count; ++j) {
    const __m512i wanted = _mm512_set1_epi64(static_cast<int64_t>(ref.key[j]));
#pragma GCC unroll 8
    for (int k = 0; k < kOctets; ++k) {
      e1[k] = _mm512_mask_or_epi64(e1[k], _mm512_cmpeq_epi64_mask(key[k], wanted), e1[k], bit);
    }
    bit = _mm512_add_epi64(bit, bit);
  }

  // A mask of one bit needs no clipping, because all its occurrences set the same bit of the union.
  // Only words that the reference repeats are clipped one by one.
  alignas(64) uint64_t masks[64];
  uint64_t repeated[64 + 8];
  uint32_t repeats = 0;
  uint64_t to_verify = 0;
  __m512i used1 = zero, used2 = zero, used3 = zero, used4 = zero;
  __m512i repeated2 = zero;
  __m512i before1 = zero, before2 = zero, before3 = zero;
#pragma GCC unroll 8
  for (int k = 0; k < kOctets; ++k) {
    const __m512i m1 = _mm512_maskz_mov_epi64(static_cast<__mmask8>(valid >> (8 * k)), e1[k]);
    const __m512i m2 = And(m1, Advance(m1, before1));
    const __m512i m3 = And(m1, Advance(m2, before2));
    const __m512i m4 = And(m1, Advance(m3, before3));
    before1 = m1;
    before2 = m2;
    before3 = m3;
    _mm512_store_si512(masks + 8 * k, m1);
    to_verify |= uint64_t{_mm512_mask_test_epi64_mask(_mm512_cmpge_epu64_mask(key[k], tag), m1, m1)}
                 << (8 * k);
    const __mmask8 repeat = _mm512_test_epi64_mask(m1, _mm512_add_epi64(m1, minus1));
    _mm512_storeu_si512(repeated + repeats, _mm512_maskz_compress_epi64(repeat, m1));
    repeats += static_cast<uint32_t>(__builtin_popcount(repeat));
    used1 = _mm512_mask_or_epi64(used1, static_cast<__mmask8>(~repeat), used1, m1);
    used2 = Or(used2, m2);
    used3 = Or(used3, m3);
    used4 = Or(used4, m4);
    repeated2 = Or(repeated2, And(m2, _mm512_add_epi64(m2, minus1)));
  }
  _mm512_storeu_si512(repeated + repeats, zero);
  if (!AllSame<Avx512>(hyp, ref, masks, to_verify)) {
    return Match4ByBlocks<Avx512>(hyp, ref, matches);
  }
  if (__builtin_expect(_mm512_test_epi64_mask(repeated2, repeated2) != 0, 0)) {
    ClippedCounts counts{};
    for (uint32_t i = 0; i < hyp.count; ++i) AddMask(masks[i], counts);
    return AddTotals(counts, matches);
  }
  matches[0] += __builtin_popcountll(MarkAll(repeated, repeats, OrLanes(used1)));
  matches[1] += __builtin_popcountll(OrLanes(used2));
  matches[2] += __builtin_popcountll(OrLanes(used3));
  matches[3] += __builtin_popcountll(OrLanes(used4));
}

void Match4InLanes(const KernelTokens* hyp, const KernelTokens* ref, int64_t* matches) {
  switch ((hyp->count + 7) / 8) {
    case 0:
      return;
    case 1:
    case 2:
      return Match4Lanes<2>(*hyp, *ref, matches);
    case 3:
      return Match4Lanes<3>(*hyp, *ref, matches);
    case 4:
      return Match4Lanes<4>(*hyp, *ref, matches);
    case 5:
    case 6:
      return Match4Lanes<6>(*hyp, *ref, matches);
    case 7:
    case 8:
      return Match4Lanes<8>(*hyp, *ref, matches);
    default:
      return Match4ByBlocks<Avx512>(*hyp, *ref, matches);
  }
}

uint64_t LowerAscii(const char* text, uint64_t bytes, char* out) {
  const __m512i first = _mm512_set1_epi8('A');
  const __m512i letters = _mm512_set1_epi8(26);
  const __m512i shift = _mm512_set1_epi8(32);
  uint64_t high = 0;
  for (uint64_t i = 0; i < bytes; i += 64) {
    const __mmask64 valid = bytes - i < 64 ? _bzhi_u64(~uint64_t{0}, bytes - i) : ~uint64_t{0};
    const __m512i v = _mm512_maskz_loadu_epi8(valid, text + i);
    const __mmask64 upper = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, first), letters);
    _mm512_mask_storeu_epi8(out + i, valid, _mm512_mask_add_epi8(v, upper, v, shift));
    high += static_cast<uint64_t>(__builtin_popcountll(_mm512_movepi8_mask(v)));
  }
  return high;
}

struct Avx512Resample {
  using Bytes = __m512i;
  static void Save(Bytes bytes, uint8_t* to) { _mm512_store_si512(to, bytes); }

  struct Lanes {
    explicit Lanes(const RandomLanes& random)
        : s0(_mm512_loadu_si512(random.lane[0])),
          s1(_mm512_loadu_si512(random.lane[1])),
          s2(_mm512_loadu_si512(random.lane[2])),
          s3(_mm512_loadu_si512(random.lane[3])) {}
    void Put(RandomLanes& random) const {
      _mm512_storeu_si512(random.lane[0], s0);
      _mm512_storeu_si512(random.lane[1], s1);
      _mm512_storeu_si512(random.lane[2], s2);
      _mm512_storeu_si512(random.lane[3], s3);
    }
    Bytes Next() {
      const __m512i word = _mm512_add_epi64(_mm512_rol_epi64(_mm512_add_epi64(s0, s3), 23), s0);
      const __m512i t = _mm512_slli_epi64(s1, 17);
      const __m512i x = _mm512_xor_si512(s3, s1);
      s1 = Xor3(s1, s2, s0);
      s2 = Xor3(s2, s0, t);
      s0 = _mm512_xor_si512(s0, x);
      s3 = _mm512_rol_epi64(x, 45);
      return word;
    }
    static __m512i Xor3(__m512i a, __m512i b, __m512i c) {
      return _mm512_ternarylogic_epi64(a, b, c, 0x96);
    }
    __m512i s0, s1, s2, s3;
  };

  struct Look {
    explicit Look(const PoissonTable& table)
        : low(_mm512_load_si512(table.low)),
          edge(_mm512_load_si512(table.edge)),
          second(_mm512_set1_epi8(static_cast<char>(table.second))),
          third(_mm512_set1_epi8(static_cast<char>(table.third))) {}
    uint64_t Counts(Bytes high, Bytes next, Bytes& counts) const {
      const __m512i minus1 = _mm512_set1_epi8(-1);
      const __m512i start = _mm512_permutexvar_epi8(high, low);
      const __m512i split = _mm512_permutexvar_epi8(high, edge);
      const __mmask64 tail = _mm512_test_epi8_mask(start, _mm512_set1_epi8(kTailBin));
      counts = _mm512_and_si512(start, _mm512_set1_epi8(kTailBin - 1));
      counts = _mm512_mask_sub_epi8(counts, _mm512_cmpgt_epu8_mask(next, split), counts, minus1);
      counts = _mm512_mask_sub_epi8(counts, _mm512_mask_cmpgt_epu8_mask(tail, next, second), counts,
                                    minus1);
      return _mm512_mask_cmpeq_epu8_mask(_mm512_movepi8_mask(start), next, split) |
             _mm512_mask_cmpeq_epu8_mask(tail, next, second) |
             _mm512_mask_cmpge_epu8_mask(tail, next, third);
    }
    __m512i low, edge, second, third;
  };

  struct Sum {
    void Add(Bytes bytes) {
      total = _mm512_add_epi64(total, _mm512_sad_epu8(bytes, _mm512_setzero_si512()));
    }
    uint32_t Total() const { return static_cast<uint32_t>(_mm512_reduce_add_epi64(total)); }
    __m512i total = _mm512_setzero_si512();
  };

  using Wide = __m512i;
  using Sums = __m512i;
  static constexpr uint32_t kWide = 64, kRows = 4, kPlanes = 6;
  static Wide LoadWide(const uint8_t* p) { return _mm512_load_si512(p); }
  static void MultiplyAdd(Wide values, Wide counts, Wide& sum) {
    sum = _mm512_dpbusd_epi32(sum, values, counts);
  }
  static uint32_t AddAll(Wide sum) { return static_cast<uint32_t>(_mm512_reduce_add_epi32(sum)); }
};

// For kernel_band.h.
struct Avx512Band {
  static uint64_t EqualBytes(const uint8_t* p, uint8_t byte) {
    return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(p), _mm512_set1_epi8(static_cast<char>(byte)));
  }
};

// For kernel_chars.h.
struct Avx512Chars {
  template <typename Element>
  struct Positions {
    __m512i held[sizeof(Element)];
    void Load(const Element* ref) {
      for (uint32_t i = 0; i < sizeof(Element); ++i) {
        held[i] = _mm512_loadu_si512(ref + 64 / sizeof(Element) * i);
      }
    }
    uint64_t Equal(Element element) const {
      if constexpr (sizeof(Element) == 1) {
        return _mm512_cmpeq_epi8_mask(held[0], _mm512_set1_epi8(static_cast<char>(element)));
      } else {
        const __m512i wanted = _mm512_set1_epi16(static_cast<int16_t>(element));
        const uint64_t high = _mm512_cmpeq_epi16_mask(held[1], wanted);
        return high << 32 | _mm512_cmpeq_epi16_mask(held[0], wanted);
      }
    }
  };
  using Lanes = __m512i;
  using LaneSet = __mmask8;
  static Lanes Zero() { return _mm512_setzero_si512(); }
  static LaneSet All() { return 0xFF; }
  static Lanes Extend(Lanes ends, Lanes below, uint64_t mask) {
    const __m512i longer = _mm512_shldi_epi64(ends, below, 1);
    const __m512i ones = _mm512_set1_epi64(-1);
    return _mm512_and_si512(_mm512_alignr_epi64(longer, ones, 7),
                            _mm512_set1_epi64(static_cast<int64_t>(mask)));
  }
  static LaneSet Take(Lanes ends, LaneSet open, Lanes& used) {
    const __m512i free = _mm512_andnot_si512(used, ends);
    const __m512i lower = _mm512_add_epi64(free, _mm512_set1_epi64(-1));
    constexpr int kAOrBAndNotC = 0xF4;
    used = _mm512_mask_ternarylogic_epi64(used, open, free, lower, kAOrBAndNotC);
    return _mm512_mask_testn_epi64_mask(open, free, free);
  }
  static uint8_t TopBits(Lanes ends) { return _mm512_movepi64_mask(ends); }
  static Lanes ToTopBits(uint8_t bits) { return _mm512_maskz_set1_epi64(bits, INT64_MIN); }
  static uint8_t ToByte(LaneSet set) { return set; }
  static LaneSet ToSet(uint8_t byte) { return byte; }
  static void Save(Lanes lanes, uint64_t* to) { _mm512_storeu_si512(to, lanes); }
};

// For kernel_decode.h.
struct Avx512Decode : Avx512Utf8 {
  using Choice = uint64_t;
  struct Block {
    Block(const char* text, uint64_t at, uint64_t n, uint64_t)
        : p(text + at), valid(LowBits(static_cast<uint32_t>(n))) {}
    template <int i>
    Bytes Load() const {
      return _mm512_maskz_loadu_epi8(valid >> i, p + i);
    }
    static uint32_t skip() { return 0; }
    const char* p;
    uint64_t valid;
  };
  static uint64_t ToBits(Choice choice) { return choice; }
  static Choice AtLeast(Bytes b, uint8_t byte) { return _mm512_cmpge_epu8_mask(b, Set(byte)); }
  static Choice InRange(Bytes b, uint8_t first, uint8_t last) {
    if (first == last) return _mm512_cmpeq_epi8_mask(b, Set(first));
    return _mm512_cmple_epu8_mask(_mm512_sub_epi8(b, Set(first)), Set(last - first));
  }
  static Bytes Select(Choice choice, Bytes a, Bytes b) {
    return _mm512_mask_mov_epi8(b, choice, a);
  }
  template <uint8_t kBits>
  static Bytes Mix(Bytes a, Bytes b) {
    constexpr int kAChoosesBOrC = 0xCA;
    return _mm512_ternarylogic_epi64(Set(kBits), a, b, kAChoosesBOrC);
  }
  template <int n>
  static Bytes Up(Bytes b) {
    return _mm512_slli_epi16(b, n);
  }
  template <int n>
  static Bytes Down(Bytes b) {
    return _mm512_srli_epi16(b, n);
  }
  static uint32_t WritePoints(uint64_t bits, Bytes low, Bytes high, uint32_t* to) {
    low = _mm512_maskz_compress_epi8(bits, low);
    high = _mm512_maskz_compress_epi8(bits, high);
    const auto write = [&](int group, __m128i lows, __m128i highs) {
      _mm512_storeu_si512(to + 16 * group, Or(_mm512_cvtepu8_epi32(lows),
                                              _mm512_slli_epi32(_mm512_cvtepu8_epi32(highs), 8)));
    };
    write(0, _mm512_castsi512_si128(low), _mm512_castsi512_si128(high));
    write(1, _mm512_extracti32x4_epi32(low, 1), _mm512_extracti32x4_epi32(high, 1));
    const auto count = static_cast<uint32_t>(__builtin_popcountll(bits));
    if (count > 32) {
      write(2, _mm512_extracti32x4_epi32(low, 2), _mm512_extracti32x4_epi32(high, 2));
      write(3, _mm512_extracti32x4_epi32(low, 3), _mm512_extracti32x4_epi32(high, 3));
    }
    return count;
  }
};

// Kernels::coin_counts.
void CoinCounts(RandomLanes* random, uint32_t groups, uint8_t* counts) {
  Avx512Resample::Lanes lanes(*random);
  const __m512i one = _mm512_set1_epi8(1);
  alignas(64) uint64_t coins[8];
  for (uint32_t g = 0; g < groups; ++g) {
    if (g % 8 == 0) _mm512_store_si512(coins, lanes.Next());
    _mm512_store_si512(counts + 64 * g, _mm512_maskz_mov_epi8(coins[g % 8], one));
  }
  lanes.Put(*random);
}

struct Avx512Beam {
  static constexpr uint32_t kLanes = 8;
  static __m512i Load(const uint64_t* p) { return _mm512_loadu_si512(p); }
  static void Put(uint64_t* p, __m512i v) { _mm512_storeu_si512(p, v); }
  static __m512i Set(uint64_t n) { return _mm512_set1_epi64(static_cast<int64_t>(n)); }
  static __m512i Iota() { return _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7); }
  static __m512i Add(__m512i v, __m512i w) { return _mm512_add_epi64(v, w); }
  static __m512i And(__m512i v, __m512i w) { return _mm512_and_si512(v, w); }
  static __m512i Or(__m512i v, __m512i w) { return _mm512_or_si512(v, w); }
  static __m512i AddWhere(uint32_t mask, __m512i v, __m512i w) {
    return _mm512_mask_add_epi64(v, static_cast<__mmask8>(mask), v, w);
  }
  static uint32_t Below(__m512i v, __m512i w) { return _mm512_cmplt_epu64_mask(v, w); }
  static uint32_t Differ(__m512i v, __m512i w) { return _mm512_cmpneq_epi64_mask(v, w); }
  static uint32_t PutWhere(uint64_t* p, uint32_t mask, __m512i v) {
    Put(p, _mm512_maskz_compress_epi64(static_cast<__mmask8>(mask), v));
    return static_cast<uint32_t>(_mm_popcnt_u32(mask));
  }
};

}  // namespace

const Kernels kAvx512Kernels = {"avx512",
                                CountLines,
                                FindBytes<Avx512Find>,
                                IsUtf8<Avx512Utf8>,
                                Cut<true>,
                                Cut<false>,
                                CutClasses<Avx512Classes>,
                                TokenKeys<Avx512Keys>,
                                Match4InLanes,
                                Edits<Avx512>,
                                MatchMasks<Avx512>,
                                LowerAscii,
                                PoissonCounts<Avx512Resample>,
                                CoinCounts,
                                Multiply<Avx512Resample>,
                                Decode<Avx512Decode>,
                                4,
                                CharMasks<Avx512Chars, uint8_t>,
                                CharMasks<Avx512Chars, uint16_t>,
                                MatchChars<Avx512Chars>,
                                EditBand<Avx512Band>,
                                BeamGo<Avx512Beam>,
                                NthKey<Avx512Beam>,
                                BeamKeep<Avx512Beam>};

}  // namespace mtgauge::simd
