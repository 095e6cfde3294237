// Invented pairs of lines, for measurements without texts. They are the same on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace mtgauge {

// The contents of two files with the same number of lines.
struct InventedPairs {
  std::string references, hypotheses;
};

// Makes lines similar to news, of about 20 tokens and 110 bytes; a hypothesis has two thirds of its
// reference's words.
InventedPairs InventPairs(uint64_t lines);

}  // namespace mtgauge
