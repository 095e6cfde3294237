// Kept rows: exact values, narrow planes, bytes that do not depend on the order of batches.
#include "core/stats/row_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

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
      ASSERT_EQ(plane.same_as, other.same_as);
      ASSERT_EQ(plane.width, other.width);
      ASSERT_EQ(plane.values, other.values);
    }
  }
}

TEST(RowStoreTest, WidthFollowsTheRangeOfTheBlock) {
  const std::pair<int64_t, int> cases[] = {{0, 1},
                                           {255, 1},
                                           {256, 2},
                                           {65535, 2},
                                           {65536, 4},
                                           {(int64_t{1} << 32) - 1, 4},
                                           {int64_t{1} << 32, 8},
                                           {INT64_MAX, 8}};
  for (const auto& [value, width] : cases) {
    Rows rows(kBlockSegments + 3, 7);
    rows[100] = value;
    const RowStore store = Store(1, rows);
    ASSERT_EQ(store.blocks().size(), 2U);
    EXPECT_EQ(store.blocks()[0].planes[0].width, width) << value;
    EXPECT_EQ(store.blocks()[1].planes[0].width, 1);
    EXPECT_EQ(At(store, 100, 0), value);
    EXPECT_EQ(store.ByteSize(), size_t{kBlockSegments} * static_cast<size_t>(width) + 3);
  }
}

TEST(RowStoreTest, EqualColumnsAreStoredOnce) {
  Rows rows;
  for (int64_t i = 0; i < 10; ++i) rows.insert(rows.end(), {i, 300 * i, i, 300 * i, i + 1, i});
  const RowStore store = Store(6, rows);
  std::vector<uint32_t> same_as;
  for (const Plane& plane : store.blocks()[0].planes) same_as.push_back(plane.same_as);
  EXPECT_EQ(same_as, (std::vector<uint32_t>{0, 1, 0, 1, 4, 0}));
  EXPECT_EQ(store.ByteSize(), 10U + 20U + 10U);
  EXPECT_EQ(store.blocks()[0].planes[5].width, 0);
  EXPECT_EQ(At(store, 9, 3), 2700);
  EXPECT_EQ(At(store, 9, 5), 9);
}

TEST(RowStoreTest, SharingIsDecidedBlockByBlock) {
  Rows rows;
  for (uint32_t i = 0; i < kBlockSegments + 2; ++i) {
    rows.insert(rows.end(), {1, i < kBlockSegments ? 1 : 2});
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
