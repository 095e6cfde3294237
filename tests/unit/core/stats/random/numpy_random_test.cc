// numpy's generator, compared with values that numpy 1.24 printed;
// tests/golden/stats/statistics_test.cc has many more.
#include "core/stats/random/numpy_random.h"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "core/stats/random/bits.h"

namespace mtgauge {
namespace {

using Values = std::vector<uint64_t>;

Values BoundedRow(NumpyRandom& random, uint64_t n, size_t count) {
  Values row;
  for (size_t i = 0; i < count; ++i) row.push_back(random.Bounded(n));
  return row;
}

TEST(NumpyRandom, SeedGivesStateAndRawDraws) {
  NumpyRandom random(12345);
  EXPECT_EQ(static_cast<uint64_t>(random.state() >> 64), 0x1905e0335aae9634);
  EXPECT_EQ(static_cast<uint64_t>(random.state()), 0x9199b0d09775add5);
  EXPECT_EQ(static_cast<uint64_t>(random.increment() >> 64), 0xc9c7353e6e2b1f28);
  EXPECT_EQ(static_cast<uint64_t>(random.increment()), 0x7d761f2d4027fae7);
  EXPECT_EQ(random.Next64(), 0x3a32b18db2ffc19d);
  EXPECT_EQ(random.Next64(), 0x51171315c9e4c4de);
}

TEST(NumpyRandom, DecimalSeedsAreAnySize) {
  const auto pool = [](const std::string& digits) {
    return SeedSequence::FromDecimal(digits).value().pool();
  };
  EXPECT_EQ(pool("0"), SeedSequence(0).pool());
  EXPECT_EQ(pool("00042"), SeedSequence(42).pool());
  EXPECT_EQ(pool("4294967296"), SeedSequence(uint64_t{1} << 32).pool());
  EXPECT_EQ(pool("18446744073709551615"), SeedSequence(UINT64_MAX).pool());
  EXPECT_NE(pool("18446744073709551616"), SeedSequence(0).pool());
  // More limbs than the pool has words: the fifth matters, too.
  EXPECT_NE(pool("1" + std::string(50, '0')), pool("2" + std::string(50, '0')));
  const std::array<uint32_t, 4> expected = {0xa5805a52, 0x1ecd61a5, 0xd7aeb3ca, 0xa5e6fe27};
  EXPECT_EQ(pool("123456789012345678901234567890"), expected);
}

TEST(NumpyRandom, OtherSeedsAreUsageErrors) {
  for (const std::string text : {"", "-1", "+1", "1.0", "1e3", " 1", "x", "0x10"}) {
    const Status status = SeedSequence::FromDecimal(text).status();
    EXPECT_EQ(status.kind(), ErrorKind::kUsage) << text;
    EXPECT_NE(status.message().find("'" + text + "'"), std::string::npos) << status;
  }
}

TEST(NumpyRandom, HalvesWaitThroughOtherDraws) {
  NumpyRandom random(12345);
  EXPECT_EQ(BoundedRow(random, 3, 3), (Values{2, 0, 2}));
  EXPECT_EQ(random.Next64(), 14708796524633321433u);
  EXPECT_EQ(BoundedRow(random, 5, 4), (Values{1, 3, 3, 4}));
}

TEST(NumpyRandom, OneOfOneDrawsNothing) {
  NumpyRandom random(7), untouched(7);
  EXPECT_EQ(BoundedRow(random, 1, 5), Values(5, 0));
  EXPECT_EQ(random.Next64(), untouched.Next64());
}

TEST(NumpyRandom, WideBounds) {
  NumpyRandom words(12345);
  EXPECT_EQ(BoundedRow(words, uint64_t{1} << 32, 3), (Values{3003105693, 976400781, 3387213022}));
  NumpyRandom barely(12345);
  EXPECT_EQ(BoundedRow(barely, (uint64_t{1} << 32) + 1, 3),
            (Values{976400781, 1360466710, 3424658563}));
  // A quarter of the draws is rejected.
  NumpyRandom rejecting(12345);
  EXPECT_EQ(BoundedRow(rejecting, uint64_t{3} << 61, 6),
            (Values{1572603534445111450, 2191185009689610707, 5515798696737495537,
                    2705511669276364324, 4138818170431141402, 1291739149366604771}));
  NumpyRandom half(12345);
  EXPECT_EQ(BoundedRow(half, uint64_t{1} << 63, 2),
            (Values{2096804712593481934, 2921580012919480943}));
}

TEST(NumpyRandom, CoinsRunOnOverRowsAndDropTheirRest) {
  NumpyRandom random(12345);
  std::string row;
  {
    NumpyCoins coins(random);
    for (int i = 0; i < 40; ++i) row += coins.Next() ? '1' : '0';
  }
  EXPECT_EQ(row, "1011100110000011111111110100110110110001");
  // 40 coins used two halves of a draw and left none.
  NumpyRandom after(12345);
  after.Next64();
  EXPECT_EQ(random.Next32(), after.Next32());
}

TEST(NumpyRandom, CoinsAreTheSameOneByOneAndManyAtOnce) {
  NumpyRandom random(7), same(7);
  NumpyCoins one(random), many(same);
  std::vector<uint8_t> expected, filled;
  for (const size_t count : {0, 1, 31, 32, 33, 64, 5, 27, 100, 4096, 3, 1000}) {
    for (size_t i = 0; i < count; ++i) expected.push_back(one.Next() ? 1 : 0);
    filled.resize(expected.size(), 2);
    many.Fill(std::span(filled).last(count));
    EXPECT_EQ(filled, expected) << count;
  }
}

TEST(Bits, AreStoredOneByOne) {
  const uint64_t bits = 0xF00DCAFE12345678;
  for (uint32_t count = 0; count <= 64; ++count) {
    std::vector<uint8_t> stored(65, 2);
    StoreBits(bits, count, stored.data());
    for (uint32_t i = 0; i < 65; ++i) EXPECT_EQ(stored[i], i < count ? bits >> i & 1 : 2) << i;
  }
}

TEST(NumpyRandom, CopiesGoOnAlone) {
  NumpyRandom random(1);
  random.Next32();
  NumpyRandom copy = random;
  const Values row = BoundedRow(random, 1000, 9);
  EXPECT_EQ(BoundedRow(copy, 1000, 9), row);
}

}  // namespace
}  // namespace mtgauge
