// Sums and products that wrap around instead of overflowing. Real rows stay far below the limits of
// 64 bits; those of a malicious file wrap around, and then do not match its header.
#pragma once

#include <cstdint>

namespace mtgauge {

inline int64_t WrappingSum(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
inline int64_t WrappingProduct(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

}  // namespace mtgauge
