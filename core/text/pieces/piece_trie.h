// A double array (Aoe 1989) of pieces: walks through a text byte by byte and reports after each
// byte whether a piece ends there. The children of a node lie at the node's base XOR their bytes.
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
    float score;            // not NaN
  };
  // A node, also used as a position in a walk.
  struct Node {
    uint32_t link;  // base << 9 | 0x100 (a node) | the byte that leads here
    float score;    // score of the piece that ends here, or NaN

    bool EndsPiece() const { return !std::isnan(score); }
  };

  // The texts must differ. Returns false if there are too many for the nodes' bases.
  bool Build(std::vector<Entry> entries);

  Node root() const { return root_; }
  // Returns false, and leaves the node, if no piece continues with the byte.
  bool Walk(Node& node, char byte) const {
    const auto label = static_cast<uint8_t>(byte);
    const Node next = nodes_[(node.link >> 9) ^ label];
    if ((next.link & 0x1FF) != (0x100u | label)) return false;
    node = next;
    return true;
  }
  // Returns the node of a piece; for any other text, a node at which no piece ends.
  Node Find(std::string_view text) const;
  // Returns the length of the longest piece at the beginning of the text, or 0.
  size_t LongestPrefix(std::string_view text) const;

 private:
  friend class PieceTrieBuilder;

  static constexpr Node kEmpty = {0, std::numeric_limits<float>::quiet_NaN()};

  // No node has base 0, so no walk continues from a node without children or in an empty trie.
  std::vector<Node> nodes_ = std::vector<Node>(256, kEmpty);
  Node root_ = kEmpty;
};

}  // namespace mtgauge
