// The kernels for NEON, which every 64-bit ARM CPU has. Those of the scalar set are used where a
// vector of 16 bytes gains nothing.
#include <arm_neon.h>

#include <cstdint>
#include <cstring>

#include "core/simd/kernel_beam.h"
#include "core/simd/kernel_chars.h"
#include "core/simd/kernel_common.h"
#include "core/simd/kernel_cut.h"
#include "core/simd/kernel_decode.h"
#include "core/simd/kernel_find.h"
#include "core/simd/kernel_keys.h"
#include "core/simd/kernel_match.h"
#include "core/simd/kernel_neon.h"
#include "core/simd/kernel_resample.h"
#include "core/simd/kernel_sets.h"
#include "core/simd/kernel_tables.h"

namespace mtgauge::simd {
namespace {

inline uint8x16_t Load(const void* p) { return vld1q_u8(static_cast<const uint8_t*>(p)); }
inline uint8x16_t Set1(int byte) { return vdupq_n_u8(static_cast<uint8_t>(byte)); }
inline uint64_t Low(uint8x16_t v) { return vgetq_lane_u64(vreinterpretq_u64_u8(v), 0); }

// 64 bytes; as a choice, each is 0 or 0xFF.
struct Bytes64 {
  uint8x16_t of[4];
};

// Returns operation(i), for each quarter of 64 bytes.
template <class Operation>
inline Bytes64 ForQuarters(const Operation& operation) {
  return {{operation(0), operation(1), operation(2), operation(3)}};
}

inline Bytes64 Load64Bytes(const void* p) {
  return ForQuarters([p](int i) { return Load(static_cast<const char*>(p) + 16 * i); });
}

inline uint64_t ToBits(const Bytes64& choice) {
  constexpr uint8_t kBits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t bits = Load(kBits);
  const auto own = [&](int i) { return vandq_u8(choice.of[i], bits); };
  const uint8x16_t quarters = vpaddq_u8(vpaddq_u8(own(0), own(1)), vpaddq_u8(own(2), own(3)));
  return Low(vpaddq_u8(quarters, quarters));
}

inline uint8x16_t AnyOf(const Bytes64& b) {
  return vorrq_u8(vorrq_u8(b.of[0], b.of[1]), vorrq_u8(b.of[2], b.of[3]));
}

uint64_t CountLines(const char* text, uint64_t bytes) {
  uint64_t lines = 0;
  for (uint64_t i = 0; i < bytes; i += 64) {
    const Bytes64 block = Load64Bytes(text + i);
    const uint64_t bits =
        ToBits(ForQuarters([&](int q) { return vceqq_u8(block.of[q], Set1('\n')); }));
    const uint64_t valid = bytes - i < 64 ? LowBits(static_cast<uint32_t>(bytes - i)) : ~0ull;
    lines += static_cast<uint64_t>(__builtin_popcountll(bits & valid));
  }
  return lines;
}

struct NeonFind {
  explicit NeonFind(const WantedBytes& wanted)
      : below(Set1(wanted.below)), one(Set1(wanted.one)), other(Set1(wanted.other)) {}
  uint64_t Find(const char* p) const {
    const Bytes64 block = Load64Bytes(p);
    return ToBits(ForQuarters([&](int q) {
      const uint8x16_t v = block.of[q];
      return vorrq_u8(vcltq_u8(v, below), vorrq_u8(vceqq_u8(v, one), vceqq_u8(v, other)));
    }));
  }
  uint8x16_t below, one, other;
};

// The number of set bits below each byte of `bits`: byte i is for bytes 0 to i. The last may wrap.
inline uint64_t CountsUpTo(uint64_t bits) {
  const uint8x8_t counts = vcnt_u8(vcreate_u8(bits));
  return vget_lane_u64(vreinterpret_u64_u8(counts), 0) * 0x0101010101010101;
}

// Calls write(i, row, place) for each byte i of `bits`: the positions of its set bits, and the
// number of set bits before it. Returns the number of all.
template <class Write>
inline uint32_t ForRows(uint64_t bits, const Write& write) {
  const uint64_t up_to = CountsUpTo(bits);
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    const uint32_t place = i == 0 ? 0 : up_to >> (8 * i - 8) & 0xFF;
    write(i, vld1_u8(kPositions.of[bits >> (8 * i) & 0xFF]), place);
  }
  return static_cast<uint32_t>(up_to >> 56);
}

// For kernel_cut.h.
struct NeonCut {
  template <bool k13a>
  static CutMasks Classify(const char* p) {
    const Bytes64 v = Load64Bytes(p);
    const auto look = [&](const Rectangles& set) {
      const uint8x16_t low = Load(set.low), high = Load(set.high);
      return ForQuarters([&](int i) {
        return vandq_u8(vqtbl1q_u8(low, vandq_u8(v.of[i], Set1(0x0F))),
                        vqtbl1q_u8(high, vshrq_n_u8(v.of[i], 4)));
      });
    };
    const auto test = [](const Bytes64& b, int bits) {
      return ToBits(ForQuarters([&](int i) { return vtstq_u8(b.of[i], Set1(bits)); }));
    };
    const Bytes64 a = look(kSpacesAndPunct), b = look(kOthers);
    const Bytes64 special = ForQuarters([&](int i) {
      const uint8x16_t suspect = vtstq_u8(b.of[i], Set1(k13a ? kSuspectsAndAmpersand : kSuspects));
      return k13a ? vorrq_u8(suspect, vceqq_u8(v.of[i], Set1('<'))) : suspect;
    });
    CutMasks m{};
    m.lf = ToBits(ForQuarters([&](int i) { return vceqq_u8(v.of[i], Set1('\n')); }));
    m.spaces = test(a, kAllSpaces);
    if constexpr (k13a) {
      m.punct = test(a, ~kAllSpaces);
      m.digit = test(b, 0x80);
      m.hyphen = test(b, 0x40);
      m.period = test(b, 0x20);
    }
    if (vmaxvq_u8(AnyOf(special)) != 0) m.special = ToBits(special);
    return m;
  }
  static uint32_t WritePositions(uint64_t bits, uint32_t at, uint32_t* to) {
    return ForRows(bits, [&](int i, uint8x8_t row, uint32_t place) {
      const uint32x4_t base = vdupq_n_u32(at + 8 * static_cast<uint32_t>(i));
      const uint16x8_t wide = vmovl_u8(row);
      vst1q_u32(to + place, vaddw_u16(base, vget_low_u16(wide)));
      vst1q_u32(to + place + 4, vaddw_high_u16(base, wide));
    });
  }
};

// For kernel_keys.h.
struct NeonKeys {
  static uint32_t ShortKeys(const char* text, const uint32_t* begin, const uint32_t* end,
                            uint64_t* key) {
    constexpr uint32_t kBits[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    uint32x4_t longer = vdupq_n_u32(0);
#pragma GCC unroll 4
    for (int i = 0; i < 8; i += 4) {
      const uint32x4_t size = vsubq_u32(vld1q_u32(end + i), vld1q_u32(begin + i));
      const uint32x4_t above8 = vcgtq_u32(size, vdupq_n_u32(8));
      longer = vorrq_u32(longer, vandq_u32(above8, vld1q_u32(kBits + i)));
      const uint32x4_t bits = vshlq_n_u32(size, 3);
      Write2(text, begin + i, vmovl_u32(vget_low_u32(bits)), key + i);
      Write2(text, begin + i + 2, vmovl_high_u32(bits), key + i + 2);
    }
    return vaddvq_u32(longer);
  }
  static void Write2(const char* text, const uint32_t* begin, uint64x2_t bits, uint64_t* key) {
    const auto load = [&](int i) {
      return vld1_u8(reinterpret_cast<const uint8_t*>(text + begin[i]));
    };
    const uint64x2_t bytes = vreinterpretq_u64_u8(vcombine_u8(load(0), load(1)));
    const uint64x2_t behind = vshlq_u64(vdupq_n_u64(~0ull), vreinterpretq_s64_u64(bits));
    vst1q_u64(key, vbicq_u64(bytes, behind));
  }
  static uint32_t WritePlaces(uint32_t bits, uint32_t at, uint32_t* to) {
    const uint16x8_t wide = vmovl_u8(vld1_u8(kPositions.of[bits]));
    const uint32x4_t base = vdupq_n_u32(at);
    vst1q_u32(to, vaddw_u16(base, vget_low_u16(wide)));
    vst1q_u32(to + 4, vaddw_high_u16(base, wide));
    return static_cast<uint32_t>(__builtin_popcount(bits));
  }
};

// Narrows choices among eight 64-bit numbers to one among eight 16-bit numbers.
inline uint16x8_t Narrow(uint64x2_t a, uint64x2_t b, uint64x2_t c, uint64x2_t d) {
  const auto half = [](uint64x2_t x, uint64x2_t y) {
    return vreinterpretq_u16_u32(vuzp1q_u32(vreinterpretq_u32_u64(x), vreinterpretq_u32_u64(y)));
  };
  return vuzp1q_u16(half(a, b), half(c, d));
}
inline uint8x16_t Narrow(uint16x8_t a, uint16x8_t b) {
  return vuzp1q_u8(vreinterpretq_u8_u16(a), vreinterpretq_u8_u16(b));
}

// For kernel_match.h.
struct Neon {
  template <int kOctets>
  struct Keys {
    uint64x2_t held[4 * kOctets];
    void Load(const uint64_t* key) {
#pragma GCC unroll 32
      for (int i = 0; i < 4 * kOctets; ++i) held[i] = vld1q_u64(key + 2 * i);
    }
    uint16x8_t EqualOctet(int octet, uint64x2_t wanted) const {
      const auto equal = [&](int i) { return vceqq_u64(held[4 * octet + i], wanted); };
      return octet < kOctets ? Narrow(equal(0), equal(1), equal(2), equal(3)) : vdupq_n_u16(0);
    }
    uint64_t Equal(uint64_t key) const {
      const uint64x2_t wanted = vdupq_n_u64(key);
      return ToBits(ForQuarters([&](int i) {
        if (2 * i >= kOctets) return Set1(0);
        return Narrow(EqualOctet(2 * i, wanted), EqualOctet(2 * i + 1, wanted));
      }));
    }
  };
  static uint64_t HashedKeys(const uint64_t* key, uint32_t n) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < n; i += 16) {
      const auto hashed = [&](int k) {
        return vcgeq_u64(vld1q_u64(key + i + 2 * k), vdupq_n_u64(kHashedTag));
      };
      const uint8x16_t choice = Narrow(Narrow(hashed(0), hashed(1), hashed(2), hashed(3)),
                                       Narrow(hashed(4), hashed(5), hashed(6), hashed(7)));
      bits |= (ToBits({{choice, Set1(0), Set1(0), Set1(0)}})) << i;
    }
    return bits & LowBits(n);
  }
  static void CompareKeys(const KernelTokens& hyp, const KernelTokens& ref, uint64_t* masks,
                          uint32_t stride) {
    BlockKeys<Neon>(hyp, ref, masks, stride);
  }
  static bool SameBytes(const char* a, const char* b, uint32_t size) {
    for (; size > 16; size -= 16, a += 16, b += 16) {
      if (vminvq_u8(vceqq_u8(simd::Load(a), simd::Load(b))) == 0) return false;
    }
    // Four bits for each byte.
    const uint16x8_t same = vreinterpretq_u16_u8(vceqq_u8(simd::Load(a), simd::Load(b)));
    const uint64_t bits = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(same, 4)), 0);
    return (~bits & LowBits(4 * size)) == 0;
  }
};

