// Data written to a file in memory can be read from it, any number of times.
#include "bench/laboratory/measuring/memory_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <utility>

#include "tests/support/has_proc.h"

namespace mtgauge {
namespace {

std::string BytesOf(const MemoryFile& file) {
  std::ifstream in(file.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(MemoryFile, HoldsItsBytes) {
  if (!HasProc()) GTEST_SKIP() << "no /proc";
  const std::string bytes(300'000, 'x');
  auto made = MemoryFile::Make(bytes);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(BytesOf(*made), bytes);
  const MemoryFile moved = *std::move(made);
  EXPECT_EQ(BytesOf(moved), bytes);
  auto empty = MemoryFile::Make("");
  ASSERT_TRUE(empty.ok()) << empty.status();
  EXPECT_EQ(BytesOf(*empty), "");
}

}  // namespace
}  // namespace mtgauge
