// A tokenizer that splits text into SentencePiece pieces with our own encoder.
#pragma once

#include <memory>

#include "core/text/pieces/piece_encoder.h"
#include "core/text/tokenizing/tokenizer.h"

namespace mtgauge {

// Returns null without an encoder.
std::unique_ptr<Tokenizer> MakePieceTokenizer(std::unique_ptr<PieceEncoder> encoder);

}  // namespace mtgauge
