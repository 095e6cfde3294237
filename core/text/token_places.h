// Where tokens stand in the text that they were cut from, though the tokenizer may have rewritten
// it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/text/view.h"

namespace mtgauge {

// The byte of `text` at which each token begins, rising; text.size() for tokens behind its end.
// Token by token, characters are found again where they are equal but for their case. Where they
// are not (entities, characters that a model's rules replace, what a tokenizer drops), the walk
// goes on where both agree again. White space and the mark U+2581 of SentencePiece are passed over.
// Linear in the text.
std::vector<uint32_t> TokenPlaces(std::string_view text, const Tokens& tokens);

}  // namespace mtgauge
