// Lists of the positions of each symbol in a sequence.
#pragma once

#include <cstdint>
#include <span>

#include "core/algo/alignment/symbols.h"
#include "core/base/buffer.h"

namespace mtgauge {

// Immutable between calls of Set(). Reuses its memory, which is linear in the lengths of the
// sequence and of the alphabet.
class Occurrences {
 public:
  // `distinct` must be greater than every symbol except kNoSymbol, which is skipped.
  void Set(Symbols symbols, uint32_t distinct);

  // Returns the positions of the symbol, in rising order.
  std::span<const uint32_t> Of(uint32_t symbol) const {
    if (symbol == kNoSymbol) return {};
    return {positions_.data() + starts_[symbol], positions_.data() + starts_[symbol + 1]};
  }

 private:
  Buffer<uint32_t> starts_, positions_;
};

}  // namespace mtgauge
