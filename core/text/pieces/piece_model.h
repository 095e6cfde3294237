// What the file of a SentencePiece model says, as far as cutting text needs it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// U+2581, which stands for a space in pieces.
inline constexpr std::string_view kPieceSpace = "\xE2\x96\x81";

// Its texts are those of the file's bytes.
struct PieceModel {
  enum class Algorithm : uint8_t { kUnigram = 1, kBpe = 2 };
  enum class Type : uint8_t { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte };
  struct Piece {
    std::string_view text;
    float score = 0;
    Type type = Type::kNormal;
    // Whether text may be cut into this piece; the others only stand for something.
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

// "<0xE2>", the piece that stands for a byte.
std::string BytePiece(uint8_t byte);

// Nothing for a file that is no model, and for a model that only the library knows: of words or
// characters, with tests of its own, or with pieces that the library treats in a special way.
std::optional<PieceModel> ReadPieceModel(std::string_view file);

}  // namespace mtgauge
