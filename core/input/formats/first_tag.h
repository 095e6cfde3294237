// Recognizes markup formats by their first tag.
#pragma once

#include <initializer_list>
#include <string_view>

#include "core/input/formats/format.h"

namespace mtgauge {

// Checks whether the first tag is one of `names`, which are in lower case; the tag may be in any
// case. White space, <?...?>, <!...> and comments may precede it.
Detected DetectFirstTag(std::string_view head, std::initializer_list<std::string_view> names);

// Returns true if `text` begins with this word, in any case, and not with a longer word.
bool StartsWithWord(std::string_view text, std::string_view lowered);

// Like StartsWithWord(), but anything may follow.
bool StartsWithLowered(std::string_view text, std::string_view lowered);

inline bool IsAsciiSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace mtgauge
