// Pieces of a SentencePiece model by our own encoder.
#pragma once

#include <memory>
#include <string_view>

#include "core/text/tokenizer/tokenizer.h"

namespace mtgauge {

// `file` holds the model's bytes. Null for one that is no model, or that only the library knows.
std::unique_ptr<Tokenizer> MakePieceTokenizer(std::string_view file);

}  // namespace mtgauge
