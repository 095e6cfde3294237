// Runs work in parallel, for code that does not manage threads itself.
#pragma once

#include <cstdint>
#include <functional>

namespace mtgauge {

struct Fork {
  // The largest number of parts that run at once.
  uint32_t threads = 1;
  // Calls work(0), work(1), ..., work(parts - 1), in any order, and returns when all have ended.
  // Rethrows exceptions.
  std::function<void(uint32_t parts, const std::function<void(uint32_t)>& work)> run =
      [](uint32_t parts, const std::function<void(uint32_t)>& work) {
        for (uint32_t part = 0; part < parts; ++part) work(part);
      };
};

}  // namespace mtgauge
