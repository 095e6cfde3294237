// How several things are done at once, for code that knows of no threads.
#pragma once

#include <cstdint>
#include <functional>

namespace mtgauge {

struct Fork {
  // How many things are done at once, at most.
  uint32_t threads = 1;
  // Calls work(0), work(1), ..., work(parts - 1), in any order, and returns when all have ended.
  // Passes exceptions on.
  std::function<void(uint32_t parts, const std::function<void(uint32_t)>& work)> run =
      [](uint32_t parts, const std::function<void(uint32_t)>& work) {
        for (uint32_t part = 0; part < parts; ++part) work(part);
      };
};

}  // namespace mtgauge
