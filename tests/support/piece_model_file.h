// Writes SentencePiece model files directly, for models that the trainer never makes.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "core/text/pieces/piece_model.h"

namespace mtgauge::test {

class PieceModelFile {
 public:
  using Type = PieceModel::Type;

  PieceModelFile() { Add("<unk>", 0, Type::kUnknown); }

  void Add(std::string_view text, float score, Type type = Type::kNormal) {
    std::string piece = Bytes(1, text) + Tag(2, 5) + std::string(sizeof(score), '\0');
    std::memcpy(piece.data() + piece.size() - sizeof(score), &score, sizeof(score));
    pieces_ += Bytes(1, piece + Number(3, static_cast<uint32_t>(type)));
  }
  void AddBytes() {
    for (uint32_t i = 0; i < 256; ++i) Add(BytePiece(static_cast<uint8_t>(i)), 0, Type::kByte);
  }
  // By field numbers of sentencepiece_model.proto; all are below 128 * 128.
  void SetTrainer(uint32_t field, uint32_t value) { trainer_ += Number(field, value); }
  void SetNormalizer(uint32_t field, uint32_t value) { normalizer_ += Number(field, value); }
  void SetCharsmap(std::string_view map) { normalizer_ += Bytes(2, map); }
  void AddSelfTest() { rest_ += Bytes(4, ""); }

  std::string file() const { return pieces_ + Bytes(2, trainer_) + Bytes(3, normalizer_) + rest_; }

 private:
  static std::string Varint(uint64_t value) {
    std::string bytes;
    for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
    return bytes + static_cast<char>(value);
  }
  static std::string Tag(uint32_t field, uint32_t kind) { return Varint(field << 3 | kind); }
  static std::string Number(uint32_t field, uint32_t value) {
    return Tag(field, 0) + Varint(value);
  }
  static std::string Bytes(uint32_t field, std::string_view bytes) {
    return Tag(field, 2) + Varint(bytes.size()) + std::string(bytes);
  }

  std::string pieces_, trainer_, normalizer_, rest_;
};

}  // namespace mtgauge::test
