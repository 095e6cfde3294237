// Tables whose rows have a name, such as the values that an option may have.
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

// Returns the row of that name; null if there is none.
template <typename Rows>
constexpr const auto* RowNamed(const Rows& rows, std::string_view name) {
  const auto found =
      std::ranges::find(rows, name, [](const auto& row) -> std::string_view { return row.name; });
  return found == std::ranges::end(rows) ? nullptr : &*found;
}

}  // namespace mtgauge
