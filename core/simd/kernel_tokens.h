// The tokens of a text as kernels see them.
#pragma once

#include <cstdint>

namespace mtgauge {

struct KernelTokens {
  const char* base = nullptr;
  const uint32_t* begin = nullptr;
  const uint32_t* end = nullptr;
  const uint64_t* key = nullptr;  // 16 more elements must be readable; they may have any value
  uint32_t count = 0;
};

}  // namespace mtgauge
