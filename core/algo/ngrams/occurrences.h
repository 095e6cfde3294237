// Where each symbol occurs in a sequence, as lists.
#pragma once

#include <cstdint>
#include <span>

#include "core/algo/alignment/symbols.h"
#include "core/base/buffer.h"

namespace mtgauge {

// Immutable between two Set(). Reuses its memory, which is linear in the sequence and its symbols.
class Occurrences {
 public:
  // `distinct` is above every symbol but kNoSymbol, which occurs nowhere.
  void Set(Symbols symbols, uint32_t distinct);

  // Positions of the symbol, rising.
  std::span<const uint32_t> Of(uint32_t symbol) const {
    if (symbol == kNoSymbol) return {};
    return {positions_.data() + starts_[symbol], positions_.data() + starts_[symbol + 1]};
  }

 private:
  Buffer<uint32_t> starts_, positions_;
};

}  // namespace mtgauge
