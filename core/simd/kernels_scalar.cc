// The kernels in plain C++, for CPUs without AVX2 and as the reference in tests of the other sets.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <cstring>

#include "core/simd/kernel_beam.h"
#include "core/simd/kernel_chars.h"
#include "core/simd/kernel_common.h"
#include "core/simd/kernel_match.h"
#include "core/simd/kernel_resample.h"
#include "core/simd/kernel_sets.h"

namespace mtgauge::simd {
namespace {

uint64_t CountLines(const char* text, uint64_t bytes) {
  uint64_t lines = 0;
  for (uint64_t i = 0; i < bytes; ++i) lines += text[i] == '\n';
  return lines;
}

uint32_t FindBytes(const char* text, uint32_t bytes, const WantedBytes* wanted, uint32_t* at) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < bytes; ++i) {
    const auto c = static_cast<uint8_t>(text[i]);
    at[count] = i;
    count += c < wanted->below || c == wanted->one || c == wanted->other ? 1 : 0;
  }
  return count;
}

// Processes one byte at a time. `single`: the byte is a token by itself; `word`: it is part of one.
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
  // Matching (kernel_match.h).
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
  static void CompareKeys(const KernelTokens& hyp, const KernelTokens& ref, uint64_t* masks,
                          uint32_t stride) {
    BlockKeys<Scalar>(hyp, ref, masks, stride);
  }
  static bool SameBytes(const char* a, const char* b, uint32_t size) {
    return std::memcmp(a, b, size) == 0;
  }

  // Resampling (kernel_resample.h).
  struct Bytes {
    uint8_t of[64];
  };
  static void Save(const Bytes& bytes, uint8_t* to) { std::memcpy(to, bytes.of, 64); }

  struct Lanes {
    explicit Lanes(const RandomLanes& random) { std::memcpy(lane, random.lane, sizeof lane); }
    void Put(RandomLanes& random) const { std::memcpy(random.lane, lane, sizeof lane); }
    Bytes Next() {
      Bytes bytes;
      for (int i = 0; i < 8; ++i) {
        uint64_t state[4] = {lane[0][i], lane[1][i], lane[2][i], lane[3][i]};
        StoreWord(NextWord(state), bytes.of + 8 * i);
        for (int k = 0; k < 4; ++k) lane[k][i] = state[k];
      }
      return bytes;
    }
    uint64_t lane[4][8];
  };

  struct Look {
    explicit Look(const PoissonTable& table) : of(table) {}
    uint64_t Counts(const Bytes& high, const Bytes& next, Bytes& counts) const {
      uint64_t undecided = 0;
      for (int i = 0; i < 64; ++i) {
        const uint8_t low = of.low[high.of[i] & 63];
        const uint8_t edge = of.edge[high.of[i] & 63];
        const uint8_t b = next.of[i];
        const bool tail = (low & kTailBin) != 0;
        counts.of[i] =
            static_cast<uint8_t>((low & (kTailBin - 1)) + (b > edge) + (tail && b > of.second));
        undecided |= uint64_t{((low & kSplitBin) != 0 && b == edge) ||
                              (tail && (b == of.second || b >= of.third))}
                     << i;
      }
      return undecided;
    }
    const PoissonTable& of;
  };

  struct Sum {
    void Add(const Bytes& bytes) {
      for (const uint8_t byte : bytes.of) total += byte;
    }
    uint32_t Total() const { return total; }
    uint32_t total = 0;
  };

  using Wide = uint32_t;
  using Sums = uint32_t;
  static constexpr uint32_t kWide = 1, kRows = 1, kPlanes = 1;
  static Wide LoadWide(const uint8_t* p) { return *p; }
  static void MultiplyAdd(Wide value, Wide count, Wide& sum) { sum += value * count; }
  static uint32_t AddAll(Wide sum) { return sum; }
};

// For kernel_chars.h.
struct ScalarChars {
  template <typename Element>
  using Positions = TablePositions<Element>;
  struct Lanes {
    uint64_t of[8];
  };
  using LaneSet = uint32_t;
  static Lanes Zero() { return {}; }
  static LaneSet All() { return 0xFF; }
  static Lanes Extend(const Lanes& ends, const Lanes& below, uint64_t mask) {
    Lanes next;
    next.of[0] = mask;
    for (int n = 1; n < 8; ++n) next.of[n] = (ends.of[n - 1] << 1 | below.of[n - 1] >> 63) & mask;
    return next;
  }
  static LaneSet Take(const Lanes& ends, LaneSet open, Lanes& used) {
    for (int n = 0; n < 8; ++n) {
      const uint64_t free = ends.of[n] & ~used.of[n];
      if (free == 0 || (open >> n & 1) == 0) continue;
      used.of[n] |= free & (0 - free);
      open ^= 1U << n;
    }
    return open;
  }
  static uint8_t TopBits(const Lanes& ends) {
    uint64_t bits = 0;
    for (int n = 0; n < 8; ++n) bits |= ends.of[n] >> 63 << n;
    return static_cast<uint8_t>(bits);
  }
  static Lanes ToTopBits(uint8_t bits) {
    Lanes lanes;
    for (int n = 0; n < 8; ++n) lanes.of[n] = uint64_t{bits} >> n << 63;
    return lanes;
  }
  static uint8_t ToByte(LaneSet set) { return static_cast<uint8_t>(set); }
  static LaneSet ToSet(uint8_t byte) { return byte; }
  static void Save(const Lanes& lanes, uint64_t* to) { std::memcpy(to, lanes.of, sizeof lanes.of); }
};

void CoinCounts(RandomLanes* random, uint32_t groups, uint8_t* counts) {
  Scalar::Lanes lanes(*random);
  Scalar::Bytes coins{};
  for (uint32_t g = 0; g < groups; ++g) {
    if (g % 8 == 0) coins = lanes.Next();
    for (uint32_t i = 0; i < 64; ++i) {
      counts[64 * g + i] = coins.of[g % 8 * 8 + i / 8] >> (i % 8) & 1;
    }
  }
  lanes.Put(*random);
}

}  // namespace

uint64_t HashedKey(const char* token, uint32_t size) {
  return XXH3_64bits(token, size) | kHashedTag;
}

const Kernels kScalarKernels = {"scalar",
                                CountLines,
                                FindBytes,
                                nullptr,
                                Cut<true>,
                                Cut<false>,
                                nullptr,
                                TokenKeys,
                                Match4<Scalar>,
                                Edits<Scalar>,
                                MatchMasks<Scalar>,
                                LowerAsciiBytes,
                                PoissonCounts<Scalar>,
                                CoinCounts,
                                Multiply<Scalar>,
                                nullptr,
                                2,
                                CharMasks<ScalarChars, uint8_t>,
                                CharMasks<ScalarChars, uint16_t>,
                                MatchChars<ScalarChars>,
                                nullptr,
                                BeamGo<ScalarBeam>,
                                NthKey<ScalarBeam>,
                                BeamKeep<ScalarBeam>};

}  // namespace mtgauge::simd
