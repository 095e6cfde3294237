// Texts as code points. A byte that is not part of well-formed UTF-8 is kInvalidByte plus the byte,
// and becomes the byte again.
#pragma once

#include <string>
#include <string_view>

#include "core/text/utf8.h"

namespace mtgauge {

// Replaces the content of `out`, whose memory is reused.
inline void SetCodePoints(std::string_view text, std::u32string& out) {
  out.clear();
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeAt(text, at);
    out += static_cast<char32_t>(next.value);
    at += next.length;
  }
}

inline std::u32string CodePointsOf(std::string_view text) {
  std::u32string out;
  SetCodePoints(text, out);
  return out;
}

inline void AppendCodePoints(std::u32string_view text, std::string& out) {
  for (const char32_t character : text) {
    if (character < kInvalidByte) {
      AppendUtf8(character, out);
    } else {
      out += static_cast<char>(character - kInvalidByte);
    }
  }
}

}  // namespace mtgauge
