// Finds the declared encoding, and its table in xml_encodings.txt.
#include "core/input/formats/xml_encoding.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr std::string_view kTables =
#include "core/input/formats/xml_encodings.txt.inc"
    ;
constexpr std::string_view kOfLibxml2[] = {"utf-8",    "utf8",       "utf-16",
                                           "utf-16le", "utf-16be",   "us-ascii",
                                           "ascii",    "iso-8859-1", "iso-latin-1"};

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

// Returns the name in `<?xml ... encoding="NAME" ...?>`; empty if there is none, or none that XML
// allows.
std::string_view DeclaredEncoding(std::string_view head) {
  if (!head.starts_with("<?xml")) return {};
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

}  // namespace

XmlDecoder::XmlDecoder(std::string_view points) {
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

Result<std::optional<XmlDecoder>> XmlDecoder::Of(std::string_view head, const std::string& file) {
  const std::string name = absl::AsciiStrToLower(std::string(DeclaredEncoding(head)));
  const bool known = name.empty() || std::find(std::begin(kOfLibxml2), std::end(kOfLibxml2),
                                               name) != std::end(kOfLibxml2);
  if (known) return std::optional<XmlDecoder>();
  const std::string_view points = TableOf(name);
  if (!points.empty()) return std::optional<XmlDecoder>(XmlDecoder(points));
  return InputError({file, 1}, fmt::format("mtgauge does not read XML in the encoding '{}'", name),
                    fmt::format("convert the file (iconv -f {} -t UTF-8), and declare "
                                "encoding=\"UTF-8\" in its first line",
                                name));
}

std::string_view XmlDecoder::Decode(std::string_view& bytes) {
  text_.clear();
  size_t at = 0;
  for (; at < bytes.size(); ++at) {
    const std::string& character = characters_[static_cast<uint8_t>(bytes[at])];
    if (character.empty()) break;
    text_ += character;
  }
  bytes.remove_prefix(at);
  return text_;
}

}  // namespace mtgauge
