// Byte-pair encoding (Sennrich et al. 2016) as SentencePiece does it: merges the pair with the best
// score first, and the leftmost of equal ones.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/pieces/piece_end.h"
#include "core/text/pieces/piece_model.h"
#include "core/text/pieces/piece_trie.h"

namespace mtgauge {

class BpeModel {
 public:
  // Reused for the next text.
  class Scratch {
    friend class BpeModel;
    struct Symbol {
      uint32_t begin, end;  // byte range; empty once merged into another
      uint32_t before, behind;
      bool frozen;
    };
    struct Pair {
      float score;
      uint32_t left, right;
      uint32_t bytes;
    };
    bool has_control_;
    std::string_view text_;
    std::vector<Symbol> symbols_;
    std::vector<Pair> agenda_;  // a heap
    absl::flat_hash_map<std::string_view, uint32_t>
        split_;  // unused pieces, each with the byte length of its left half
  };

  // Returns false if the model has too many pieces.
  bool Build(const PieceModel& model);
  // Returns whether a text may be cut at places that no piece crosses. Not so with unused pieces:
  // each is split in the way it was last put together anywhere in the text.
  bool CutsInParts() const { return !has_unused_; }

  // Replaces `ends` with the pieces of a text, and returns false if one is a control symbol, which
  // no text may contain. `defined` contains the user-defined pieces.
  bool Cut(std::string_view text, const PieceTrie& defined, Scratch& scratch,
           std::vector<PieceEnd>& ends) const;

 private:
  static void FindSymbols(const PieceTrie& defined, Scratch& scratch);
  void Offer(uint32_t left, uint32_t right, Scratch& scratch) const;
  void Merge(const Scratch::Pair& pair, Scratch& scratch) const;
  void AddPiece(std::string_view piece, Scratch& scratch, std::vector<PieceEnd>& ends) const;

  PieceTrie trie_;
  PieceTrie unused_;
  std::set<std::string, std::less<>> control_;  // met only if they are of one character
  bool has_unused_ = false;
};

}  // namespace mtgauge
