// The pieces of a text by byte-pair encoding (Sennrich et al. 2016), as SentencePiece merges them:
// the pair with the best score first, and among equal ones the leftmost.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/text/pieces/piece_end.h"
#include "core/text/pieces/piece_model.h"
#include "core/text/pieces/piece_trie.h"

namespace mtgauge {

class BpeModel {
 public:
  // Used again for the next text.
  class Scratch {
    friend class BpeModel;
    struct Symbol {
      uint32_t begin, end;  // bytes; equal when it was merged into another
      uint32_t before, behind;
      bool frozen;
    };
    struct Pair {
      float score;
      uint32_t left, right;
      uint32_t bytes;
    };
    std::string_view text_;
    std::vector<Symbol> symbols_;
    std::vector<Pair> agenda_;  // a heap
    absl::flat_hash_map<std::string_view, uint32_t>
        split_;  // unused pieces: bytes of the left half
  };

  // False when the model has too many pieces.
  bool Build(const PieceModel& model);
  // Whether a text may be cut in parts where no piece goes across: a piece that is not used is
  // taken apart as it was put together last anywhere.
  bool CutsInParts() const { return !has_unused_; }

  // Replaces `ends` by the pieces of a text. `defined` has the user-defined pieces.
  void Cut(std::string_view text, const PieceTrie& defined, Scratch& scratch,
           std::vector<PieceEnd>& ends) const;

 private:
  static void FindSymbols(const PieceTrie& defined, Scratch& scratch);
  void Offer(uint32_t left, uint32_t right, Scratch& scratch) const;
  void Merge(const Scratch::Pair& pair, Scratch& scratch) const;
  void AddPiece(std::string_view piece, Scratch& scratch, std::vector<PieceEnd>& ends) const;

  PieceTrie trie_;
  PieceTrie unused_;
  bool has_unused_ = false;
};

}  // namespace mtgauge
