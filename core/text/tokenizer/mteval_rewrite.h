// What mteval-v13a.pl's default tokenizer does to a text before it splits: entities, "<skipped>",
// line feeds, lower case. Shared by the tokenizers 13a,
// mteval and mteval-intl.
#pragma once

#include <cstddef>
#include <string_view>

namespace mtgauge {

// Whether there is anything that RewriteAsMteval() might change.
bool NeedsMtevalRewriting(std::string_view text);

// In place; returns the new size, which is never larger.
size_t RewriteAsMteval(char* data, size_t size);

// Replaces from left to right without looking again at what was put in; returns the new size. In
// place: `to` is never the longer one.
size_t ReplaceAll(char* data, size_t size, std::string_view from, std::string_view to);

// The bytes that Python takes for white space and Perl does not.
inline constexpr std::string_view kNoPerlSpaces = "\x1C\x1D\x1E\x1F";

// A to Z, and no other letters.
void LowerAscii(char* data, size_t size);

}  // namespace mtgauge
