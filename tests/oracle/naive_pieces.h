// The pieces of a text under a unigram model by the rule of SentencePiece 0.2.3, without a trie, a
// cache or parts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "core/text/pieces/piece_end.h"
#include "core/text/pieces/piece_model.h"

namespace mtgauge::oracle {

// Returns the ends of the pieces, in order. `text` is normalized.
inline std::vector<uint32_t> NaivePieceEnds(const PieceModel& model, std::string_view text) {
  using Type = PieceModel::Type;
  struct Way {
    bool reached = false;
    float score = 0;
    size_t from = 0;
  };
  std::map<std::string_view, float> scores;
  float least = std::numeric_limits<float>::max();
  size_t longest = 1;
  for (const PieceModel::Piece& piece : model.pieces) {
    if (piece.type != Type::kNormal && piece.type != Type::kUserDefined) continue;
    const bool defined = piece.type == Type::kUserDefined;
    scores[piece.text] = defined
                             ? static_cast<float>(0.1 * static_cast<double>(piece.text.size() - 1))
                             : piece.score;
    if (!defined) least = std::min(least, piece.score);
    longest = std::max(longest, piece.text.size());
  }
  std::vector<Way> ways(text.size() + 1);
  const auto offer = [&](size_t from, size_t to, float score) {
    const float sum = score + ways[from].score;
    if (!ways[to].reached || sum > ways[to].score) ways[to] = {true, sum, from};
  };
  for (size_t from = 0, length; from < text.size(); from += length) {
    length = std::min(CharacterLength(text[from]), text.size() - from);
    if (const float begun = ways[from].score; std::abs(begun) > 100000) {
      for (size_t i = from; i < ways.size(); ++i) {
        if (i == from || ways[i].reached) ways[i].score -= begun;
      }
    }
    bool single = false;
    for (size_t bytes = 1; bytes <= std::min(longest, text.size() - from); ++bytes) {
      const auto found = scores.find(text.substr(from, bytes));
      if (found == scores.end()) continue;
      offer(from, from + bytes, found->second);
      single |= bytes == length;
    }
    if (!single) offer(from, from + length, least - 10);
  }
  std::vector<uint32_t> ends;
  for (size_t at = text.size(); at > 0; at = ways[at].from) {
    ends.push_back(static_cast<uint32_t>(at));
  }
  std::reverse(ends.begin(), ends.end());
  return ends;
}

}  // namespace mtgauge::oracle
