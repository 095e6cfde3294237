// Encodings that an XML file may declare. libxml2 itself knows UTF-8, UTF-16, ASCII and Latin-1;
// what else it knows depends on how it was built, so we decode the encodings of one byte a
// character ourselves, and refuse all others.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace mtgauge {

class XmlDecoder {
 public:
  // Reads the declaration at the beginning of a file. Returns nothing if libxml2 decodes it.
  static Result<std::optional<XmlDecoder>> Of(std::string_view head, const std::string& file);

  // Returns the text as UTF-8, until the next call. Stops at a byte that is no character in the
  // encoding; `bytes` then begins with it.
  std::string_view Decode(std::string_view& bytes);

 private:
  explicit XmlDecoder(std::string_view points);

  std::array<std::string, 256> characters_;  // empty if there is none
  std::string text_;
};

}  // namespace mtgauge
