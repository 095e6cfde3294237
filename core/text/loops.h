// Loops at the end of texts: what a language model writes that has lost its way.
//
// A text loops if its end repeats: with a period of at most a third, over at least half of the text
// and 12 words. In a text of fewer than 3 words, characters count.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace mtgauge {

// Reuses its memory.
class LoopFinder {
 public:
  bool Loops(std::string_view text);

 private:
  std::vector<std::string_view> units_;  // the last one first
  std::vector<uint32_t> border_;
};

}  // namespace mtgauge
