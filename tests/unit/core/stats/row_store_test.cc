// Stored rows: exact values, narrow planes, bytes that do not depend on the order of batches.
#include "core/stats/row_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <tuple>

namespace mtgauge {
namespace {

using Rows = std::vector<int64_t>;

// Adds rows in one run.
RowStore Store(uint32_t columns, const Rows& rows) {
  RowStore store(columns);
  store.Add(0, rows);
  store.Finish();
  return store;
}

int64_t At(const RowStore& store, uint64_t segment, uint32_t column) {
  return store.blocks()[segment / kBlockSegments].At(
      column, static_cast<uint32_t>(segment % kBlockSegments));
}

void ExpectSameBytes(const RowStore& a, const RowStore& b) {
  ASSERT_EQ(a.segments(), b.segments());
  ASSERT_EQ(a.blocks().size(), b.blocks().size());
  for (size_t i = 0; i < a.blocks().size(); ++i) {
    ASSERT_EQ(a.blocks()[i].segments, b.blocks()[i].segments);
    for (uint32_t column = 0; column < a.columns(); ++column) {
      const Plane& plane = a.blocks()[i].planes[column];
      const Plane& other = b.blocks()[i].planes[column];
      ASSERT_EQ(plane.base, other.base);
      ASSERT_EQ(plane.same_as, other.same_as);
      ASSERT_EQ(plane.width, other.width);
      ASSERT_EQ(plane.first, other.first);
    }
    const RowBlock& block = a.blocks()[i];
    ASSERT_EQ(block.byte_count, b.blocks()[i].byte_count);
    if (block.byte_count == 0) continue;
    ASSERT_EQ(std::memcmp(block.bytes.data(), b.blocks()[i].bytes.data(), block.byte_count), 0);
  }
}

TEST(RowStoreTest, WidthFollowsTheRangeOfTheBlock) {
  const std::tuple<int64_t, int64_t, uint32_t> cases[] = {{7, 7, 0},
                                                          {0, 255, 1},
                                                          {-200, 55, 1},
                                                          {1'000'000, 1'000'255, 1},
                                                          {0, 256, 2},
                                                          {0, 65535, 2},
                                                          {0, 65536, 3},
                                                          {0, (int64_t{1} << 32) - 1, 4},
                                                          {0, int64_t{1} << 32, 5},
                                                          {0, INT64_MAX, 8},
                                                          {INT64_MIN, INT64_MAX, 8}};
  for (const auto& [least, most, width] : cases) {
    Rows rows(kBlockSegments + 3, least);
    rows[100] = most;
    const RowStore store = Store(1, rows);
    ASSERT_EQ(store.blocks().size(), 2U);
    EXPECT_EQ(store.blocks()[0].planes[0].width, width) << most;
    EXPECT_EQ(store.blocks()[1].planes[0].width, 0U);
    EXPECT_EQ(At(store, 100, 0), most);
    EXPECT_EQ(At(store, 101, 0), least);
    EXPECT_EQ(store.ByteSize(), size_t{kBlockSegments} * width);
  }
}

TEST(RowStoreTest, ColumnsThatDifferByAConstantAreStoredOnce) {
  Rows rows;
  for (int64_t i = 0; i < 10; ++i) rows.insert(rows.end(), {i, 300 * i, i, 300 * i, i + 1, -i});
  const RowStore store = Store(6, rows);
  std::vector<uint32_t> same_as;
  for (const Plane& plane : store.blocks()[0].planes) same_as.push_back(plane.same_as);
  EXPECT_EQ(same_as, (std::vector<uint32_t>{0, 1, 0, 1, 0, 5}));
  EXPECT_EQ(store.ByteSize(), 64U + 2 * 64U + 64U);
  EXPECT_EQ(At(store, 9, 3), 2700);
  EXPECT_EQ(At(store, 9, 4), 10);
  int64_t row[6];
  store.Row(9, row);
  EXPECT_EQ(Rows(row, row + 6), (Rows{9, 2700, 9, 2700, 10, -9}));
}

TEST(RowStoreTest, PlanesAreZeroBehindTheLastSegment) {
  const RowStore store = Store(1, {5, 6, 300});
  const RowBlock& block = store.blocks()[0];
  ASSERT_EQ(block.Stride(), 64U);
  for (uint32_t i = 3; i < 64; ++i) {
    EXPECT_EQ(block.BytePlane(0, 0)[i], 0);
    EXPECT_EQ(block.BytePlane(0, 1)[i], 0);
  }
}

TEST(RowStoreTest, SharingIsDecidedBlockByBlock) {
  Rows rows;
  for (uint32_t i = 0; i < kBlockSegments + 2; ++i) {
    rows.insert(rows.end(), {i % 2, i < kBlockSegments ? i % 2 : 7 * (i % 2)});
  }
  const RowStore store = Store(2, rows);
  EXPECT_EQ(store.blocks()[0].planes[1].same_as, 0U);
  EXPECT_EQ(store.blocks()[1].planes[1].same_as, 1U);
}

TEST(RowStoreTest, EmptyStoreHasNoBlocks) {
  const RowStore store = Store(3, {});
  EXPECT_EQ(store.segments(), 0U);
  EXPECT_TRUE(store.blocks().empty());
  EXPECT_EQ(store.ByteSize(), 0U);
}

TEST(RowStoreTest, AnyRunsInAnyOrderGiveTheSameBytes) {
  std::mt19937_64 random(1);
  for (const size_t segments : {size_t{1}, size_t{4095}, size_t{4096}, size_t{4097}, size_t{8192},
                                size_t{9000}, size_t{12287}}) {
    const uint32_t columns = 1 + static_cast<uint32_t>(random() % 6);
    Rows rows(segments * columns);
    for (size_t i = 0; i < rows.size(); ++i) {
      const size_t column = i % columns;
      // Column c reaches 4 + 10 c bits, on both sides of every width; the last repeats the first.
      rows[i] = static_cast<int64_t>(random() >> (60 - 10 * std::min<size_t>(column, 5)));
      if (column + 1 == columns) rows[i] = rows[i - column];
    }
    const RowStore whole = Store(columns, rows);
    for (size_t i = 0; i < rows.size(); ++i) {
      ASSERT_EQ(At(whole, i / columns, static_cast<uint32_t>(i % columns)), rows[i]);
    }

    std::vector<std::pair<size_t, size_t>> runs;  // first, count
    for (size_t at = 0; at < segments;) {
      const size_t count = std::min<size_t>(segments - at, 1 + random() % 2000);
      runs.emplace_back(at, count);
      at += count;
    }
    std::shuffle(runs.begin(), runs.end(), random);
    RowStore pieces(columns);
    for (const auto& [first, count] : runs) {
      pieces.Add(first, std::span(rows).subspan(first * columns, count * columns));
    }
    pieces.Finish();
    ExpectSameBytes(whole, pieces);
  }
}

}  // namespace
}  // namespace mtgauge
