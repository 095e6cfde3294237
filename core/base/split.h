// Cuts texts at a character, and finds digits and lines without text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace mtgauge {

// Returns what stands between the separators; one part, which may be empty, if there is none.
inline std::vector<std::string_view> SplitAt(char separator, std::string_view text) {
  std::vector<std::string_view> parts;
  for (size_t end = 0; end != text.npos; text.remove_prefix(std::min(text.size(), end + 1))) {
    end = text.find(separator);
    parts.push_back(text.substr(0, end));
  }
  return parts;
}

inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }

inline bool IsBlankLine(std::string_view line) {
  return line.find_first_not_of(" \t\r\v\f") == line.npos;
}

}  // namespace mtgauge
