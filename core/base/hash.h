// The hash functions that can be chosen by name: the one door to xxHash.
//
// A hash never decides a score: every match of hashed keys is verified on the bytes. It decides
// speed only, which is why it can be chosen at run time and measured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mtgauge {

// Hashes `size` bytes. Thread-safe, total.
using HashFunction = uint64_t (*)(const char* data, size_t size);

struct HashRow {
  std::string_view name;  // "xxh3"
  std::string_view help;
  HashFunction function;
};

// All hashes, the default (xxh3) first.
std::span<const HashRow> Hashes();
// The row called `name`, or nullptr.
const HashRow* FindHash(std::string_view name);
inline const HashRow& DefaultHash() { return Hashes().front(); }

}  // namespace mtgauge
