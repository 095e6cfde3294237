// Reads a source as several threads may: segments are made late, and not in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "core/input/source.h"

namespace mtgauge::test {

// Calls take(block) for each block in turn, until one is the last or has an error.
template <typename Take>
void ReadLate(Source& source, uint32_t block_bytes, const Take& take) {
  constexpr size_t kAhead = 5;
  std::deque<Block> blocks;
  uint64_t fetched = 0;
  for (bool more = true; more || !blocks.empty();) {
    if (more && blocks.size() < kAhead) {
      Block& block = blocks.emplace_back();
      block.index = fetched++;
      source.Fetch(block_bytes, block);
      more = !block.last && block.status.ok();
      if (fetched % 2 == 0) FinishBlock(block);
      continue;
    }
    FinishBlock(blocks.front());
    take(blocks.front());
    if (!blocks.front().status.ok()) return;
    blocks.pop_front();
  }
}

}  // namespace mtgauge::test
