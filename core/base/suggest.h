// "Did you mean": finds the known name closest to a wrong one.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Returns the candidate with the fewest edits (insert, delete, replace, swap neighbours) from
// `word`, if it needs at most a third of the longer word's letters, or one; otherwise empty. Case
// is ignored.
std::string_view Nearest(std::string_view word, std::span<const std::string_view> candidates);

// Returns "; did you mean 'NAME'?" with the nearest name, or else one that begins almost like the
// word or contains it; empty if there is none.
std::string DidYouMean(std::string_view word, std::span<const std::string_view> candidates);

// Returns "a, b or c".
std::string JoinChoices(std::span<const std::string_view> choices);

// Returns the names of a table's rows.
template <typename Rows>
std::vector<std::string_view> NamesOfRows(const Rows& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}
// Returns a UsageError if a value of an option is not one of the known ones.
Status CheckKnown(std::string_view option, std::string_view value,
                  std::span<const std::string_view> known);

}  // namespace mtgauge
