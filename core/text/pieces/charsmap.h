// The compiled character map of a SentencePiece model: what to write for which characters. It is a
// double array of darts-clone, whose values are places in the texts behind it.
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
    size_t length = 0;  // of what is replaced, in bytes; 0 when no rule applies
    std::string_view text;
  };

  // `compiled` may be empty: no rules. Nothing when it is broken.
  static std::optional<Charsmap> Make(std::string_view compiled);

  // The rule for the longest beginning of the text.
  Rule Longest(std::string_view text) const;
  // Whether some rule is about, or begins with, this byte alone, or it and the one behind.
  bool Replaces(uint8_t byte) const;
  bool MayGoOn(uint8_t byte, uint8_t behind) const;

 private:
  // A unit has, from the lowest bit: 8 bits of label, whether a leaf is among the children, whether
  // the base is in units of 256, 21 bits of base, whether it is a leaf (31 bits of value).
  static constexpr uint32_t kLeaf = uint32_t{1} << 31;
  static uint32_t Base(uint32_t unit) { return (unit >> 10) << ((unit & 0x200) >> 6); }
  static bool HasLeaf(uint32_t unit) { return (unit & 0x100) != 0; }

  bool IsSound() const;
  // From the place of a node's children to that of the child's. False when there is none.
  bool Walk(uint32_t& children, uint8_t byte, bool& ends) const;

  std::vector<uint32_t> units_;
  std::string texts_;  // each ends with NUL
};

}  // namespace mtgauge
