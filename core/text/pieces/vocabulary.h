// Pieces of models of words and of characters: what stands between spaces, or single characters,
// as SentencePiece cuts them. The model only tells which of them are known, and which are control
// symbols, which no text may contain.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/pieces/piece_end.h"
#include "core/text/pieces/piece_model.h"
#include "core/text/pieces/piece_trie.h"

namespace mtgauge {

class PieceVocabulary {
 public:
  void Build(const PieceModel& model);

  // Both replace `ends` with the pieces of a text, and return false if one is a control symbol.
  // `defined` contains the user-defined pieces.
  bool CutWords(std::string_view text, std::vector<PieceEnd>& ends) const;
  bool CutCharacters(std::string_view text, const PieceTrie& defined,
                     std::vector<PieceEnd>& ends) const;

 private:
  bool Add(std::string_view text, size_t begin, size_t end, std::vector<PieceEnd>& ends) const;

  std::set<std::string, std::less<>> known_, control_;
};

}  // namespace mtgauge
