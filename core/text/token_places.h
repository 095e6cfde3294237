// Positions of tokens in the text that they come from, even if the tokenizer rewrote it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/text/view.h"

namespace mtgauge {

// Returns the byte of `text` at which each token begins, in ascending order; text.size() for tokens
// past its end. Matches the characters of the tokens with those of the text, ignoring case. Where
// they differ (entities, characters replaced by a model's rules, text dropped by a tokenizer), it
// resumes where both agree again. It skips white space and SentencePiece's mark U+2581. Takes
// linear time.
std::vector<uint32_t> TokenPlaces(std::string_view text, const Tokens& tokens);

}  // namespace mtgauge
