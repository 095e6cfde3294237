// A digest of the texts of a stream. Digests of neighbouring parts can be joined, so the digest of
// the whole does not depend on the cuts.
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

  // The next segment; one that is missing is no text at all, which is not the empty text.
  void Add(std::string_view text, bool scored);
  void AddMissing();
  // The segments of `next` follow.
  void Append(const TextDigest& next);

  friend bool operator==(const TextDigest&, const TextDigest&) = default;
};

}  // namespace mtgauge
