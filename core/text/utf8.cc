// UTF-8 validation, repair and encoding.
#include "core/text/utf8.h"

#include <simdjson.h>

#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

constexpr uint32_t kReplacement = 0xFFFD;

// Returns the length of the maximal ill-formed subpart at `at`: the longest start of a well-formed
// sequence, or one byte (Unicode 15.0, section 3.9, "U+FFFD Substitution of Maximal Subparts").
size_t IllFormedLength(std::string_view text, size_t at) {
  const auto lead = static_cast<uint8_t>(text[at]);
  if (lead < 0xC2 || lead > 0xF4) return 1;
  const size_t wanted = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // The second byte's range depends on the first (table 3-7).
  uint8_t low = 0x80, high = 0xBF;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;
  size_t length = 1;
  while (length < wanted && at + length < text.size()) {
    const auto byte = static_cast<uint8_t>(text[at + length]);
    if (byte < low || byte > high) break;
    low = 0x80;
    high = 0xBF;
    ++length;
  }
  return length;
}

std::optional<size_t> FindInvalidFrom(std::string_view text, size_t at) {
  while (at < text.size()) {
    const CodePoint code_point = DecodeAt(text, at);
    if (code_point.value >= kInvalidByte) return at;
    at += code_point.length;
  }
  return std::nullopt;
}

}  // namespace

char* WriteUtf8(uint32_t code_point, char* out) {
  const auto put = [&out](uint32_t byte) { *out++ = static_cast<char>(byte); };
  if (code_point < 0x80) {
    put(code_point);
    return out;
  }
  if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
  } else {
    if (code_point < 0x10000) {
      put(0xE0 | code_point >> 12);
    } else {
      put(0xF0 | code_point >> 18);
      put(0x80 | (code_point >> 12 & 0x3F));
    }
    put(0x80 | (code_point >> 6 & 0x3F));
  }
  put(0x80 | (code_point & 0x3F));
  return out;
}

void AppendUtf8(uint32_t code_point, std::string& out) {
  char bytes[4];
  out.append(bytes, WriteUtf8(code_point, bytes));
}

bool IsValidUtf8(std::string_view text) {
  const auto kernel = ActiveKernels().is_utf8;
  if (kernel == nullptr) return simdjson::validate_utf8(text.data(), text.size());
  return kernel(text.data(), text.size()) != 0;
}

std::optional<size_t> FindInvalidUtf8(std::string_view text) {
  if (IsValidUtf8(text)) return std::nullopt;
  return FindInvalidFrom(text, 0);
}

std::string ReplaceInvalidUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  size_t done = 0;
  while (const std::optional<size_t> bad = FindInvalidFrom(text, done)) {
    out.append(text.substr(done, *bad - done));
    AppendUtf8(kReplacement, out);
    done = *bad + IllFormedLength(text, *bad);
  }
  out.append(text.substr(done));
  return out;
}

std::string_view InvalidUtf8Remedy(std::string_view line, uint64_t number) {
  if (number == 1 && (line.starts_with(std::string_view("\xFF\xFE\0\0", 4)) ||
                      line.starts_with(std::string_view("\0\0\xFE\xFF", 4)))) {
    return "this looks like UTF-32, convert it to UTF-8 first";
  }
  if (number == 1 && line.starts_with("\x1F\x8B")) {
    return "this looks like gzip inside a compressed file, unpack it first: gunzip";
  }
  if (number == 1 && (line.starts_with("\xFF\xFE") || line.starts_with("\xFE\xFF"))) {
    return "this looks like UTF-16, convert it first: iconv -f UTF-16 -t UTF-8";
  }
  return "convert the file to UTF-8, or use `on-invalid` replace or skip";
}

}  // namespace mtgauge
