// The contents of a SentencePiece model file that are needed to split text into pieces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// U+2581, which represents a space in pieces.
inline constexpr std::string_view kPieceSpace = "\xE2\x96\x81";

// The texts point into the file's bytes.
struct PieceModel {
  enum class Algorithm : uint8_t { kUnigram = 1, kBpe, kWord, kCharacter };
  enum class Type : uint8_t { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte };
  struct Piece {
    std::string_view text;
    float score = 0;
    Type type = Type::kNormal;
    // Whether a text may contain this piece; the other types have special meanings.
    bool Cuts() const {
      return type == Type::kNormal || type == Type::kUserDefined || type == Type::kUnused;
    }
  };

  std::vector<Piece> pieces;
  Algorithm algorithm = Algorithm::kUnigram;
  bool byte_fallback = false;
  bool space_as_suffix = false;
  std::string_view charsmap;
  bool add_dummy_prefix = true;
  bool remove_extra_spaces = true;
  bool escape_spaces = true;
};

// Returns "<0xE2>", the piece for a byte.
std::string BytePiece(uint8_t byte);

// Returns nothing if the file is not a model that the library would load, or if a piece has more
// than 4,096 bytes.
std::optional<PieceModel> ReadPieceModel(std::string_view file);

}  // namespace mtgauge
