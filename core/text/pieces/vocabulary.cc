// Words begin with the mark of a space; characters are those of UTF-8.
#include "core/text/pieces/vocabulary.h"

#include <algorithm>

namespace mtgauge {

void PieceVocabulary::Build(const PieceModel& model) {
  for (const PieceModel::Piece& piece : model.pieces) {
    if (piece.type != PieceModel::Type::kUnknown) known_.emplace(piece.text);
    if (piece.type == PieceModel::Type::kControl) control_.emplace(piece.text);
  }
}

bool PieceVocabulary::CutWords(std::string_view text, std::vector<PieceEnd>& ends) const {
  ends.clear();
  bool valid = true;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(kPieceSpace, begin + 1), text.size());
    valid &= Add(text, begin, end, ends);
    begin = end;
  }
  return valid;
}

bool PieceVocabulary::CutCharacters(std::string_view text, const PieceTrie& defined,
                                    std::vector<PieceEnd>& ends) const {
  ends.clear();
  bool valid = true;
  for (size_t begin = 0; begin < text.size();) {
    size_t length = defined.LongestPrefix(text.substr(begin));
    if (length == 0) length = std::min(CharacterLength(text[begin]), text.size() - begin);
    valid &= Add(text, begin, begin + length, ends);
    begin += length;
  }
  return valid;
}

bool PieceVocabulary::Add(std::string_view text, size_t begin, size_t end,
                          std::vector<PieceEnd>& ends) const {
  const std::string_view piece = text.substr(begin, end - begin);
  ends.push_back({static_cast<uint32_t>(end), !known_.contains(piece)});
  return !control_.contains(piece);
}

}  // namespace mtgauge
