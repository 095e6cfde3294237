// Cuts texts at a character.
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

}  // namespace mtgauge
