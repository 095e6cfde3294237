// A double array (Aoe 1989) of pieces: walks a text byte by byte, and tells after each whether a
// piece ends there. The children of a node lie at the node's base, each XORed with its byte.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace mtgauge {

class PieceTrie {
 public:
  struct Entry {
    std::string_view text;  // not empty, without NUL
    float score;            // no NaN
  };
  // Also a place in a walk.
  struct Node {
    uint32_t link;  // base << 9 | 0x100 (a node) | the byte that leads here
    float score;    // of the piece that ends here, or NaN

    bool EndsPiece() const { return !std::isnan(score); }
  };

  // The texts differ. False when there are too many for the nodes' bases.
  bool Build(std::vector<Entry> entries);

  Node root() const { return root_; }
  // False when no piece goes on with the byte; the node stays.
  bool Walk(Node& node, char byte) const {
    const auto label = static_cast<uint8_t>(byte);
    const Node next = nodes_[(node.link >> 9) ^ label];
    if ((next.link & 0x1FF) != (0x100u | label)) return false;
    node = next;
    return true;
  }
  // The node of a piece; one that ends no piece for any other text.
  Node Find(std::string_view text) const;
  // Bytes of the longest piece that the text begins with, or 0.
  size_t LongestPrefix(std::string_view text) const;

 private:
  friend class PieceTrieBuilder;

  static constexpr Node kEmpty = {0, std::numeric_limits<float>::quiet_NaN()};

  // Base 0 is no node's, so nothing goes on from a node without children, nor from an empty trie.
  std::vector<Node> nodes_ = std::vector<Node>(256, kEmpty);
  Node root_ = kEmpty;
};

}  // namespace mtgauge
