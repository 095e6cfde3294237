// Telling formats of markup by their first tag.
#pragma once

#include <initializer_list>
#include <string_view>

#include "core/input/formats/format.h"

namespace mtgauge {

// Whether the first tag is one of these, which are in lower case; its own case does not matter.
// Before it there may be a byte order mark, white space, <?...?>, <!...> and comments.
Detected DetectFirstTag(std::string_view head, std::initializer_list<std::string_view> names);

// Whether `text` begins with this word, in whatever case, and not with a longer one.
bool StartsWithWord(std::string_view text, std::string_view lowered);

// As StartsWithWord(), with whatever follows.
bool StartsWithLowered(std::string_view text, std::string_view lowered);

inline bool IsAsciiSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace mtgauge
