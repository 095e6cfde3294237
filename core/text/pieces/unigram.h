// The best pieces of a text under a unigram model (Kudo 2018), as SentencePiece finds them: with
// sums in single precision from left to right; ties go to the last piece that begins first.
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
  // The best path to a byte.
  struct Way {
    float score;
    uint32_t from;  // start of its last piece, or kNowhere
    bool unknown;
  };
  // Reused for the next text.
  using Scratch = Buffer<Way>;
  struct Cost {
    float score;  // after the text
    // `gap`: how close the alternatives came, as the least difference between two paths that were
    // compared; 0 with user-defined pieces. `top`: the largest absolute score of the best paths.
    double gap;
    double top;
  };

  // Returns false if the model has too many pieces.
  bool Build(const PieceModel& model);

  // Replaces `ends` with the pieces of a text; `before` is the score before it. A text may be split
  // into parts at places that no piece crosses.
  Cost Cut(std::string_view text, float before, Scratch& scratch,
           std::vector<PieceEnd>& ends) const;
  // Returns the score of a piece that Cut() found, if it is not user-defined.
  float Score(std::string_view piece) const;

 private:
  double DefinedScore(size_t bytes) const;

  PieceTrie trie_;
  float unknown_score_ = 0;
  float largest_score_ = 0;
};

}  // namespace mtgauge
