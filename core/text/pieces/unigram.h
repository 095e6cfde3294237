// The best pieces of a text under a unigram model (Kudo 2018), as SentencePiece finds them: with
// sums in single precision from left to right, and among equal ones that which begins first.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"
#include "core/text/pieces/piece_end.h"
#include "core/text/pieces/piece_model.h"
#include "core/text/pieces/piece_trie.h"

namespace mtgauge {

class UnigramModel {
 public:
  // The best way to reach a byte.
  struct Way {
    float score;
    uint32_t from;  // where its last piece begins, or kNowhere
    bool unknown;
  };
  // Used again for the next text.
  using Scratch = Buffer<Way>;
  struct Cost {
    float score;  // behind the text
    // How near another cut was: the least difference between two ways that were compared, 0 with
    // user-defined pieces; and the largest score of the best ways, without its sign.
    double gap;
    double top;
  };

  // False when the model has too many pieces.
  bool Build(const PieceModel& model);

  // Replaces `ends` by the pieces of a text that has a score before it. A text may be cut in parts
  // where no piece goes across.
  Cost Cut(std::string_view text, float before, Scratch& scratch,
           std::vector<PieceEnd>& ends) const;
  // Of a piece that Cut() cut, not user-defined.
  float Score(std::string_view piece) const;

 private:
  double DefinedScore(size_t bytes) const;

  PieceTrie trie_;
  float unknown_score_ = 0;
  float largest_score_ = 0;
};

}  // namespace mtgauge
