// Builds the double array.
#include "core/text/pieces/piece_trie.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace mtgauge {
namespace {

// Returns the first 8 bytes as a number that sorts as they do.
uint64_t Prefix(std::string_view text) {
  uint64_t prefix = 0;
  for (size_t i = 0; i < 8; ++i) {
    prefix = prefix << 8 | (i < text.size() ? static_cast<uint8_t>(text[i]) : 0);
  }
  return prefix;
}

void Sort(std::vector<PieceTrie::Entry>& entries) {
  std::vector<std::pair<uint64_t, PieceTrie::Entry>> keyed;
  keyed.reserve(entries.size());
  for (const PieceTrie::Entry& entry : entries) keyed.emplace_back(Prefix(entry.text), entry);
  std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second.text < b.second.text;
  });
  for (size_t i = 0; i < keyed.size(); ++i) entries[i] = keyed[i].second;
}

}  // namespace

class PieceTrieBuilder {
 public:
  PieceTrieBuilder(PieceTrie& trie, std::vector<PieceTrie::Entry> entries)
      : trie_(trie), entries_(std::move(entries)) {
    Sort(entries_);
    trie_.nodes_.clear();
    AddBlock();
    base_used_[0] = true;
  }

  bool Build() {
    open_.push_back({kRoot, 0, entries_.size(), 0});
    while (!open_.empty() && trie_.nodes_.size() <= kMostNodes) {
      const Open open = open_.back();
      open_.pop_back();
      AddChildren(open);
    }
    return open_.empty();
  }

 private:
  static constexpr size_t kRoot = SIZE_MAX;
  static constexpr size_t kBlock = 256;
  static constexpr size_t kMostNodes = (size_t{1} << 23) - kBlock;
  static constexpr size_t kOpenBlocks = 16;
  static constexpr uint32_t kTries = 64;  // positions tried for a node's children

  // The entries under a node, which have their first `depth` bytes in common.
  struct Open {
    size_t node, first, last, depth;
  };

  PieceTrie::Node& NodeAt(size_t i) { return i == kRoot ? trie_.root_ : trie_.nodes_[i]; }

  void AddChildren(Open open) {
    if (open.first < open.last && entries_[open.first].text.size() == open.depth) {
      NodeAt(open.node).score = entries_[open.first++].score;
    }
    if (open.first == open.last) return;
    children_.clear();
    for (size_t i = open.first; i < open.last; ++i) {
      const auto label = static_cast<uint8_t>(entries_[i].text[open.depth]);
      if (children_.empty() || children_.back().first != label) children_.emplace_back(label, i);
    }
    const uint32_t base = FindBase();
    base_used_[base] = true;
    NodeAt(open.node).link |= base << 9;
    for (size_t c = 0; c < children_.size(); ++c) {
      const auto [label, first] = children_[c];
      const size_t last = c + 1 < children_.size() ? children_[c + 1].second : open.last;
      Take(base ^ label);
      trie_.nodes_[base ^ label].link = 0x100u | label;
      open_.push_back({base ^ label, first, last, open.depth + 1});
    }
  }

  // A single child fills the oldest gap. Several go to the end, where most slots are free.
  uint32_t FindBase() {
    const bool single = children_.size() == 1;
    const auto next = [&](uint32_t slot) {
      return single ? free_[slot].second : free_[slot].first;
    };
    uint32_t tries = kTries;
    for (uint32_t slot = next(0); slot != 0 && tries-- > 0; slot = next(slot)) {
      const uint32_t base = slot ^ children_.front().first;
      if (Fits(base)) return base;
    }
    return AddBlock() | 1;  // any position in the new block
  }

  bool Fits(uint32_t base) const {
    return !base_used_[base] && std::all_of(children_.begin(), children_.end(), [&](const auto& c) {
      return (base ^ c.first) != 0 && trie_.nodes_[base ^ c.first].link == 0;
    });
  }

  // The free slots form a ring through slot 0, which is never used.
  uint32_t AddBlock() {
    const size_t first = trie_.nodes_.size();
    trie_.nodes_.resize(first + kBlock, PieceTrie::kEmpty);
    base_used_.resize(first + kBlock);
    free_.resize(first + kBlock);
    for (size_t i = std::max<size_t>(first, 1); i < first + kBlock; ++i) Insert(i);
    if (first >= kOpenBlocks * kBlock) Close(first - kOpenBlocks * kBlock);
    return static_cast<uint32_t>(first);
  }

  // Removes a block's last free slots from the ring, since few children would fit there.
  void Close(size_t block) {
    for (size_t i = std::max<size_t>(block, 1); i < block + kBlock; ++i) {
      if (trie_.nodes_[i].link == 0) Take(static_cast<uint32_t>(i));
    }
  }

  void Insert(size_t slot) {
    const uint32_t last = free_.front().first;
    free_[slot] = {last, 0};
    free_[last].second = static_cast<uint32_t>(slot);
    free_.front().first = static_cast<uint32_t>(slot);
  }

  void Take(uint32_t slot) {
    const auto [before, behind] = free_[slot];
    free_[before].second = behind;
    free_[behind].first = before;
  }

  PieceTrie& trie_;
  std::vector<PieceTrie::Entry> entries_;
  std::vector<Open> open_;
  std::vector<std::pair<uint8_t, size_t>> children_;  // bytes, each with its first entry
  std::vector<bool> base_used_;
  std::vector<std::pair<uint32_t, uint32_t>> free_ = {{0, 0}};  // neighbours in the ring
};

bool PieceTrie::Build(std::vector<Entry> entries) {
  return PieceTrieBuilder(*this, std::move(entries)).Build();
}

PieceTrie::Node PieceTrie::Find(std::string_view text) const {
  Node node = root_;
  for (const char byte : text) {
    if (!Walk(node, byte)) return kEmpty;
  }
  return node;
}

size_t PieceTrie::LongestPrefix(std::string_view text) const {
  Node node = root_;
  size_t longest = 0;
  for (size_t i = 0; i < text.size() && Walk(node, text[i]); ++i) {
    if (node.EndsPiece()) longest = i + 1;
  }
  return longest;
}

}  // namespace mtgauge
