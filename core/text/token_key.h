// The 64-bit key of a token.
//
// A token of at most 8 bytes is its own key: its bytes, first byte lowest, padded with zeros. Every
// other token, and any that contains NUL or whose eighth byte is 0xFF, has 0xFF in the top byte and
// 56 bits of a hash below. UTF-8 never contains 0xFF, so exact and hashed keys never collide, and
// "a\0" differs from "a". Equal tokens have equal keys; equal hashed keys must be verified on the
// bytes.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/hash.h"

namespace mtgauge {

inline constexpr uint64_t kHashedKeyTag = uint64_t{0xFF} << 56;
inline bool IsHashedKey(uint64_t key) { return key >= kHashedKeyTag; }

uint64_t TokenKey(std::string_view token, HashFunction hash);

}  // namespace mtgauge
