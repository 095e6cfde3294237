// Computes token keys.
#include "core/text/token_key.h"

#include <bit>
#include <cstring>

namespace mtgauge {
namespace {

static_assert(std::endian::native == std::endian::little);

template <typename Word>
uint64_t Load(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof(Word));
  return word;
}

// Loads `size` (<= 8) bytes from `data`, the first byte lowest. Reads no other byte.
uint64_t LoadBytes(const char* data, size_t size) {
  if (size == 8) return Load<uint64_t>(data);
  if (size >= 4) return Load<uint32_t>(data) | Load<uint32_t>(data + size - 4) << (8 * (size - 4));
  if (size >= 2) return Load<uint16_t>(data) | Load<uint16_t>(data + size - 2) << (8 * (size - 2));
  return size == 1 ? Load<uint8_t>(data) : 0;
}

bool HasZeroByte(uint64_t word) {
  return ((word - 0x0101010101010101u) & ~word & 0x8080808080808080u) != 0;
}

}  // namespace

uint64_t TokenKey(std::string_view token, HashFunction hash) {
  if (token.size() <= 8) {
    const uint64_t bytes = LoadBytes(token.data(), token.size());
    const uint64_t behind = token.size() == 8 ? 0 : ~uint64_t{0} << (8 * token.size());
    if (!HasZeroByte(bytes | behind) && !IsHashedKey(bytes)) return bytes;
  }
  return kHashedKeyTag | hash(token.data(), token.size());
}

}  // namespace mtgauge
