// Reads the fields of sentencepiece_model.proto that are needed here.
#include "core/text/pieces/piece_model.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr size_t kLongestPiece = 4096;  // bytes; the library's limit is higher

// One field of a Protocol Buffers message.
struct ProtoField {
  uint32_t number = 0;
  uint64_t value = 0;      // of a varint or a fixed-width field
  std::string_view bytes;  // of a length-delimited field
};

// Reads the fields of a message from front to back.
class FieldReader {
 public:
  explicit FieldReader(std::string_view message) : left_(message) {}

  // Returns false at the end and where the message is invalid.
  bool Next(ProtoField& field) {
    uint64_t tag;
    if (left_.empty() || !Varint(tag)) return false;
    field = {static_cast<uint32_t>(tag >> 3), 0, {}};
    switch (tag & 7) {
      case 0:
        return Varint(field.value);
      case 1:
        return Fixed(8, field.value);
      case 2:
        return Bytes(field.bytes);
      case 5:
        return Fixed(4, field.value);
      default:
        return Broken();
    }
  }
  bool whole() const { return whole_; }

 private:
  bool Broken() {
    whole_ = false;
    return false;
  }

  bool Varint(uint64_t& value) {
    value = 0;
    for (uint32_t shift = 0; shift < 64 && !left_.empty(); shift += 7) {
      const auto byte = static_cast<uint8_t>(left_.front());
      left_.remove_prefix(1);
      value |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return true;
    }
    return Broken();
  }

  bool Fixed(size_t size, uint64_t& value) {
    if (left_.size() < size) return Broken();
    value = 0;
    std::memcpy(&value, left_.data(), size);
    left_.remove_prefix(size);
    return true;
  }

  bool Bytes(std::string_view& bytes) {
    uint64_t size;
    if (!Varint(size)) return false;
    if (size > left_.size()) return Broken();
    bytes = left_.substr(0, size);
    left_.remove_prefix(size);
    return true;
  }

  std::string_view left_;
  bool whole_ = true;
};

// Values that are not among an enumeration's are ignored, as Protocol Buffers says.
bool ReadPiece(std::string_view message, PieceModel& model) {
  PieceModel::Piece piece;
  uint64_t type = 1;
  FieldReader fields(message);
  for (ProtoField field; fields.Next(field);) {
    if (field.number == 1) piece.text = field.bytes;
    if (field.number == 2) std::memcpy(&piece.score, &field.value, sizeof(piece.score));
    if (field.number == 3 && field.value >= 1 && field.value <= 6) type = field.value;
  }
  piece.type = static_cast<PieceModel::Type>(type);
  model.pieces.push_back(piece);
  return fields.whole();
}

bool ReadTrainerSpec(std::string_view message, PieceModel& model) {
  uint64_t algorithm = 1;
  FieldReader fields(message);
  for (ProtoField field; fields.Next(field);) {
    if (field.number == 3 && field.value >= 1 && field.value <= 4) algorithm = field.value;
    if (field.number == 24) model.space_as_suffix = field.value != 0;
    if (field.number == 35) model.byte_fallback = field.value != 0;
  }
  model.algorithm = static_cast<PieceModel::Algorithm>(algorithm);
  return fields.whole();
}

bool ReadNormalizerSpec(std::string_view message, PieceModel& model) {
  FieldReader fields(message);
  for (ProtoField field; fields.Next(field);) {
    if (field.number == 2) model.charsmap = field.bytes;
    if (field.number == 3) model.add_dummy_prefix = field.value != 0;
    if (field.number == 4) model.remove_extra_spaces = field.value != 0;
    if (field.number == 5) model.escape_spaces = field.value != 0;
  }
  return fields.whole();
}

bool ReadModel(std::string_view file, PieceModel& model) {
  bool known = true;
  uint32_t specs = 0;
  FieldReader fields(file);
  for (ProtoField field; known && fields.Next(field);) {
    if (field.number == 1) known = ReadPiece(field.bytes, model);
    if (field.number == 2) known = ReadTrainerSpec(field.bytes, model);
    if (field.number == 3) known = ReadNormalizerSpec(field.bytes, model);
    specs += field.number == 2 || field.number == 3;
  }
  return known && fields.whole() && specs <= 2;
}

bool IsBytePiece(std::string_view text) {
  for (uint32_t byte = 0; byte < 256; ++byte) {
    if (text == BytePiece(static_cast<uint8_t>(byte))) return true;
  }
  return false;
}

bool IsValid(const PieceModel::Piece& piece) {
  return !piece.text.empty() && piece.text.size() <= kLongestPiece &&
         piece.text.find('\0') == std::string_view::npos && IsValidUtf8(piece.text) &&
         std::isfinite(piece.score) &&
         (piece.type != PieceModel::Type::kByte || IsBytePiece(piece.text));
}

// Checks what the library requires, and a little more.
bool IsConsistent(const PieceModel& model) {
  size_t unknown = 0, bytes = 0, cuts = 0;
  absl::flat_hash_set<std::string_view> texts(model.pieces.size());
  for (const PieceModel::Piece& piece : model.pieces) {
    if (!IsValid(piece) || !texts.insert(piece.text).second) return false;
    unknown += piece.type == PieceModel::Type::kUnknown;
    bytes += piece.type == PieceModel::Type::kByte;
    cuts += piece.Cuts();
  }
  return unknown == 1 && cuts > 0 && bytes == (model.byte_fallback ? 256 : 0);
}

}  // namespace

std::string BytePiece(uint8_t byte) { return fmt::format("<0x{:02X}>", byte); }

std::optional<PieceModel> ReadPieceModel(std::string_view file) {
  PieceModel model;
  if (!ReadModel(file, model) || !IsConsistent(model)) return std::nullopt;
  return model;
}

}  // namespace mtgauge
