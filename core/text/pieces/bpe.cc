// Merges pairs in the order of a priority queue.
#include "core/text/pieces/bpe.h"

#include <algorithm>
#include <utility>

namespace mtgauge {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

// Heap order with the next pair to merge on top.
constexpr auto kLater = [](const auto& a, const auto& b) {
  return a.score != b.score ? a.score < b.score : a.left > b.left;
};

}  // namespace

bool BpeModel::Build(const PieceModel& model) {
  std::vector<PieceTrie::Entry> entries, unused;
  for (const PieceModel::Piece& piece : model.pieces) {
    if (piece.Cuts()) entries.push_back({piece.text, piece.score});
    if (piece.type == PieceModel::Type::kControl) control_.emplace(piece.text);
    if (piece.type == PieceModel::Type::kUnused) unused.push_back({piece.text, 0});
  }
  has_unused_ = !unused.empty();
  return trie_.Build(std::move(entries)) && unused_.Build(std::move(unused));
}

void BpeModel::FindSymbols(const PieceTrie& defined, Scratch& scratch) {
  const std::string_view text = scratch.text_;
  scratch.symbols_.clear();
  for (size_t at = 0, length; at < text.size(); at += length) {
    length = defined.LongestPrefix(text.substr(at));
    const bool frozen = length > 0;
    if (!frozen) length = std::min(CharacterLength(text[at]), text.size() - at);
    const auto index = static_cast<uint32_t>(scratch.symbols_.size());
    scratch.symbols_.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(at + length),
                                index - 1, index + 1, frozen});
  }
  scratch.symbols_.back().behind = kNone;  // and the first has none before it: 0 - 1
}

void BpeModel::Offer(uint32_t left, uint32_t right, Scratch& scratch) const {
  if (left == kNone || right == kNone) return;
  const Scratch::Symbol &a = scratch.symbols_[left], &b = scratch.symbols_[right];
  if (a.frozen || b.frozen) return;
  const std::string_view piece = scratch.text_.substr(a.begin, b.end - a.begin);
  const PieceTrie::Node node = trie_.Find(piece);
  if (!node.EndsPiece()) return;
  scratch.agenda_.push_back({node.score, left, right, b.end - a.begin});
  std::push_heap(scratch.agenda_.begin(), scratch.agenda_.end(), kLater);
  if (has_unused_ && unused_.Find(piece).EndsPiece()) {
    scratch.split_.insert_or_assign(piece, a.end - a.begin);
  }
}

void BpeModel::Merge(const Scratch::Pair& pair, Scratch& scratch) const {
  Scratch::Symbol &left = scratch.symbols_[pair.left], &right = scratch.symbols_[pair.right];
  const bool gone =
      left.begin == left.end || right.begin == right.end || right.end - left.begin != pair.bytes;
  if (gone) return;
  left.end = right.end;
  left.behind = right.behind;
  if (right.behind != kNone) scratch.symbols_[right.behind].before = pair.left;
  right.begin = right.end;
  Offer(left.before, pair.left, scratch);
  Offer(pair.left, left.behind, scratch);
}

bool BpeModel::Cut(std::string_view text, const PieceTrie& defined, Scratch& scratch,
                   std::vector<PieceEnd>& ends) const {
  ends.clear();
  if (text.empty()) return true;
  scratch.text_ = text;
  scratch.agenda_.clear();
  scratch.split_.clear();
  scratch.has_control_ = false;
  FindSymbols(defined, scratch);
  for (uint32_t right = 1; right < scratch.symbols_.size(); ++right) {
    Offer(right - 1, right, scratch);
  }
  while (!scratch.agenda_.empty()) {
    std::pop_heap(scratch.agenda_.begin(), scratch.agenda_.end(), kLater);
    const Scratch::Pair pair = scratch.agenda_.back();
    scratch.agenda_.pop_back();
    Merge(pair, scratch);
  }
  for (uint32_t i = 0; i != kNone; i = scratch.symbols_[i].behind) {
    const Scratch::Symbol& symbol = scratch.symbols_[i];
    AddPiece(text.substr(symbol.begin, symbol.end - symbol.begin), scratch, ends);
  }
  return !scratch.has_control_;
}

// Splits unused pieces again.
void BpeModel::AddPiece(std::string_view piece, Scratch& scratch,
                        std::vector<PieceEnd>& ends) const {
  if (has_unused_ && unused_.Find(piece).EndsPiece()) {
    const auto split = scratch.split_.find(piece);
    if (split != scratch.split_.end()) {
      const uint32_t left = split->second;
      AddPiece(piece.substr(0, left), scratch, ends);
      AddPiece(piece.substr(left), scratch, ends);
      return;
    }
  }
  const uint32_t before = ends.empty() ? 0 : ends.back().at;
  const bool known = trie_.Find(piece).EndsPiece();
  if (!known && control_.contains(piece)) scratch.has_control_ = true;
  ends.push_back({before + static_cast<uint32_t>(piece.size()), !known});
}

}  // namespace mtgauge
