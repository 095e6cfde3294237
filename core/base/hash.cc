// The table of hashes. The only file that includes xxHash.
#include "core/base/hash.h"

#include <absl/hash/hash.h>
#include <absl/strings/string_view.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <cstring>
#include <functional>

#include "core/base/named.h"

namespace mtgauge {
namespace {

uint64_t HashXxh3(const char* data, size_t size) { return XXH3_64bits(data, size); }
uint64_t HashXxh64(const char* data, size_t size) { return XXH64(data, size, 0); }

uint64_t HashAbseil(const char* data, size_t size) {
  return absl::HashOf(absl::string_view(data, size));
}

uint64_t HashStd(const char* data, size_t size) {
  return std::hash<std::string_view>()(std::string_view(data, size));
}

// Folds the two halves of the 128-bit product: the mixing step of wyhash
// (github.com/wangyi-fudan/wyhash).
uint64_t FoldedProduct(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t Load8(const char* at) {
  uint64_t word;
  std::memcpy(&word, at, sizeof(word));
  return word;
}

// wyhash's scheme with 16 bytes per step, and its first two constants.
uint64_t HashMum(const char* data, size_t size) {
  constexpr uint64_t kFirst = 0xA0761D6478BD642F, kSecond = 0xE7037ED1A0B428DB;
  uint64_t state = kFirst;
  size_t left = size;
  for (; left > 16; left -= 16, data += 16) {
    state = FoldedProduct(Load8(data) ^ kSecond, Load8(data + 8) ^ state);
  }
  char tail[16] = {};
  std::memcpy(tail, data, left);
  state = FoldedProduct(Load8(tail) ^ kSecond, Load8(tail + 8) ^ state);
  return FoldedProduct(kFirst ^ size, kSecond ^ state);
}

// FNV-1a with the 64-bit constants of Fowler, Noll and Vo.
uint64_t HashFnv1a(const char* data, size_t size) {
  uint64_t state = 0xCBF29CE484222325;
  for (size_t i = 0; i < size; ++i) {
    state = (state ^ static_cast<uint8_t>(data[i])) * 0x100000001B3;
  }
  return state;
}

// The CRC-32C table of remainders of single bytes (Castagnoli's polynomial, reflected).
constexpr std::array<uint32_t, 256> MakeCrcTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0x82F63B78 : 0);
    table[i] = crc;
  }
  return table;
}
constexpr std::array<uint32_t, 256> kCrcTable = MakeCrcTable();

uint32_t Crc32cByTable(const char* data, size_t size) {
  uint32_t crc = ~uint32_t{0};
  for (size_t i = 0; i < size; ++i) {
    crc = crc >> 8 ^ kCrcTable[(crc ^ static_cast<uint8_t>(data[i])) & 0xFF];
  }
  return ~crc;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2,crc32"))) uint32_t Crc32cByCpu(const char* data, size_t size) {
  uint64_t crc = ~uint32_t{0};
  for (; size >= 8; size -= 8, data += 8) crc = __builtin_ia32_crc32di(crc, Load8(data));
  auto short_crc = static_cast<uint32_t>(crc);
  for (; size > 0; --size, ++data) {
    short_crc = __builtin_ia32_crc32qi(short_crc, static_cast<uint8_t>(*data));
  }
  return ~short_crc;
}
#endif

// A 32-bit checksum spread over 64 bits, so it collides more often than the others.
uint64_t HashCrc32c(const char* data, size_t size) {
#if defined(__x86_64__)
  static const bool in_cpu = __builtin_cpu_supports("sse4.2") != 0;
  const uint32_t crc = in_cpu ? Crc32cByCpu(data, size) : Crc32cByTable(data, size);
#else
  const uint32_t crc = Crc32cByTable(data, size);
#endif
  return crc * 0x9E3779B97F4A7C15;
}

// Up to 8 bytes are their own hash; longer keys combine 8 bytes per step, depending on their
// position.
uint64_t HashIdentity(const char* data, size_t size) {
  uint64_t state = 0;
  for (; size > 8; size -= 8, data += 8) state = (state + Load8(data)) * 0x9E3779B97F4A7C15;
  char tail[8] = {};
  std::memcpy(tail, data, size);
  return state + Load8(tail);
}

constexpr HashRow kHashes[] = {
    {"xxh3", "XXH3 of xxHash, 64 bits", HashXxh3},
    {"xxh64", "XXH64 of xxHash", HashXxh64},
    {"abseil", "absl::Hash; its seed differs from run to run", HashAbseil},
    {"mum", "folded 128-bit products, as wyhash", HashMum},
    {"crc32c", "CRC-32C, by the CPU's instruction where there is one", HashCrc32c},
    {"fnv1a", "FNV-1a, byte by byte", HashFnv1a},
    {"std", "std::hash of the standard library", HashStd},
    {"identity", "none: 8 bytes are their own hash; for measurements", HashIdentity},
};

}  // namespace

std::span<const HashRow> Hashes() { return kHashes; }

const HashRow* FindHash(std::string_view name) { return RowNamed(kHashes, name); }

struct ContentHash::State {
  XXH3_state_t state;
};

ContentHash::ContentHash() : state_(std::make_unique<State>()) {
  XXH3_INITSTATE(&state_->state);
  XXH3_64bits_reset(&state_->state);
}
ContentHash::~ContentHash() = default;

void ContentHash::Add(std::string_view bytes) {
  XXH3_64bits_update(&state_->state, bytes.data(), bytes.size());
}

uint64_t ContentHash::value() const { return XXH3_64bits_digest(&state_->state); }

}  // namespace mtgauge
