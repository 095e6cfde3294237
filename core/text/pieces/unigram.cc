// Viterbi's search (1967) over the bytes of a text.
#include "core/text/pieces/unigram.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace mtgauge {
namespace {

constexpr uint32_t kNowhere = UINT32_MAX;
constexpr float kUnknownPenalty = 10;
// Marks user-defined pieces in the trie; their score depends on their length.
constexpr float kDefined = std::numeric_limits<float>::infinity();

void CollectEnds(const UnigramModel::Way* ways, uint32_t size, std::vector<PieceEnd>& ends) {
  ends.clear();
  for (uint32_t at = size; at > 0; at = ways[at].from) ends.push_back({at, ways[at].unknown});
  std::reverse(ends.begin(), ends.end());
}

// Compares the paths to each byte, in the same order as the library.
class Comparison {
 public:
  Comparison(UnigramModel::Way* ways, size_t size, float before) : ways_(ways) {
    for (size_t i = 0; i <= size; ++i) ways_[i].from = kNowhere;
    ways_[0].score = before;
  }

  // Compares the score as it is: a double is rounded only afterwards.
  template <typename Score>
  void Offer(size_t from, size_t to, Score score, bool unknown) {
    UnigramModel::Way& way = ways_[to];
    if (way.from != kNowhere) {
      gap_ = std::min(gap_, std::abs(double{score} - double{way.score}));
      if (!(score > way.score)) return;
    }
    way = {static_cast<float>(score), static_cast<uint32_t>(from), unknown};
  }
  // Subtracts the score at `from` from all later ones.
  void BeginAgain(size_t from, size_t size) {
    const float offset = ways_[from].score;
    ways_[from].score = 0;
    for (size_t i = from + 1; i <= size; ++i) {
      if (ways_[i].from != kNowhere) ways_[i].score -= offset;
    }
    gap_ = 0;
  }
  void SeeDefined() { gap_ = 0; }
  float ScoreAt(size_t at) const { return ways_[at].score; }
  UnigramModel::Cost CostOf(size_t size) const {
    float top = 0;
    for (size_t i = 0; i <= size; ++i) {
      if (i == 0 || ways_[i].from != kNowhere) top = std::max(top, std::abs(ways_[i].score));
    }
    return {ways_[size].score, gap_, top};
  }

 private:
  UnigramModel::Way* ways_;
  double gap_ = std::numeric_limits<float>::max();
};

}  // namespace

bool UnigramModel::Build(const PieceModel& model, PieceRule rule) {
  using Type = PieceModel::Type;
  std::vector<PieceTrie::Entry> entries;
  float least = FLT_MAX;
  largest_score_ = FLT_MIN;  // the smallest positive number, the library's initial value
  for (const PieceModel::Piece& piece : model.pieces) {
    if (piece.type == Type::kNormal) {
      least = std::min(least, piece.score);
      largest_score_ = std::max(largest_score_, piece.score);
    }
    if (piece.type == Type::kNormal) entries.push_back({piece.text, piece.score});
    if (piece.type == Type::kUserDefined) entries.push_back({piece.text, kDefined});
  }
  unknown_score_ = least - kUnknownPenalty;
  if (rule == PieceRule::kNewest) most_score_ = 100'000;
  return trie_.Build(std::move(entries));
}

// The library computes both in double precision, because their constant is a double; the newest one
// returns a float.
template <PieceRule kRule>
auto UnigramModel::DefinedScore(size_t bytes) const {
  if constexpr (kRule == PieceRule::kNewest) {
    return static_cast<float>(0.1 * static_cast<double>(bytes - 1));
  } else {
    return static_cast<double>(static_cast<float>(bytes) * largest_score_) - 0.1;
  }
}

UnigramModel::Cost UnigramModel::Cut(std::string_view text, float before, Scratch& scratch,
                                     std::vector<PieceEnd>& ends) const {
  const bool newest = most_score_ != std::numeric_limits<float>::infinity();
  return newest ? CutBy<PieceRule::kNewest>(text, before, scratch, ends)
                : CutBy<PieceRule::kOlder>(text, before, scratch, ends);
}

template <PieceRule kRule>
UnigramModel::Cost UnigramModel::CutBy(std::string_view text, float before, Scratch& scratch,
                                       std::vector<PieceEnd>& ends) const {
  using Sum = std::conditional_t<kRule == PieceRule::kNewest, float, double>;
  const size_t size = text.size();
  scratch.Grow(size + 1, 0);
  Comparison ways(scratch.data(), size, before);
  for (size_t from = 0, length; from < size; from += length) {
    length = std::min(CharacterLength(text[from]), size - from);
    if (kRule == PieceRule::kNewest && std::abs(ways.ScoreAt(from)) > most_score_) {
      ways.BeginAgain(from, size);
    }
    const float here = ways.ScoreAt(from);
    bool has_single = false;
    PieceTrie::Node node = trie_.root();
    for (size_t to = from; to < size && trie_.Walk(node, text[to]);) {
      ++to;
      if (!node.EndsPiece()) continue;
      if (node.score == kDefined) {
        ways.SeeDefined();
        ways.Offer(from, to, DefinedScore<kRule>(to - from) + here, false);
      } else {
        ways.Offer(from, to, Sum{node.score} + Sum{here}, false);
      }
      has_single |= to - from == length;
    }
    // This sum is computed in single precision by either rule.
    if (!has_single) ways.Offer(from, from + length, unknown_score_ + here, true);
  }
  CollectEnds(scratch.data(), static_cast<uint32_t>(size), ends);
  return ways.CostOf(size);
}

float UnigramModel::Score(std::string_view piece) const {
  const PieceTrie::Node node = trie_.Find(piece);
  return node.EndsPiece() ? node.score : unknown_score_;
}

}  // namespace mtgauge
