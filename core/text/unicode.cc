// Lowercasing and trimming with the generated tables.
#include "core/text/unicode.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/text/utf8.h"

namespace mtgauge {
namespace {

struct LowerRange {
  uint32_t first, last, stride;
  int32_t delta;
};

// Of code points that kCategoryUnicode does not know.
struct NewerRange {
  uint32_t first, last;
  uint8_t category;  // or kUnassigned
};
constexpr uint8_t kUnassigned = 1;

}  // namespace

#include "core/text/unicode_tables.inc"

static_assert(kTableCategoryUnicode == kCategoryUnicode && kTableNewestUnicode == kNewestUnicode &&
              kTableCaseUnicode == kCaseUnicode);

namespace {

constexpr uint32_t kDottedCapitalI = 0x130;  // the only character whose lower case has two
constexpr uint32_t kCapitalSigma = 0x3A3, kSmallSigma = 0x3C3, kFinalSigma = 0x3C2;

// Returns the start of the code point that ends at `end` (> 0). An undecodable byte counts as one.
size_t PreviousStart(std::string_view text, size_t end) {
  if (static_cast<uint8_t>(text[end - 1]) < 0x80) return end - 1;
  for (size_t length = std::min<size_t>(end, 4); length > 1; --length) {
    if (DecodeAt(text.substr(0, end), end - length).length == length) return end - length;
  }
  return end - 1;
}

// CPython's handle_capital_sigma(): a sigma is final if, ignoring case-ignorable characters, a
// cased one precedes it and none follows.
bool IsFinalSigma(std::string_view text, size_t at, size_t next) {
  uint8_t before = kPropertyIgnorable;
  while (at > 0 && (before & kPropertyIgnorable) != 0) {
    at = PreviousStart(text, at);
    before = CharacterProperties(DecodeAt(text, at).value);
  }
  if ((before & kPropertyCased) == 0) return false;
  uint8_t after = kPropertyIgnorable;
  while (next < text.size() && (after & kPropertyIgnorable) != 0) {
    const CodePoint code_point = DecodeAt(text, next);
    after = CharacterProperties(code_point.value);
    next += code_point.length;
  }
  return (after & kPropertyCased) == 0;
}

constexpr uint64_t EachByte(uint8_t byte) { return byte * 0x0101010101010101u; }

// Returns how many bytes from the first one on, which is ASCII, are known to be.
size_t AsciiLength(std::string_view text) {
  uint64_t bytes = 0;
  if (text.size() < sizeof(bytes)) return 1;
  size_t length = 0;
  do {
    std::memcpy(&bytes, text.data() + length, sizeof(bytes));
    bytes &= EachByte(0x80);
    length += bytes == 0 ? sizeof(bytes) : static_cast<size_t>(std::countr_zero(bytes)) / 8;
  } while (bytes == 0 && text.size() - length >= sizeof(bytes));
  return length;
}

// Returns the first range that does not end before the code point.
const NewerRange* NewerRangeFrom(uint32_t code_point) {
  return std::partition_point(
      std::begin(kNewerRanges), std::end(kNewerRanges),
      [code_point](const NewerRange& range) { return range.last < code_point; });
}

uint32_t LowerOne(uint32_t upper) {
  const LowerRange* range =
      std::partition_point(std::begin(kLowerRanges), std::end(kLowerRanges),
                           [upper](const LowerRange& candidate) { return candidate.last < upper; });
  return static_cast<uint32_t>(static_cast<int32_t>(upper) + range->delta);
}

// Lowercases the non-ASCII character at `at` into `out` and moves `at` past it.
char* LowerCharacter(std::string_view text, size_t& at, char* out) {
  const CodePoint code_point = DecodeAt(text, at);
  const size_t start = std::exchange(at, at + code_point.length);
  if ((CharacterProperties(code_point.value) & kPropertyUpper) == 0) {
    return std::copy_n(text.data() + start, code_point.length, out);
  }
  if (code_point.value == kDottedCapitalI) {
    *out++ = 'i';
    return WriteUtf8(0x307, out);
  }
  if (code_point.value == kCapitalSigma) {
    return WriteUtf8(IsFinalSigma(text, start, at) ? kFinalSigma : kSmallSigma, out);
  }
  return WriteUtf8(LowerOne(code_point.value), out);
}

// The lower case of each two-byte character, as its two bytes, lowest first. 0 for those that need
// more than a table look-up: the sigma, and characters that grow.
constexpr std::array<uint16_t, 0x800> MakeLowered2() {
  std::array<uint16_t, 0x800> lowered{};
  for (uint32_t point = 0x80; point < 0x800; ++point) lowered[point] = static_cast<uint16_t>(point);
  for (const LowerRange& range : kLowerRanges) {
    for (uint32_t point = range.first; point <= range.last && point < 0x800;
         point += range.stride) {
      const int64_t lower = int64_t{point} + range.delta;
      lowered[point] = lower >= 0x80 && lower < 0x800 ? static_cast<uint16_t>(lower) : uint16_t{0};
    }
  }
  lowered[kDottedCapitalI] = lowered[kCapitalSigma] = 0;
  for (uint16_t& point : lowered) {
    if (point == 0) continue;
    const uint32_t lead = 0xC0U | point >> 6, tail = 0x80U | (point & 0x3F);
    point = static_cast<uint16_t>(lead | tail << 8);
  }
  return lowered;
}
constexpr std::array<uint16_t, 0x800> kLowered2 = MakeLowered2();

// Returns whether no three-byte character with first byte `lead` is upper case: true from U+3000
// on, except for lead bytes EA and EF.
constexpr bool HasNoCapitals(uint64_t lead) { return lead >= 0xE3 && lead <= 0xEE && lead != 0xEA; }

// Lowercases non-ASCII characters from `at` on by table look-up. Stops at characters that need
// more, at ASCII and before the last 8 bytes.
char* LowerByLooks(std::string_view text, size_t& at, char* out) {
  for (; text.size() - at >= 8;) {
    uint32_t bytes;
    std::memcpy(&bytes, text.data() + at, 4);
    if ((bytes & 0xC0E0) == 0x80C0) {
      const uint16_t lowered = kLowered2[(bytes & 0x1F) << 6 | (bytes >> 8 & 0x3F)];
      if (lowered == 0) break;
      std::memcpy(out, &lowered, 2);
      at += 2;
      out += 2;
    } else if ((bytes & 0xC0C0F0) == 0x8080E0 && HasNoCapitals(bytes & 0xFF)) {
      std::memcpy(out, &bytes, 4);  // one byte more than needed
      at += 3;
      out += 3;
    } else {
      break;
    }
  }
  return out;
}

// Lowercases the ASCII capitals among 8 bytes.
uint64_t LowerAscii8(uint64_t bytes) {
  const uint64_t low = bytes & EachByte(0x7F);
  const uint64_t from_a = low + EachByte(0x80 - 'A');
  const uint64_t behind_z = low + EachByte(0x80 - 'Z' - 1);
  return bytes | ((from_a & ~behind_z & ~bytes & EachByte(0x80)) >> 2);
}

char LowerAscii(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte;
}

}  // namespace

char* LowercaseInto(std::string_view text, char* out) {
  static_assert(std::endian::native == std::endian::little);
  size_t at = 0;
  while (text.size() - at >= 8) {
    uint64_t bytes;
    std::memcpy(&bytes, text.data() + at, 8);
    const uint64_t lowered = LowerAscii8(bytes);
    std::memcpy(out, &lowered, 8);
    const uint64_t beyond_ascii = bytes & EachByte(0x80);
    const auto ascii = static_cast<size_t>(std::countr_zero(beyond_ascii)) / 8;
    at += ascii;
    out += ascii;
    if (beyond_ascii == 0) continue;
    const size_t before = at;
    out = LowerByLooks(text, at, out);
    if (at == before) out = LowerCharacter(text, at, out);
  }
  while (at < text.size()) {
    if (static_cast<uint8_t>(text[at]) < 0x80) {
      *out++ = LowerAscii(text[at++]);
    } else {
      out = LowerCharacter(text, at, out);
    }
  }
  return out;
}

void AppendLowercase(std::string_view text, std::string& out) {
  const size_t before = out.size();
  out.resize(before + LowercaseCapacity(text.size()));
  const char* end = LowercaseInto(text, out.data() + before);
  out.resize(static_cast<size_t>(end - out.data()));
}

uint8_t AddedCategory(uint32_t code_point) {
  const NewerRange* const range = NewerRangeFrom(code_point);
  const bool inside = range != std::end(kNewerRanges) && range->first <= code_point;
  return inside && range->category != kUnassigned ? range->category : uint8_t{0};
}

uint8_t FindNewer(std::string_view text) {
  uint8_t found = 0;
  uint32_t known = 0, known_end = 0;  // between two ranges
  for (size_t at = 0; at < text.size();) {
    if (static_cast<uint8_t>(text[at]) < 0x80) {
      at += AsciiLength(text.substr(at));
      continue;
    }
    if (text[at] >= '\xE4' && text[at] <= '\xE9') {  // U+4000 to U+9FFF, all of them known
      at += 3;
      continue;
    }
    const CodePoint code_point = DecodeAt(text, at);
    at += code_point.length;
    if (code_point.value >= known && code_point.value < known_end) continue;
    // Other properties than kPropertyZh come from tables that are older still.
    if ((CharacterProperties(code_point.value) & ~kPropertyZh) != 0) continue;
    const NewerRange* const range = NewerRangeFrom(code_point.value);
    const bool last = range == std::end(kNewerRanges);
    if (!last && range->first <= code_point.value) {
      found |= range->category == kUnassigned ? kUnassignedCharacters : kAddedCharacters;
    } else {
      known = range == std::begin(kNewerRanges) ? 0 : range[-1].last + 1;
      known_end = last ? UINT32_MAX : range->first;
    }
  }
  return found;
}

std::string_view TrimRight(std::string_view text) {
  while (!text.empty()) {
    const size_t start = PreviousStart(text, text.size());
    if (!IsSpace(DecodeAt(text, start).value)) break;
    text = text.substr(0, start);
  }
  return text;
}

std::string_view Trim(std::string_view text) {
  text = TrimRight(text);
  while (!text.empty()) {
    const CodePoint first = DecodeAt(text, 0);
    if (!IsSpace(first.value)) break;
    text.remove_prefix(first.length);
  }
  return text;
}

bool IsBlankText(std::string_view text) {
  const auto first = text.empty() ? ' ' : static_cast<unsigned char>(text.front());
  if (first > ' ' && first < 0x80) return false;
  return Trim(text).empty();
}

}  // namespace mtgauge
