// The hash functions that can be chosen by name; the only interface to xxHash.
//
// A hash never affects a score: every match of hashed keys is verified on the bytes. It affects
// only speed, so it can be chosen and measured at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace mtgauge {

// Hashes `size` bytes. Thread-safe; never fails.
using HashFunction = uint64_t (*)(const char* data, size_t size);

struct HashRow {
  std::string_view name;  // "xxh3"
  std::string_view help;
  HashFunction function;
};

// All hashes, the default (xxh3) first.
std::span<const HashRow> Hashes();
// Returns the row called `name`; null if there is none.
const HashRow* FindHash(std::string_view name);
inline const HashRow& DefaultHash() { return Hashes().front(); }

// The XXH3 (64 bits) of bytes that come in pieces, as `xxhsum -H3` prints it for a file.
class ContentHash {
 public:
  ContentHash();
  ~ContentHash();
  void Add(std::string_view bytes);
  uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mtgauge
