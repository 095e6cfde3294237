// "Did you mean": the nearest of some known names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mtgauge {

// The candidate with the fewest edits (insert, delete, replace, swap neighbours) from `word`, if it
// needs at most a third of the longer one's letters; otherwise empty. Capital letters do not count.
std::string_view Nearest(std::string_view word, std::span<const std::string_view> candidates);

// "; did you mean 'NAME'?" of the nearest one, or else of one that begins nearly like the word or
// has it as a part; empty when there is none.
std::string DidYouMean(std::string_view word, std::span<const std::string_view> candidates);

// "a, b or c".
std::string JoinChoices(std::span<const std::string_view> choices);

}  // namespace mtgauge