uint64_t LowerAscii(const char* text, uint64_t bytes, char* out) {
  uint64_t high = 0;
  uint64_t i = 0;
  for (; i + 16 <= bytes; i += 16) {
    const uint8x16_t v = Load(text + i);
    const uint8x16_t upper = vcltq_u8(vsubq_u8(v, Set1('A')), Set1('Z' - 'A' + 1));
    vst1q_u8(reinterpret_cast<uint8_t*>(out + i), vaddq_u8(v, vandq_u8(upper, Set1(32))));
    high += vaddvq_u8(vshrq_n_u8(v, 7));
  }
  return high + LowerAsciiBytes(text + i, bytes - i, out + i);
}

template <int kBits>
inline uint64x2_t RotateLeft(uint64x2_t v) {
  return vsriq_n_u64(vshlq_n_u64(v, kBits), v, 64 - kBits);
}

// For kernel_resample.h.
struct NeonResample {
  using Bytes = Bytes64;
  static void Save(const Bytes& bytes, uint8_t* to) {
    for (int i = 0; i < 4; ++i) vst1q_u8(to + 16 * i, bytes.of[i]);
  }

  struct Lanes {
    explicit Lanes(const RandomLanes& random) {
      for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < 4; ++i) state[k][i] = vld1q_u64(random.lane[k] + 2 * i);
      }
    }
    void Put(RandomLanes& random) const {
      for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < 4; ++i) vst1q_u64(random.lane[k] + 2 * i, state[k][i]);
      }
    }
    Bytes Next() {
      return ForQuarters([&](int i) {
        uint64x2_t &s0 = state[0][i], &s1 = state[1][i], &s2 = state[2][i], &s3 = state[3][i];
        const uint64x2_t word = vaddq_u64(RotateLeft<23>(vaddq_u64(s0, s3)), s0);
        const uint64x2_t t = vshlq_n_u64(s1, 17);
        s2 = veorq_u64(s2, s0);
        s3 = veorq_u64(s3, s1);
        s1 = veorq_u64(s1, s2);
        s0 = veorq_u64(s0, s3);
        s2 = veorq_u64(s2, t);
        s3 = RotateLeft<45>(s3);
        return vreinterpretq_u8_u64(word);
      });
    }
    uint64x2_t state[4][4];
  };

  struct Look {
    explicit Look(const PoissonTable& table)
        : low(vld1q_u8_x4(table.low)),
          edge(vld1q_u8_x4(table.edge)),
          second(Set1(table.second)),
          third(Set1(table.third)) {}
    uint64_t Counts(const Bytes& high, const Bytes& next, Bytes& counts) const {
      const Bytes undecided = ForQuarters([&](int i) {
        const uint8x16_t bin = vandq_u8(high.of[i], Set1(63)), b = next.of[i];
        const uint8x16_t start = vqtbl4q_u8(low, bin), split = vqtbl4q_u8(edge, bin);
        const uint8x16_t tail = vtstq_u8(start, Set1(kTailBin));
        const uint8x16_t above_second = vandq_u8(tail, vcgtq_u8(b, second));
        const uint8x16_t least = vsubq_u8(vandq_u8(start, Set1(kTailBin - 1)), vcgtq_u8(b, split));
        counts.of[i] = vsubq_u8(least, above_second);
        const uint8x16_t at_edge = vandq_u8(vtstq_u8(start, Set1(kSplitBin)), vceqq_u8(b, split));
        const uint8x16_t open = vorrq_u8(vceqq_u8(b, second), vcgeq_u8(b, third));
        return vorrq_u8(at_edge, vandq_u8(tail, open));
      });
      return ToBits(undecided);
    }
    uint8x16x4_t low, edge;
    uint8x16_t second, third;
  };

  struct Sum {
    void Add(const Bytes& b) {  // at most 63 each
      const uint8x16_t four = vaddq_u8(vaddq_u8(b.of[0], b.of[1]), vaddq_u8(b.of[2], b.of[3]));
      total = vpadalq_u16(total, vpaddlq_u8(four));
    }
    uint32_t Total() const { return vaddvq_u32(total); }
    uint32x4_t total = vdupq_n_u32(0);
  };
};

