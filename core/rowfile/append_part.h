// Joins facts about segments from several parts, some of which may lack them.
#pragma once

#include <cstddef>
#include <vector>

namespace mtgauge {

// Appends values [from, from + count) after those of `before` segments, or as many empty values if
// the part has none. Stays empty as long as no part has values.
template <typename Value>
void AppendPart(const std::vector<Value>& values, size_t from, size_t count, size_t before,
                std::vector<Value>& into) {
  if (values.empty() && into.empty()) return;
  into.resize(before);
  if (values.empty()) {
    into.resize(before + count);
    return;
  }
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(from);
  into.insert(into.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
}

}  // namespace mtgauge
