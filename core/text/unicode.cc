// Lower-casing and trimming by the generated tables.
#include "core/text/unicode.h"

#include <algorithm>
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

}  // namespace

#include "core/text/unicode_tables.inc"

static_assert(kTableCategoryUnicode == kCategoryUnicode && kTableCaseUnicode == kCaseUnicode);

namespace {

constexpr uint32_t kDottedCapitalI = 0x130;  // the only character that becomes two
constexpr uint32_t kCapitalSigma = 0x3A3, kSmallSigma = 0x3C3, kFinalSigma = 0x3C2;

// Start of the code point that ends at `end` (> 0), an undecodable byte counting as one.
size_t PreviousStart(std::string_view text, size_t end) {
  if (static_cast<uint8_t>(text[end - 1]) < 0x80) return end - 1;
  for (size_t length = std::min<size_t>(end, 4); length > 1; --length) {
    if (DecodeAt(text.substr(0, end), end - length).length == length) return end - length;
  }
  return end - 1;
}

// CPython's handle_capital_sigma(): final when, case-ignorable characters skipped, a cased one
// precedes and none follows.
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

uint32_t LowerOne(uint32_t upper) {
  const LowerRange* range =
      std::partition_point(std::begin(kLowerRanges), std::end(kLowerRanges),
                           [upper](const LowerRange& candidate) { return candidate.last < upper; });
  return static_cast<uint32_t>(static_cast<int32_t>(upper) + range->delta);
}

// Lowers the character at `at`, which is not ASCII, into `out`, and moves `at` behind it.
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

constexpr uint64_t EachByte(uint8_t byte) { return byte * 0x0101010101010101u; }

// 8 bytes with ASCII capitals lowered; other bytes as they are.
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
    if (beyond_ascii != 0) out = LowerCharacter(text, at, out);
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

}  // namespace mtgauge
