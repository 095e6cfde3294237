// N-grams counted in maps: the slow twin of every engine that hashes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "tests/support/random_text.h"

namespace mtgauge::test {

using Symbols = std::vector<uint32_t>;
using GramCounts = std::map<Symbols, uint32_t>;

inline GramCounts CountGrams(const Symbols& symbols, uint32_t order) {
  GramCounts counts;
  for (size_t i = 0; i + order <= symbols.size(); ++i) {
    const auto begin = symbols.begin() + static_cast<ptrdiff_t>(i);
    ++counts[Symbols(begin, begin + order)];
  }
  return counts;
}

inline Symbols RandomSymbols(RandomText& random, uint32_t length, uint32_t alphabet) {
  Symbols symbols;
  for (uint32_t i = 0; i < length; ++i) symbols.push_back(random.Below(alphabet));
  return symbols;
}

}  // namespace mtgauge::test