struct NeonProduct : NeonWide {
  // 2 * 255 * 64 is less than 2^16.
  static void MultiplyAdd(Wide values, Wide counts, Sums& sum) {
    const uint16x8_t low = vmull_u8(vget_low_u8(values), vget_low_u8(counts));
    const uint16x8_t both = vmlal_u8(low, vget_high_u8(values), vget_high_u8(counts));
    sum = vpadalq_u16(sum, both);
  }
};

// Kernels::coin_counts.
void CoinCounts(RandomLanes* random, uint32_t groups, uint8_t* counts) {
  constexpr uint8_t kBits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  constexpr uint8_t kSpread[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
  const uint8x16_t bits = Load(kBits), spread = Load(kSpread);
  NeonResample::Lanes lanes(*random);
  uint8_t coins[80];  // the last 16 are only read
  std::memset(coins, 0, sizeof coins);
  for (uint32_t g = 0; g < groups; ++g) {
    if (g % 8 == 0) NeonResample::Save(lanes.Next(), coins);
    const uint8x16_t lane = Load(coins + g % 8 * 8);
    const Bytes64 ones = ForQuarters([&](int i) {
      const uint8x16_t own = vqtbl1q_u8(lane, vaddq_u8(spread, Set1(2 * i)));
      return vandq_u8(vtstq_u8(own, bits), Set1(1));
    });
    NeonResample::Save(ones, counts + 64 * g);
  }
  lanes.Put(*random);
}

// For kernel_chars.h.
struct NeonChars {
  template <typename Element>
  using Positions = TablePositions<Element>;  // fewer instructions than comparisons
  struct Lanes {
    uint64x2_t of[4];
  };
  using LaneSet = Lanes;  // lanes have all bits set or none
  template <class Operation>
  static Lanes ForPairs(const Operation& operation) {
    return {{operation(0), operation(1), operation(2), operation(3)}};
  }
  static uint64x2_t Two(uint64_t n) { return vdupq_n_u64(n); }
  static Lanes Zero() {
    return ForPairs([](int /*i*/) { return Two(0); });
  }
  static LaneSet All() {
    return ForPairs([](int /*i*/) { return Two(~0ull); });
  }
  static Lanes Extend(const Lanes& ends, const Lanes& below, uint64_t mask) {
    const Lanes shifted =
        ForPairs([&](int i) { return vsriq_n_u64(vshlq_n_u64(ends.of[i], 1), below.of[i], 63); });
    return ForPairs([&](int i) {
      const uint64x2_t before = i == 0 ? Two(~0ull) : shifted.of[i == 0 ? 0 : i - 1];
      return vandq_u64(vextq_u64(before, shifted.of[i], 1), Two(mask));
    });
  }
  static LaneSet Take(const Lanes& ends, const LaneSet& open, Lanes& used) {
    return ForPairs([&](int i) {
      const uint64x2_t free = vbicq_u64(ends.of[i], used.of[i]);
      const uint64x2_t lowest =
          vandq_u64(free, vreinterpretq_u64_s64(vnegq_s64(vreinterpretq_s64_u64(free))));
      used.of[i] = vorrq_u64(used.of[i], vandq_u64(lowest, open.of[i]));
      return vandq_u64(open.of[i], vceqzq_u64(free));
    });
  }
  static uint8_t TopBits(const Lanes& ends) {
    uint64x2_t bits = Two(0);
    for (int i = 0; i < 4; ++i) {
      const int64_t places[2] = {2 * i, 2 * i + 1};
      bits = vorrq_u64(bits, vshlq_u64(vshrq_n_u64(ends.of[i], 63), vld1q_s64(places)));
    }
    return static_cast<uint8_t>(vaddvq_u64(bits));
  }
  static Lanes ToTopBits(uint8_t bits) {
    return ForPairs([&](int i) {
      const int64_t places[2] = {63 - 2 * i, 62 - 2 * i};
      return vshlq_u64(Two(bits), vld1q_s64(places));
    });
  }
  static uint8_t ToByte(const LaneSet& set) { return TopBits(set); }
  static LaneSet ToSet(uint8_t byte) {
    const Lanes bits = ToTopBits(byte);
    return ForPairs([&](int i) { return vcltzq_s64(vreinterpretq_s64_u64(bits.of[i])); });
  }
  static void Save(const Lanes& lanes, uint64_t* to) {
    for (int i = 0; i < 4; ++i) vst1q_u64(to + 2 * i, lanes.of[i]);
  }
};

// For kernel_decode.h.
struct NeonDecode {
  struct Bytes : Bytes64 {
    Bytes operator&(const Bytes& b) const {
      return {ForQuarters([&](int i) { return vandq_u8(of[i], b.of[i]); })};
    }
    Bytes operator|(const Bytes& b) const {
      return {ForQuarters([&](int i) { return vorrq_u8(of[i], b.of[i]); })};
    }
    Bytes operator~() const {
      return {ForQuarters([&](int i) { return vmvnq_u8(of[i]); })};
    }
  };
  using Choice = Bytes;  // bytes are 0 or 0xFF
  struct Block {
    Block(const char* text, uint64_t at, uint64_t n, uint64_t bytes) {
      const char* from = text + at;
      char copy[64];
      if (bytes < 64) {
        std::memset(copy, 0, sizeof copy);
        from = static_cast<const char*>(std::memcpy(copy, from, n));
      } else if (bytes - at < 64) {  // the end of the text
        skipped = static_cast<uint32_t>(64 - (bytes - at));
        from -= skipped;
      }
      here = {Load64Bytes(from)};
    }
    template <int k>
    Bytes Load() const {
      return {ForQuarters([&](int i) {
        return vextq_u8(here.of[i], i == 3 ? Set1(0) : here.of[i == 3 ? 3 : i + 1], k);
      })};
    }
    uint32_t skip() const { return skipped; }
    uint32_t skipped = 0;
    Bytes here;
  };
  static Bytes Zero() {
    return {ForQuarters([](int /*i*/) { return Set1(0); })};
  }
  static Bytes Or(const Bytes& a, const Bytes& b) { return a | b; }
  static bool Any(const Bytes& b) { return vmaxvq_u8(AnyOf(b)) != 0; }
  static bool AnyBeyondAscii(const Bytes& b) { return vmaxvq_u8(AnyOf(b)) >= 0x80; }
  static uint64_t ToBits(const Choice& c) { return simd::ToBits(c); }
  static Choice AtLeast(const Bytes& b, uint8_t byte) {
    return {ForQuarters([&](int i) { return vcgeq_u8(b.of[i], Set1(byte)); })};
  }
  static Choice InRange(const Bytes& b, uint8_t first, uint8_t last) {
    return {ForQuarters([&](int i) {
      if (first == last) return vceqq_u8(b.of[i], Set1(first));
      return vcleq_u8(vsubq_u8(b.of[i], Set1(first)), Set1(last - first));
    })};
  }
  static Bytes Select(const Choice& choice, const Bytes& a, const Bytes& b) {
    return {ForQuarters([&](int i) { return vbslq_u8(choice.of[i], a.of[i], b.of[i]); })};
  }
  template <uint8_t kBits>
  static Bytes Mix(const Bytes& a, const Bytes& b) {
    return {ForQuarters([&](int i) { return vbslq_u8(Set1(kBits), a.of[i], b.of[i]); })};
  }
  template <int n>
  static Bytes Up(const Bytes& b) {
    return {ForQuarters([&](int i) { return vshlq_n_u8(b.of[i], n); })};
  }
  template <int n>
  static Bytes Down(const Bytes& b) {
    return {ForQuarters([&](int i) { return vshrq_n_u8(b.of[i], n); })};
  }
  static uint32_t WritePoints(uint64_t bits, const Bytes& low, const Bytes& high, uint32_t* to) {
    uint8_t lows[64], highs[64];
    NeonResample::Save(low, lows);
    NeonResample::Save(high, highs);
    return ForRows(bits, [&](int i, uint8x8_t row, uint32_t place) {
      const uint8x8_t below = vtbl1_u8(vld1_u8(lows + 8 * i), row);
      const uint8x8_t above = vtbl1_u8(vld1_u8(highs + 8 * i), row);
      const uint16x8_t points = vaddw_u8(vshll_n_u8(above, 8), below);
      vst1q_u32(to + place, vmovl_u16(vget_low_u16(points)));
      vst1q_u32(to + place + 4, vmovl_high_u16(points));
    });
  }
};

constexpr Kernels NeonKernels(const char* name, decltype(Kernels::multiply) multiply) {
  return {name,
          CountLines,
          FindBytes<NeonFind>,
          nullptr,
          Cut<NeonCut, true>,
          Cut<NeonCut, false>,
          nullptr,
          TokenKeys<NeonKeys>,
          Match4<Neon>,
          Edits<Neon>,
          MatchMasks<Neon>,
          LowerAscii,
          PoissonCounts<NeonResample>,
          CoinCounts,
          multiply,
          Decode<NeonDecode>,
          4,
          CharMasks<NeonChars, uint8_t>,
          CharMasks<NeonChars, uint16_t>,
          MatchChars<NeonChars>,
          nullptr,
          BeamGo<ScalarBeam>,
          NthKey<ScalarBeam>,
          BeamKeep<ScalarBeam>};
}

}  // namespace

const Kernels kNeonKernels = NeonKernels("neon", Multiply<NeonProduct>);
const Kernels kNeonDotKernels = NeonKernels("neon-dot", MultiplyByDot);

}  // namespace mtgauge::simd
