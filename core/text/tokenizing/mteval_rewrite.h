// The rewriting that mteval-v13a.pl's default tokenizer applies before it splits a text: entities,
// "<skipped>", line feeds, lowercasing. 13a, mteval, mteval-intl and tercom share parts of it.
#pragma once

#include <cstddef>
#include <string_view>

namespace mtgauge {

// Returns whether RewriteAsMteval() might change the text.
bool NeedsMtevalRewriting(std::string_view text);

// Rewrites in place. Returns the new size, which is never larger.
size_t RewriteAsMteval(char* data, size_t size);

// Replaces from left to right, in place, without rescanning the replacements. `to` must not be
// longer than `from`. Returns the new size.
size_t ReplaceAll(char* data, size_t size, std::string_view from, std::string_view to);

// Bytes that are whitespace in Python but not in Perl.
inline constexpr std::string_view kNoPerlSpaces = "\x1C\x1D\x1E\x1F";

// Lowercases only A to Z.
void LowerAscii(char* data, size_t size);

}  // namespace mtgauge
