// One source read by several threads.
#include "core/input/tee.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/support/pieces_source.h"

namespace mtgauge {
namespace {

TEST(Tee, ThreadsGetTheSameBytes) {
  std::string bytes;
  for (int i = 0; i < 20000; ++i) bytes += std::to_string(i) + "\n";
  const auto branches = Tee(std::make_unique<test::PiecesSource>("t", bytes, 999, 3, true), 3);
  for (int time = 0; time < 2; ++time) {
    std::vector<std::string> got(branches.size());
    std::vector<std::thread> threads;
    for (size_t b = 0; b < branches.size(); ++b) {
      threads.emplace_back([&got, &branches, b] {
        for (Block block; !block.last; ++block.index) {
          branches[b]->Read(700, block);
          got[b].append(block.data.data(), block.bytes);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& one : got) EXPECT_TRUE(one == bytes);
    for (const auto& branch : branches) branch->Rewind();
  }
}

}  // namespace
}  // namespace mtgauge
