// Bits as bytes.
#pragma once

#include <cstdint>
#include <cstring>

namespace mtgauge {

// Writes the lowest bits, each as a byte of 0 or 1; `count` is at most 64.
inline void StoreBits(uint64_t bits, uint32_t count, uint8_t* out) {
  uint32_t at = 0;
  for (; at + 8 <= count; at += 8) {
    // Eight copies of eight bits, of which byte i keeps bit i. Adding 0x7F carries it to the top.
    const uint64_t kept = ((bits >> at) & 0xFF) * 0x0101010101010101 & 0x8040201008040201;
    const uint64_t bytes = (kept + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101;
    std::memcpy(out + at, &bytes, sizeof(bytes));
  }
  for (; at < count; ++at) out[at] = static_cast<uint8_t>(bits >> at & 1);
}

}  // namespace mtgauge
