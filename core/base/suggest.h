// "Did you mean": the nearest of some known names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// The candidate with the fewest edits (insert, delete, replace, swap neighbours) from `word`, if it
// needs at most a third of the longer one's letters; otherwise empty. Capital letters do not count.
std::string_view Nearest(std::string_view word, std::span<const std::string_view> candidates);

// "; did you mean 'NAME'?" of the nearest one, or else of one that begins nearly like the word or
// has it as a part; empty when there is none.
std::string DidYouMean(std::string_view word, std::span<const std::string_view> candidates);

// "a, b or c".
std::string JoinChoices(std::span<const std::string_view> choices);

// The names of a table's rows.
template <typename Rows>
std::vector<std::string_view> NamesOfRows(const Rows& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}
// A UsageError for a value of an option that is none of the known ones.
absl::Status CheckKnown(std::string_view option, std::string_view value,
                        std::span<const std::string_view> known);

}  // namespace mtgauge
