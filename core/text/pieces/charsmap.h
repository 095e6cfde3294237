// The compiled character map of a SentencePiece model: which text replaces which characters. It is
// a double array of darts-clone whose values are offsets in the texts after it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

class Charsmap {
 public:
  struct Rule {
    size_t length = 0;  // bytes that are replaced; 0 if no rule applies
    std::string_view text;
  };

  // `compiled` may be empty, for no rules. Returns nothing if it is invalid.
  static std::optional<Charsmap> Make(std::string_view compiled);

  // Returns the rule for the longest matching prefix of the text.
  Rule Longest(std::string_view text) const;
  // Return whether some rule is for, or begins with, only this byte, or this byte and the next.
  bool Replaces(uint8_t byte) const;
  bool MayGoOn(uint8_t byte, uint8_t behind) const;

 private:
  // The bits of a unit, from the lowest: 8 bits of label, whether one of the children is a leaf,
  // whether the base is in units of 256, 21 bits of base, whether it is a leaf (with 31 bits of
  // value).
  static constexpr uint32_t kLeaf = uint32_t{1} << 31;
  static uint32_t Base(uint32_t unit) { return (unit >> 10) << ((unit & 0x200) >> 6); }
  static bool HasLeaf(uint32_t unit) { return (unit & 0x100) != 0; }

  bool IsSound() const;
  // Moves from a node's children to those of its child. Returns false if there is no such child.
  bool Walk(uint32_t& children, uint8_t byte, bool& ends) const;

  std::vector<uint32_t> units_;
  std::string texts_;  // each text ends with NUL
};

}  // namespace mtgauge
