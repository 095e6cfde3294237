// Wraps words for the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// Returns the words of `text` in lines of at most `width` columns. A longer word gets its own line.
std::vector<std::string> WrapWords(std::string_view text, size_t width);
// The same as one text, with lines indented by `indent` spaces and at most `columns` wide.
std::string Paragraph(std::string_view text, size_t indent, size_t columns);
// The same for a note below a table: two columns in, and later lines four.
std::string WrappedNote(std::string_view text, size_t columns);
// Returns `head` followed by the words of `text` from column `at` on; `text` begins below `head` if
// `head` is too long.
std::string Hanging(std::string_view head, std::string_view text, size_t at, size_t columns);

}  // namespace mtgauge
