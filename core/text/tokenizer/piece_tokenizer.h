// A tokenizer that splits text into SentencePiece pieces with our own encoder.
#pragma once

#include <memory>
#include <string_view>

#include "core/text/tokenizer/tokenizer.h"

namespace mtgauge {

// `file` contains the bytes of a model file. Returns null if it is not a model, or only the library
// supports it.
std::unique_ptr<Tokenizer> MakePieceTokenizer(std::string_view file);

}  // namespace mtgauge
