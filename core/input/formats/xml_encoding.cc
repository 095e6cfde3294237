// UTF-16 shows in the first bytes. An encoding of one byte a character is declared, and has a table
// in xml_encodings.txt.
#include "core/input/formats/xml_encoding.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/text/utf8.h"

namespace mtgauge {

using std::string_view_literals::operator""sv;

namespace {

constexpr std::string_view kTables =
#include "core/input/formats/xml_encodings.txt.inc"
    ;
// Beginnings of names of encodings in which no byte alone is a character.
constexpr std::string_view kWide[] = {"utf-16", "utf16", "utf-32", "utf32", "ucs", "iso-10646-ucs"};

// Returns what stands before the separator, and removes both.
std::string_view Next(std::string_view& text, char separator) {
  const size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

// Returns whether a name consists of the characters that XML allows.
bool IsEncodingName(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_' || c == '-';
  });
}

constexpr std::string_view kDeclaration = "<?xml";

// Returns the name in `<?xml ... encoding="NAME" ...?>`; empty if there is none, or none that XML
// allows.
std::string_view DeclaredEncoding(std::string_view head) {
  if (!head.starts_with(kDeclaration)) return {};
  const std::string_view declaration = head.substr(0, head.find("?>"));
  size_t at = declaration.find("encoding");
  if (at == declaration.npos) return {};
  at = declaration.find_first_of("'\"", at);
  if (at == declaration.npos) return {};
  const std::string_view rest = declaration.substr(at + 1);
  const std::string_view name = rest.substr(0, rest.find(declaration[at]));
  return IsEncodingName(name) ? name : std::string_view();
}

// Returns the code points of the bytes from 80 on; empty if the encoding is unknown.
std::string_view TableOf(std::string_view name) {
  for (std::string_view left = kTables; !left.empty();) {
    std::string_view points = Next(left, '\n');
    for (std::string_view names = Next(points, ':'); !names.empty();) {
      if (Next(names, ' ') == name) return points.substr(1);
    }
  }
  return {};
}

Status Refusal(const std::string& file, std::string_view name, std::string_view of_iconv) {
  return InputError({file, 1}, fmt::format("mtgauge does not read XML in the encoding '{}'", name),
                    fmt::format("convert the file (iconv -f {} -t UTF-8), and declare "
                                "encoding=\"UTF-8\" in its first line",
                                of_iconv));
}

}  // namespace

// What a file in an encoding of its own kind begins with: a mark, "<", or EBCDIC's "<?xm".
struct XmlDecoder::Start {
  std::string_view bytes;
  Form form;
  std::string_view refused = {};  // the name of the encoding, if we do not read it
  std::string_view of_iconv = refused;
};
constexpr XmlDecoder::Start XmlDecoder::kStarts[] = {
    {"\xFF\xFE\0\0"sv, Form::kUtf8, "utf-32"},
    {"\0\0\xFE\xFF"sv, Form::kUtf8, "utf-32"},
    {"<\0\0\0"sv, Form::kUtf8, "utf-32le"},
    {"\0\0\0<"sv, Form::kUtf8, "utf-32be"},
    {"\x4C\x6F\xA7\x94"sv, Form::kUtf8, "ebcdic", "ibm037"},
    {"\xFF\xFE"sv, Form::kUtf16Little},
    {"\xFE\xFF"sv, Form::kUtf16Big},
    {"<\0"sv, Form::kUtf16Little},
    {"\0<"sv, Form::kUtf16Big},
};

XmlDecoder::XmlDecoder(std::string_view points) : form_(Form::kByteEach) {
  for (size_t byte = 0; byte < characters_.size(); ++byte) {
    auto point = static_cast<uint32_t>(byte);
    if (byte >= 0x80) {
      const std::string_view written = Next(points, ' ');
      if (written == "-") continue;
      std::from_chars(written.data(), written.data() + written.size(), point, 16);
    }
    AppendUtf8(point, characters_[byte]);
  }
}

// kStarts have four bytes at most; a declaration goes on to "?>".
bool XmlDecoder::IsEnough(std::string_view head) {
  constexpr size_t kLongestDeclaration = 1024;
  if (head.size() < kDeclaration.size()) return false;
  return !head.starts_with(kDeclaration) || head.find("?>") != head.npos ||
         head.size() >= kLongestDeclaration;
}

// A declaration that can be read as UTF-16 has nothing to add to the first bytes.
Result<XmlDecoder> XmlDecoder::Of(std::string_view head, const std::string& file) {
  for (const Start& start : kStarts) {
    if (!head.starts_with(start.bytes)) continue;
    if (start.refused.empty()) return XmlDecoder(start.form);
    return Refusal(file, start.refused, start.of_iconv);
  }
  const std::string name = absl::AsciiStrToLower(std::string(DeclaredEncoding(head)));
  if (name.empty() || name == "utf-8" || name == "utf8") return XmlDecoder();
  const std::string_view points = TableOf(name);
  if (!points.empty()) return XmlDecoder(points);
  if (std::any_of(std::begin(kWide), std::end(kWide),
                  [&](std::string_view wide) { return name.starts_with(wide); })) {
    return InputError({file, 1},
                      fmt::format("the file declares the encoding '{}', but is not in it", name),
                      "declare the encoding that it has, as encoding=\"UTF-8\" in its first line");
  }
  return Refusal(file, name, name);
}

std::string_view XmlDecoder::Decode(std::string_view bytes, bool last) {
  if (form_ == Form::kUtf8) return bytes;
  text_.clear();
  form_ == Form::kByteEach ? DecodeBytes(bytes) : DecodeUnits(bytes, last);
  line_ += static_cast<uint64_t>(std::count(text_.begin(), text_.end(), '\n'));
  return text_;
}

void XmlDecoder::DecodeBytes(std::string_view bytes) {
  for (const char byte : bytes) {
    const std::string& character = characters_[static_cast<uint8_t>(byte)];
    failed_ = character.empty();
    if (failed_) return;
    text_ += character;
  }
}

void XmlDecoder::DecodeUnits(std::string_view bytes, bool last) {
  rest_ += bytes;
  const auto unit = [&](size_t at) -> uint32_t {
    const uint32_t first = static_cast<uint8_t>(rest_[at]),
                   second = static_cast<uint8_t>(rest_[at + 1]);
    return form_ == Form::kUtf16Big ? first << 8 | second : second << 8 | first;
  };
  const auto is_half = [](uint32_t value, uint32_t from) {
    return value >= from && value < from + 0x400;
  };
  constexpr uint32_t kHigh = 0xD800, kLow = 0xDC00;
  size_t at = 0;
  while (at + 2 <= rest_.size()) {
    uint32_t point = unit(at);
    size_t length = 2;
    if (is_half(point, kHigh)) {
      length = 4;
      if (at + length > rest_.size()) break;
      const uint32_t low = unit(at + 2);
      failed_ = !is_half(low, kLow);
      point = 0x10000 + ((point - kHigh) << 10) + (low - kLow);
    } else {
      failed_ = is_half(point, kLow);
    }
    if (failed_) break;
    AppendUtf8(point, text_);
    at += length;
  }
  rest_.erase(0, at);
  if (last && !rest_.empty()) failed_ = true;
}

}  // namespace mtgauge
