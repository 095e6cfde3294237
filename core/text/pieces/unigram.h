// The best pieces of a text under a unigram model (Kudo 2018), as SentencePiece finds them: with
// sums in single precision from left to right; ties go to the last piece that begins first. Whether
// sums tie depends on SentencePiece's version.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"
#include "core/text/pieces/piece_end.h"
#include "core/text/pieces/piece_model.h"
#include "core/text/pieces/piece_trie.h"

namespace mtgauge {

enum class PieceRule : uint8_t {
  // Up to 0.2.1: a sum is compared before it is rounded; a user-defined piece costs 0.1.
  kOlder,
  // From 0.2.3 on: a sum is rounded first; a user-defined piece gains 0.1 for each byte but the
  // first; sums beyond 100,000 begin again at 0.
  kNewest,
};

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
    // compared; 0 with user-defined pieces and if a sum began again. `top`: the largest absolute
    // score of the best paths.
    double gap;
    double top;
  };

  // Returns false if the model has too many pieces.
  bool Build(const PieceModel& model, PieceRule rule);

  // Replaces `ends` with the pieces of a text; `before` is the score before it. A text may be split
  // into parts at places that no piece crosses.
  Cost Cut(std::string_view text, float before, Scratch& scratch,
           std::vector<PieceEnd>& ends) const;
  // Returns the score of a piece that Cut() found, if it is not user-defined.
  float Score(std::string_view piece) const;
  // A larger absolute score begins again at 0 before the next piece.
  float most_score() const { return most_score_; }

 private:
  template <PieceRule kRule>
  Cost CutBy(std::string_view text, float before, Scratch& scratch,
             std::vector<PieceEnd>& ends) const;
  template <PieceRule kRule>
  auto DefinedScore(size_t bytes) const;

  PieceTrie trie_;
  float unknown_score_ = 0;
  float largest_score_ = 0;
  float most_score_ = std::numeric_limits<float>::infinity();
};

}  // namespace mtgauge
