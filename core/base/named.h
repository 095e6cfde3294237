// Tables of the values that an option may have, by name.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace mtgauge {

template <typename Value>
struct Named {
  std::string_view name;
  Value value;
};

// Returns the name of a value, which must be in the table.
template <typename Value, size_t n>
constexpr std::string_view NameOf(const Named<Value> (&rows)[n], Value value) {
  return std::find_if(std::begin(rows), std::end(rows),
                      [&](const Named<Value>& row) { return row.value == value; })
      ->name;
}

}  // namespace mtgauge
