// A digest of the texts of a stream. Digests of consecutive parts can be joined, so the digest of
// the whole does not depend on how the stream is split.
#pragma once

#include <cstdint>
#include <string_view>

namespace mtgauge {

// The polynomial over the hashes of the segments, in their order, modulo the prime 2^61 - 1.
// Different streams have the same digest only by chance. It does not protect against attacks.
struct TextDigest {
  uint64_t segments = 0;
  uint64_t bytes = 0;  // of the segments that are scored
  uint64_t value = 0;

  // Adds the next segment. A missing segment differs from an empty text.
  void Add(std::string_view text, bool scored);
  void AddMissing();
  // Appends the digest of the segments that follow.
  void Append(const TextDigest& next);

  friend bool operator==(const TextDigest&, const TextDigest&) = default;
};

}  // namespace mtgauge
