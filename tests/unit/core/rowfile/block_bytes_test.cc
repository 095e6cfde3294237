// Blocks of rows as bytes: they are read back unchanged, and no bytes cause reads outside of a
// block.
#include "core/rowfile/block_bytes.h"

#include <gtest/gtest.h>

#include <climits>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "core/base/bytes.h"

namespace mtgauge {
namespace {

using Rows = std::vector<int64_t>;  // segment-major

RowBlock Sealed(uint32_t columns, const Rows& rows) {
  OpenBlock open(columns);
  open.Add(0, rows);
  return open.Sealed();
}

std::string BytesOf(const RowBlock& block) {
  std::string bytes;
  AppendBlock(block, bytes);
  return bytes;
}

// Reads all values, so that a sanitizer detects reads outside.
Rows Values(const RowBlock& block) {
  Rows values(size_t{block.segments} * block.planes.size());
  Rows column(block.segments);
  for (uint32_t c = 0; c < block.planes.size(); ++c) {
    block.Values(c, 0, block.segments, column.data());
    for (uint32_t i = 0; i < block.segments; ++i) {
      EXPECT_EQ(column[i], block.At(c, i));
      values[i * block.planes.size() + c] = column[i];
    }
  }
  return values;
}

void ExpectRoundTrip(uint32_t columns, const Rows& rows) {
  const RowBlock block = Sealed(columns, rows);
  const std::string bytes = BytesOf(block);
  RowBlock read;
  ASSERT_TRUE(ParseBlock(bytes, block.segments, columns, read));
  EXPECT_EQ(Values(read), rows);
  EXPECT_EQ(BytesOf(read), bytes);
}

TEST(BlockBytes, RandomRows) {
  std::mt19937_64 random(1);
  for (const uint32_t segments : {1U, 63U, 64U, 65U, 1000U, kBlockSegments}) {
    for (const uint32_t columns : {1U, 2U, 10U}) {
      for (const int bits : {0, 1, 8, 9, 20, 40, 64}) {
        Rows rows(size_t{segments} * columns);
        for (int64_t& value : rows) {
          value = bits == 0 ? 7 : static_cast<int64_t>(random() >> (64 - bits));
        }
        ExpectRoundTrip(columns, rows);
      }
    }
  }
}

TEST(BlockBytes, DegenerateRows) {
  ExpectRoundTrip(1, {0});
  ExpectRoundTrip(1, {INT64_MIN, INT64_MAX});
  ExpectRoundTrip(3, {5, 5, 6, 7, 7, 8});  // equal columns, and one that differs by a constant
  ExpectRoundTrip(2, {-1, INT64_MAX, -1, INT64_MIN});
}

TEST(BlockBytes, Layout) {
  const std::string bytes = BytesOf(Sealed(3, {10, 1, 300, 12, 3, 300}));
  ASSERT_EQ(bytes.size(), 8 + 3 * 16 + 64U);
  EXPECT_EQ(ReadU32(bytes.data()), 2U);
  EXPECT_EQ(ReadU32(bytes.data() + 4), 3U);
  const uint64_t columns[3][3] = {{10, 0, 1}, {1, 0, 1}, {300, 2, 0}};
  for (size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(ReadU64(bytes.data() + 8 + 16 * c), columns[c][0]);
    EXPECT_EQ(ReadU32(bytes.data() + 16 + 16 * c), columns[c][1]);
    EXPECT_EQ(ReadU32(bytes.data() + 20 + 16 * c), columns[c][2]);
  }
  EXPECT_EQ(bytes.substr(56, 3), std::string("\0\2\0", 3));
}

TEST(BlockBytes, OtherSizesAreRefused) {
  const std::string bytes = BytesOf(Sealed(2, {1, 2, 3, 400}));
  RowBlock block;
  EXPECT_TRUE(ParseBlock(bytes, 2, 2, block));
  EXPECT_FALSE(ParseBlock(bytes, 3, 2, block));
  EXPECT_FALSE(ParseBlock(bytes, 2, 1, block));
  EXPECT_FALSE(ParseBlock(bytes, 2, 3, block));
  EXPECT_FALSE(ParseBlock(bytes + '\0', 2, 2, block));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(ParseBlock(bytes.substr(0, size), 2, 2, block)) << size;
  }
}

// Bytes that are accepted can be read and are written again unchanged.
TEST(BlockBytes, ChangedBytesStayInsideTheBlock) {
  std::mt19937_64 random(2);
  Rows rows(100 * 4);
  for (int64_t& value : rows) value = static_cast<int64_t>(random() % 3000);
  const std::string bytes = BytesOf(Sealed(4, rows));
  size_t taken = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string changed = bytes;
    for (int change = 0; change < 1 + round % 3; ++change) {
      const size_t at = random() % (round % 2 == 0 ? 8 + 4 * 16 : changed.size());
      changed[at] = static_cast<char>(random());
    }
    RowBlock block;
    if (!ParseBlock(changed, 100, 4, block)) continue;
    ++taken;
    Values(block);
    ASSERT_EQ(BytesOf(block), changed);
  }
  EXPECT_GT(taken, 1000U);
}

}  // namespace
}  // namespace mtgauge
