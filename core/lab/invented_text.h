// Invented pairs of lines for measurements without texts: the same on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace mtgauge {

// Whole files, equally many lines.
struct InventedPairs {
  std::string references, hypotheses;
};

// Lines shaped like news, about 20 tokens and 110 bytes; a hypothesis has two thirds of its
// reference's words.
InventedPairs InventPairs(uint64_t lines);

}  // namespace mtgauge
