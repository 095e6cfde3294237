// Decodes texts and compares characters as bytes or 16-bit units.
#include "core/algo/ngrams/char_masks.h"

#include <array>
#include <bit>
#include <cstring>

#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr uint32_t kRoom =
    64 * CharMasks::kMostWords;  // the most reference positions a kernel may process at a time

constexpr std::array<bool, 128> MakeAsciiVisible() {
  std::array<bool, 128> visible{};
  for (uint32_t c = 0; c < 128; ++c) visible[c] = !((c >= 9 && c <= 13) || (c >= 28 && c <= 32));
  return visible;
}
constexpr std::array<bool, 128> kAsciiVisible = MakeAsciiVisible();

uint64_t Load8(const char* bytes) {
  uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

// Decode the two- or three-byte character in the low bytes of `word` (first byte lowest).
uint32_t Decode2(uint64_t word) {
  const auto bytes = static_cast<uint32_t>(word);
  return (bytes & 0x1F) << 6 | (bytes >> 8 & 0x3F);
}
uint32_t Decode3(uint64_t word) {
  const auto bytes = static_cast<uint32_t>(word);
  return (bytes & 0xF) << 12 | (bytes >> 2 & 0xFC0) | (bytes >> 16 & 0x3F);
}
// Return true only if the decoded character is well-formed and not white space. They also reject
// some characters that are.
bool IsPlain2(uint32_t point) { return point > 0xA0; }
bool IsPlain3(uint32_t point) { return point > 0x3000 && point - 0xD800 >= 0x800; }

// Decodes the first two characters of `word` into out[0, 2) if both are plain and have two bytes
// each or three bytes each. Returns the number of bytes decoded, or 0. Even then it may write to
// `out`.
uint32_t DecodePlainPair(uint64_t word, uint32_t* out) {
  if ((word & 0xC0C0F0C0C0F0) == 0x8080E08080E0) {
    out[0] = Decode3(word);
    out[1] = Decode3(word >> 24);
    return IsPlain3(out[0]) && IsPlain3(out[1]) ? 6 : 0;
  }
  if ((word & 0xC0E0C0E0) == 0x80C080C0) {
    out[0] = Decode2(word);
    out[1] = Decode2(word >> 16);
    return IsPlain2(out[0]) && IsPlain2(out[1]) ? 4 : 0;
  }
  return 0;
}

template <typename Element>
void Copy(std::span<const uint32_t> points, Element* out) {
  for (size_t i = 0; i < points.size(); ++i) out[i] = static_cast<Element>(points[i]);
}

}  // namespace

// Alternates between the kernel and, for the text it stops at, the scalar decoder.
void Characters::Set(std::string_view text, bool keep_space) {
  constexpr size_t kBlock = 64;
  points_.Grow(text.size() + kBlock, 0);
  count_ = 0;
  bits_ = 0x7F;
  if (kernels_->decode == nullptr) return Decode(text, keep_space);
  while (!text.empty()) {
    text.remove_prefix(
        kernels_->decode(text.data(), text.size(), keep_space, points_.data(), &count_, &bits_));
    size_t block = std::min(text.size(), kBlock);
    while (block < text.size() && (text[block] & 0xC0) == 0x80)
      ++block;  // do not split a character
    Decode(text.substr(0, block), keep_space);
    text.remove_prefix(block);
  }
}

void Characters::Decode(std::string_view text, bool keep_space) {
  uint32_t* out = points_.data() + count_;  // skipped characters are written too, then overwritten
  uint32_t bits = bits_;
  size_t at = 0;
  const auto ascii = [&](uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; ++i) {
      const auto c = static_cast<uint8_t>(text[at + i]);
      *out = c;
      out += keep_space || kAsciiVisible[c];
    }
    at += bytes;
  };
  while (at < text.size()) {
    if (at + 8 <= text.size()) {
      const uint64_t word = Load8(text.data() + at);
      const uint64_t beyond_ascii = word & 0x8080808080808080;
      if (beyond_ascii == 0) {
        ascii(8);
        continue;
      }
      if (const uint32_t bytes = DecodePlainPair(word, out); bytes != 0) {
        bits |= out[0] | out[1];
        out += 2;
        at += bytes;
        continue;
      }
      ascii(static_cast<uint32_t>(std::countr_zero(beyond_ascii)) / 8);
    }
    const CodePoint point = DecodeAt(text, at);
    *out = point.value;
    bits |= point.value;
    out += keep_space || !IsSpace(point.value);
    at += point.length;
  }
  count_ = static_cast<uint32_t>(out - points_.data());
  bits_ = bits;
}

bool CharPositions::Set(std::string_view text, bool keep_space) {
  characters_.Set(text, keep_space);
  return length() <= kMaxBitmaskCharacters && SetUnits();
}

bool CharPositions::SetUnits() {
  // A block may begin at any character.
  const size_t room = (length() + kRoom - 1) / kRoom * kRoom + kRoom;
  if (characters_.bits() < 0x100) {
    bytes_.Grow(room, 0);
    Copy(characters_.points(), bytes_.data());
  }
  units_.Grow(room, 0);
  rare_.clear();
  if (characters_.bits() >= 0x10000) {
    for (const uint32_t point : characters_.points()) {
      if (UnitOf(point) == kNoUnit) rare_.push_back(point);
    }
    if (rare_.size() > kMaxRare) return false;
  }
  ToUnits(characters_, units_.data());
  return true;
}

void CharPositions::ToUnits(const Characters& characters, uint16_t* units) const {
  const std::span<const uint32_t> points = characters.points();
  if (characters.bits() < 0x10000) {
    Copy(points, units);
  } else {
    std::ranges::transform(points, units, [this](uint32_t point) { return UnitOf(point); });
  }
}

void CharMasks::Set(const CharPositions& reference, const Characters& hypothesis) {
  const std::span<const uint32_t> points = hypothesis.points();
  reference_ = &reference;
  count_ = static_cast<uint32_t>(points.size());
  are_bytes_ = (reference.characters_.bits() | hypothesis.bits()) < 0x100;
  if (are_bytes_) {
    bytes_.Grow(points.size(), 0);
    Copy(points, bytes_.data());
  } else {
    units_.Grow(points.size(), 0);
    reference.ToUnits(hypothesis, units_.data());
  }
}

const uint64_t* CharMasks::Of(uint32_t first, uint32_t words) {
  const uint32_t length = std::min(reference_->length() - first, 64 * words);
  masks_.Grow(size_t{words} * count_, 0);
  if (are_bytes_) {
    kernels_->char_masks8(reference_->bytes_.data() + first, length, bytes_.data(), count_, words,
                          masks_.data());
  } else {
    kernels_->char_masks16(reference_->units_.data() + first, length, units_.data(), count_, words,
                           masks_.data());
  }
  return masks_.data();
}

}  // namespace mtgauge
