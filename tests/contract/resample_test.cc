// Resampling: sums equal those of a plain loop over the counts, for any number of threads,
// instruction set and shards.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <set>

#include "core/simd/kernels.h"
#include "core/stats/random/numpy_random.h"
#include "parallel/significance/resampler.h"

namespace mtgauge::resample_test {
namespace {

using Rows = std::vector<int64_t>;

constexpr uint32_t kColumns = 5;

// Columns of every kind: bytes, two bytes, negative, constant, and wider than 32 bits.
Rows RandomRows(uint64_t units, uint64_t seed) {
  std::mt19937_64 random(seed);
  Rows rows;
  for (uint64_t i = 0; i < units; ++i) {
    const auto value = static_cast<int64_t>(random() >> 1);
    rows.insert(rows.end(), {value % 60, value % 5000, value % 300 - 150, 7, value % (1LL << 40)});
  }
  return rows;
}

RowStore Store(const Rows& rows) {
  RowStore store(kColumns);
  store.Add(0, rows);
  store.Finish();
  return store;
}

std::vector<Rows> Draw(std::span<const RowProduct> strata, const Draws& draws, uint32_t threads) {
  std::vector<Rows> out(draws.resamples);
  Schedule schedule;
  schedule.threads = threads;
  const uint32_t columns = strata.front().columns();
  const SumsSink sink = [&](uint64_t first, uint32_t count, std::span<const int64_t> sums) {
    for (uint32_t i = 0; i < count; ++i) {
      const auto row = sums.subspan(i * columns, columns);
      out[first + i].assign(row.begin(), row.end());
    }
  };
  EXPECT_TRUE(Resample(strata, draws, schedule, sink, nullptr).ok());
  return out;
}

// Returns the counts of every unit in one native resample, without products and threads.
std::vector<uint64_t> Counts(const Draws& draws, uint64_t units, uint64_t resample,
                             uint32_t stratum) {
  const ResampleKey key = {draws.seed, resample, stratum};
  std::vector<uint64_t> counts(units);
  if (draws.kind == Draws::Kind::kHalf) {
    std::vector<uint64_t> mask((units + 63) / 64);
    HalfMask(key, units, mask);
    for (uint64_t i = 0; i < units; ++i) counts[i] = mask[i / 64] >> (i % 64) & 1;
    return counts;
  }
  const Bootstrap bootstrap(units, draws.kind == Draws::Kind::kHalfReplaced ? 2 : 1);
  std::vector<uint32_t> totals(bootstrap.blocks());
  bootstrap.BlockTotals(key, totals);
  for (uint64_t block = 0; block < bootstrap.blocks(); ++block) {
    BlockCounts of_block;
    const auto size =
        static_cast<uint32_t>(std::min<uint64_t>(kBlockSegments, units - block * kBlockSegments));
    if (draws.kind == Draws::Kind::kCoins) {
      CoinBlock(key, block, size, of_block);
    } else {
      bootstrap.CountBlock(key, block, totals[block], of_block);
    }
    for (uint32_t i = 0; i < size; ++i) {
      counts[block * kBlockSegments + i] = of_block.counts[i];
    }
    for (const auto& [unit, further] : of_block.spill) {
      counts[block * kBlockSegments + unit] += further;
    }
  }
  return counts;
}

void AddWeighted(const Rows& rows, const std::vector<uint64_t>& counts, Rows& sums) {
  for (size_t i = 0; i < counts.size(); ++i) {
    for (uint32_t c = 0; c < kColumns; ++c) {
      sums[c] += static_cast<int64_t>(counts[i]) * rows[i * kColumns + c];
    }
  }
}

constexpr Draws::Kind kKinds[] = {Draws::Kind::kBootstrap, Draws::Kind::kHalf,
                                  Draws::Kind::kHalfReplaced, Draws::Kind::kCoins};

TEST(ResampleContract, SumsAreThoseOfTheCounts) {
  for (const uint64_t units : {2, 3, 63, 255, 256, 257, 4096, 4097, 70000}) {
    const Rows rows = RandomRows(units, units);
    const RowStore store = Store(rows);
    const RowProduct strata[] = {RowProduct({&store})};
    for (const Draws::Kind kind : kKinds) {
      const Draws draws = {kind, Draws::Source::kMtg1, 3, 6};
      const std::vector<Rows> sums = Draw(strata, draws, 1);
      for (uint64_t b = 0; b < draws.resamples; ++b) {
        Rows expected(kColumns, 0);
        AddWeighted(rows, Counts(draws, units, b, 0), expected);
        EXPECT_EQ(sums[b], expected) << units << " units, resample " << b;
      }
    }
  }
}

TEST(ResampleContract, ThreadsChangeNothing) {
  const RowStore store = Store(RandomRows(70000, 1));
  const RowProduct strata[] = {RowProduct({&store})};
  for (const Draws::Source source : {Draws::Source::kMtg1, Draws::Source::kNumpy}) {
    for (const Draws::Kind kind : kKinds) {
      const bool half = kind == Draws::Kind::kHalf || kind == Draws::Kind::kHalfReplaced;
      if (source == Draws::Source::kNumpy && half) continue;
      const Draws draws = {kind, source, 12345, 130};
      const std::vector<Rows> alone = Draw(strata, draws, 1);
      for (const uint32_t threads : {2U, 3U, 8U}) EXPECT_EQ(Draw(strata, draws, threads), alone);
    }
  }
}

// Shares of the blocks of all strata, including more shares than there are blocks.
TEST(ResampleContract, SharesOfBlocksAddUp) {
  const RowStore stores[] = {Store(RandomRows(70000, 3)), Store(RandomRows(300, 4)),
                             Store(RandomRows(9000, 5))};
  const RowProduct strata[] = {RowProduct({&stores[0]}), RowProduct({&stores[1]}),
                               RowProduct({&stores[2]})};
  for (const Draws::Kind kind : kKinds) {
    if (kind == Draws::Kind::kHalf) continue;
    Draws draws = {kind, Draws::Source::kMtg1, 11, 70};
    const std::vector<Rows> whole = Draw(strata, draws, 2);
    for (const uint32_t count : {1U, 2U, 3U, 7U, 30U}) {
      std::vector<Rows> sums(draws.resamples, Rows(kColumns, 0));
      for (uint32_t number = 1; number <= count; ++number) {
        draws.blocks = Shard{number, count};
        const std::vector<Rows> share = Draw(strata, draws, 1 + number % 2);
        for (size_t b = 0; b < sums.size(); ++b) {
          for (uint32_t c = 0; c < kColumns; ++c) sums[b][c] += share[b][c];
        }
      }
      EXPECT_EQ(sums, whole) << count;
    }
  }
}

TEST(ResampleContract, WhatIsDrawnAsAWholeHasNoShares) {
  const RowStore store = Store(RandomRows(100, 6));
  const RowProduct strata[] = {RowProduct({&store})};
  Draws draws = {Draws::Kind::kHalf, Draws::Source::kMtg1, 1, 5};
  draws.blocks = Shard{1, 2};
  const SumsSink drop = [](uint64_t, uint32_t, std::span<const int64_t>) {};
  EXPECT_FALSE(Resample(strata, draws, {}, drop, nullptr).ok());
}

TEST(ResampleContract, MoreResamplesBeginWithTheSame) {
  const RowStore store = Store(RandomRows(5000, 2));
  const RowProduct strata[] = {RowProduct({&store})};
  for (const Draws::Source source : {Draws::Source::kMtg1, Draws::Source::kNumpy}) {
    const std::vector<Rows> few = Draw(strata, {Draws::Kind::kBootstrap, source, 1, 30}, 2);
    std::vector<Rows> many = Draw(strata, {Draws::Kind::kBootstrap, source, 1, 1100}, 2);
    many.resize(30);
    EXPECT_EQ(few, many);
  }
}

TEST(ResampleContract, StrataKeepTheirSizes) {
  const Rows rows[] = {RandomRows(300, 1), RandomRows(5000, 2), RandomRows(2, 3)};
  std::vector<RowStore> stores;
  for (const Rows& of_stratum : rows) stores.push_back(Store(of_stratum));
  std::vector<RowProduct> strata;
  for (const RowStore& store : stores) strata.push_back(RowProduct({&store}));
  for (const Draws::Kind kind : kKinds) {
    const Draws draws = {kind, Draws::Source::kMtg1, 9, 70};
    const std::vector<Rows> sums = Draw(strata, draws, 3);
    for (uint64_t b = 0; b < draws.resamples; b += 23) {
      Rows expected(kColumns, 0);
      for (uint32_t s = 0; s < 3; ++s) {
        const uint64_t units = rows[s].size() / kColumns;
        const std::vector<uint64_t> counts = Counts(draws, units, b, s);
        uint64_t drawn = 0;
        for (const uint64_t count : counts) drawn += count;
        if (kind == Draws::Kind::kBootstrap) {
          EXPECT_EQ(drawn, units);
        } else if (kind != Draws::Kind::kCoins) {
          EXPECT_EQ(drawn, units / 2);
        }
        AddWeighted(rows[s], counts, expected);
      }
      EXPECT_EQ(sums[b], expected);
    }
  }
}

// A shard contains some blocks and knows the total number of units.
TEST(ResampleContract, ShardsAddUpToTheWhole) {
  constexpr uint64_t kUnits = 3 * kBlockSegments + 100;
  const Rows rows = RandomRows(kUnits, 4);
  const RowStore store = Store(rows);
  const RowProduct whole({&store});
  const Bootstrap bootstrap(kUnits);
  const ResampleKey key = {7, 3, 0};
  std::vector<uint32_t> totals(bootstrap.blocks());
  bootstrap.BlockTotals(key, totals);
  Rows sums(kColumns, 0);
  for (uint64_t shard = 0; shard < bootstrap.blocks(); ++shard) {
    const size_t first = shard * kBlockSegments * kColumns;
    const size_t size = std::min<size_t>(kBlockSegments * kColumns, rows.size() - first);
    const RowStore part = Store(Rows(rows.begin() + static_cast<ptrdiff_t>(first),
                                     rows.begin() + static_cast<ptrdiff_t>(first + size)));
    BlockCounts counts[1];
    bootstrap.CountBlock(key, shard, totals[shard], counts[0]);
    RowProduct::Scratch scratch;
    const RowProduct product({&part});
    product.Add(product.loaded(0), counts, std::span(totals).subspan(shard, 1), scratch,
                sums.data());
  }
  const std::vector<Rows> expected =
      Draw({&whole, 1}, {Draws::Kind::kBootstrap, Draws::Source::kMtg1, 7, 4}, 1);
  EXPECT_EQ(sums, expected[3]);
}

TEST(ResampleContract, NumpyAddsInFloat32) {
  // Totals far above 2^24, where the order of additions matters.
  Rows rows;
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    for (uint32_t c = 0; c < kColumns; ++c) {
      rows.push_back(static_cast<int64_t>(random() % 1000003));
    }
  }
  const RowStore store = Store(rows);
  const RowProduct strata[] = {RowProduct({&store})};
  const Draws draws = {Draws::Kind::kBootstrap, Draws::Source::kNumpy, 5, 9, true};
  const std::vector<Rows> sums = Draw(strata, draws, 2);
  NumpyRandom numpy(5);
  bool rounded = false;
  for (uint64_t b = 0; b < draws.resamples; ++b) {
    std::vector<float> expected(kColumns, 0.0F);
    Rows exact(kColumns, 0);
    for (int k = 0; k < 2000; ++k) {
      const uint64_t unit = numpy.Bounded(2000);
      for (uint32_t c = 0; c < kColumns; ++c) {
        expected[c] += static_cast<float>(rows[unit * kColumns + c]);
        exact[c] += rows[unit * kColumns + c];
      }
    }
    for (uint32_t c = 0; c < kColumns; ++c) {
      EXPECT_EQ(static_cast<float>(sums[b][c]), expected[c]);
      rounded |= sums[b][c] != exact[c];
    }
  }
  EXPECT_TRUE(rounded);
}

TEST(ResampleContract, SystemsShareResamples) {
  const Rows rows = RandomRows(9000, 8);
  const RowStore a = Store(rows), b = Store(rows);
  const RowProduct both[] = {RowProduct({&a, &b})};
  EXPECT_EQ(both[0].planes(), RowProduct({&a}).planes());
  for (const Rows& sums : Draw(both, {Draws::Kind::kBootstrap, Draws::Source::kMtg1, 1, 20}, 2)) {
    EXPECT_EQ(Rows(sums.begin(), sums.begin() + kColumns),
              Rows(sums.begin() + kColumns, sums.end()));
  }
}

TEST(ResampleContract, StopsWhenAsked) {
  const RowStore store = Store(RandomRows(70000, 1));
  const RowProduct strata[] = {RowProduct({&store})};
  std::atomic<bool> stop{true};
  Schedule schedule;
  schedule.stop = &stop;
  const SumsSink sink = [](uint64_t, uint32_t, std::span<const int64_t>) {};
  for (const Draws::Source source : {Draws::Source::kMtg1, Draws::Source::kNumpy}) {
    const Draws draws = {Draws::Kind::kBootstrap, source, 1, 100000};
    EXPECT_TRUE(Resample(strata, draws, schedule, sink, nullptr).kind() == ErrorKind::kCancelled);
  }
}

TEST(ResampleContract, ProgressGrowsToOne) {
  const RowStore store = Store(RandomRows(5000, 1));
  const RowProduct strata[] = {RowProduct({&store})};
  const SumsSink sink = [](uint64_t, uint32_t, std::span<const int64_t>) {};
  for (const Draws::Kind kind : kKinds) {
    double last = 0;
    const Progress progress = [&](double share) {
      EXPECT_GE(share, last);
      last = share;
    };
    EXPECT_TRUE(Resample(strata, {kind, Draws::Source::kMtg1, 1, 300}, {}, sink, progress).ok());
    EXPECT_NEAR(last, 1, 1e-9);
  }
}

TEST(ResampleContract, RefusesWhatCannotBe) {
  const SumsSink sink = [](uint64_t, uint32_t, std::span<const int64_t>) {};
  EXPECT_FALSE(Resample({}, {}, {}, sink, nullptr).ok());
  const RowStore empty = Store({});
  const RowProduct nothing[] = {RowProduct({&empty})};
  EXPECT_FALSE(Resample(nothing, {}, {}, sink, nullptr).ok());
  const RowStore store = Store(RandomRows(5, 1));
  const std::vector<RowProduct> two = {RowProduct({&store}), RowProduct({&store})};
  Draws draws;
  draws.source = Draws::Source::kNumpy;
  EXPECT_FALSE(Resample(two, draws, {}, sink, nullptr).ok());
  draws.kind = Draws::Kind::kHalf;
  EXPECT_FALSE(Resample(std::span(two).first(1), draws, {}, sink, nullptr).ok());
  Rows row = RandomRows(2, 1);
  row.resize(kColumns);
  const RowStore one = Store(row);
  const RowProduct single[] = {RowProduct({&one})};
  draws.source = Draws::Source::kMtg1;
  EXPECT_FALSE(Resample(single, draws, {}, sink, nullptr).ok());
}

TEST(ResampleContract, OneUnitIsAlwaysItself) {
  Rows rows = RandomRows(2, 1);
  rows.resize(kColumns);
  const RowStore store = Store(rows);
  const RowProduct strata[] = {RowProduct({&store})};
  for (const Draws::Source source : {Draws::Source::kMtg1, Draws::Source::kNumpy}) {
    Draws draws;
    draws.source = source;
    draws.resamples = 9;
    const std::vector<Rows> drawn = Draw(strata, draws, 2);
    EXPECT_EQ(drawn, std::vector<Rows>(9, rows));
  }
}

// Clocks of stages work for each kind of resample, and change no sum.
TEST(ResampleContract, ClocksTellDrawsProductsAndScores) {
  const RowStore store = Store(RandomRows(9000, 3));
  const RowProduct product({&store});
  for (const auto source : {Draws::Source::kMtg1, Draws::Source::kNumpy}) {
    for (const uint32_t threads : {1u, 3u}) {
      Draws draws;
      draws.source = source;
      draws.resamples = 100;
      StageTimes times;
      Schedule schedule;
      schedule.threads = threads;
      schedule.stages = &times;
      std::vector<Rows> clocked(draws.resamples);
      const SumsSink sink = [&](uint64_t first, uint32_t count, std::span<const int64_t> sums) {
        for (uint32_t i = 0; i < count; ++i) {
          const auto row = sums.subspan(i * kColumns, kColumns);
          clocked[first + i].assign(row.begin(), row.end());
        }
      };
      ASSERT_TRUE(Resample({&product, 1}, draws, schedule, sink, nullptr).ok());
      EXPECT_EQ(clocked, Draw({&product, 1}, draws, threads));
      EXPECT_GT(times[Stage::kDraw], 0u);
      EXPECT_GT(times[Stage::kMultiply], 0u);
      EXPECT_GT(times[Stage::kScore], 0u);
      EXPECT_EQ(times[Stage::kMatch], 0u);
    }
  }
}

}  // namespace
}  // namespace mtgauge::resample_test
