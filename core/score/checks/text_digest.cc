// Arithmetic modulo 2^61 - 1.
#include "core/score/checks/text_digest.h"

#include "core/base/hash.h"

namespace mtgauge {
namespace {

constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
constexpr uint64_t kBase = 0x1a3c5d7e9fb2468d & kPrime;  // arbitrary

__extension__ using Wide = unsigned __int128;

uint64_t Reduced(uint64_t x) {
  const uint64_t folded = (x & kPrime) + (x >> 61);
  return folded >= kPrime ? folded - kPrime : folded;
}

uint64_t Times(uint64_t a, uint64_t b) {
  const Wide product = Wide{a} * b;
  return Reduced(static_cast<uint64_t>(product & kPrime) + static_cast<uint64_t>(product >> 61));
}

uint64_t Power(uint64_t exponent) {
  uint64_t power = 1;
  for (uint64_t square = kBase; exponent > 0; exponent >>= 1, square = Times(square, square)) {
    if ((exponent & 1) != 0) power = Times(power, square);
  }
  return power;
}

}  // namespace

void TextDigest::Add(std::string_view text, bool scored) {
  static const HashFunction hash = FindHash("xxh3")->function;
  ++segments;
  if (scored) bytes += text.size();
  // Adds 1, so that no segment acts as a leading zero.
  value = Reduced(Times(value, kBase) + Reduced(hash(text.data(), text.size())) + 1);
}

void TextDigest::AddMissing() {
  ++segments;
  value = Times(value, kBase);
}

void TextDigest::Append(const TextDigest& next) {
  value = Reduced(Times(value, Power(next.segments)) + next.value);
  segments += next.segments;
  bytes += next.bytes;
}

}  // namespace mtgauge
