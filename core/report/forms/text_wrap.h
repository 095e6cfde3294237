// Lines of words for the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// The words of `text` in lines of at most `width` columns; a longer word is a line of its own.
std::vector<std::string> WrapWords(std::string_view text, size_t width);
// The same as one text, each line behind `indent` spaces, in all of at most `columns`.
std::string Paragraph(std::string_view text, size_t indent, size_t columns);
// `head` and, from the column `at` on, the words of `text`; below `head` where it is too long.
std::string Hanging(std::string_view head, std::string_view text, size_t at, size_t columns);

}  // namespace mtgauge
