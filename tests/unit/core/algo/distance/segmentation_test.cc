// Cutting into segments: the bit-parallel rows, compared with every possible cut, on random and
// degenerate sequences.
#include "core/algo/distance/segmentation.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "tests/oracle/naive_segmentation.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using oracle::Numbers;

struct Case {
  Numbers sequence;
  std::vector<uint8_t> starts;
  std::vector<std::vector<Numbers>> segments;
};

Segmentation Cut(const Case& c, uint32_t distinct, uint64_t row_bytes) {
  std::vector<std::vector<Symbols>> segments;
  for (const auto& alternatives : c.segments) {
    segments.emplace_back(alternatives.begin(), alternatives.end());
  }
  const SegmentationTask task{c.sequence, c.starts, segments, distinct};
  return *CutIntoSegments(task, nullptr, row_bytes);
}

// With plenty of memory and with the minimum, which computes rows twice.
void ExpectBest(const Case& c, uint32_t distinct) {
  const oracle::NaiveSegmentation naive =
      oracle::NaiveCut(c.sequence, c.starts, c.segments, kNoSymbol);
  for (const uint64_t row_bytes : {uint64_t{1} << 30, uint64_t{0}}) {
    const Segmentation cut = Cut(c, distinct, row_bytes);
    ASSERT_EQ(cut.edits, naive.edits);
    ASSERT_EQ(cut.ends, naive.ends);
  }
}

// Returns segments of a text, and a similar sequence. One of `rare` positions is a start.
Case MakeCase(test::RandomText& random, uint32_t segments, uint32_t longest, uint32_t distinct,
              uint32_t alternatives, uint32_t rare) {
  Case c;
  for (uint32_t s = 0; s < segments; ++s) {
    auto& segment = c.segments.emplace_back();
    for (uint32_t a = 1 + random.Below(alternatives); a > 0; --a) {
      Numbers& symbols = segment.emplace_back();
      for (uint32_t n = random.Below(longest + 1); n > 0; --n) {
        symbols.push_back(random.Below(distinct));
      }
    }
    for (const uint32_t symbol : segment[random.Below(static_cast<uint32_t>(segment.size()))]) {
      const uint32_t what = random.Below(8);
      if (what > 1) c.sequence.push_back(symbol);
      if (what == 1) c.sequence.push_back(random.Below(distinct));
      if (what == 2) c.sequence.push_back(kNoSymbol);
    }
  }
  for (size_t p = 0; p <= c.sequence.size(); ++p) c.starts.push_back(random.Below(rare) == 0);
  c.starts.front() = c.starts.back() = 1;
  return c;
}

TEST(Segmentation, IsTheNearestAndOfEqualsTheLatest) {
  test::RandomText random(8);
  for (int round = 0; round < 1500; ++round) {
    const uint32_t distinct = 1 + random.Below(6);
    const uint32_t longest = 1 + random.Below(8);
    ExpectBest(MakeCase(random, 1 + random.Below(9), longest, distinct, 1 + random.Below(3),
                        1 + random.Below(4)),
               distinct);
  }
}

TEST(Segmentation, CrossesWordsOfBits) {
  test::RandomText random(64);
  for (int round = 0; round < 25; ++round) {
    const uint32_t distinct = round % 2 == 0 ? 3 : 200;
    ExpectBest(MakeCase(random, 2 + random.Below(12), 40, distinct, 1 + random.Below(2),
                        1 + random.Below(3)),
               distinct);
  }
}

TEST(Segmentation, SequencesThatHaveNothingInCommon) {
  for (const size_t length : {0, 1, 63, 64, 65, 128, 130, 700}) {
    Case c{Numbers(length, kNoSymbol), std::vector<uint8_t>(length + 1, 1), {}};
    c.segments = {{Numbers(3, 0)}, {Numbers()}, {Numbers(64, 1)}, {Numbers(2, 0), Numbers(1, 1)}};
    ExpectBest(c, 2);
  }
}

TEST(Segmentation, OneSymbolEverywhere) {
  for (const size_t length : {0, 1, 5, 64, 200}) {
    Case c{Numbers(length, 0), std::vector<uint8_t>(length + 1, 1), {}};
    for (uint32_t s = 0; s < 10; ++s) c.segments.push_back({Numbers(s * 3, 0)});
    ExpectBest(c, 1);
    for (size_t p = 1; p < length; ++p) c.starts[p] = 0;  // all or nothing
    ExpectBest(c, 1);
  }
}

TEST(Segmentation, WordsBetweenSegmentsGoToTheOneBefore) {
  const Case c{{0, 1, 7, 2, 3}, std::vector<uint8_t>(6, 1), {{{0, 1}}, {{2, 3}}}};
  EXPECT_EQ(Cut(c, 8, 0).ends, (std::vector<uint32_t>{3, 5}));
}

TEST(Segmentation, StopsWhenAsked) {
  const Case c{{0, 1}, {1, 1, 1}, {{{0}}, {{1}}}};
  const std::vector<std::vector<Symbols>> segments = {{c.segments[0][0]}, {c.segments[1][0]}};
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(CutIntoSegments({c.sequence, c.starts, segments, 2}, &stop).has_value());
}

}  // namespace
}  // namespace mtgauge
