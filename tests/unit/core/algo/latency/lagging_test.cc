// The measures of latency: cases worked out by hand, and their bounds.
#include "core/algo/latency/lagging.h"

#include <gtest/gtest.h>

#include <vector>

namespace mtgauge {
namespace {

TEST(Lagging, ByHand) {
  // Four words for 1,000 ms; the reference has five. The third is written at the end.
  const std::vector<double> delays = {200, 700, 1000, 1000};
  const TimedSegment segment = {delays, 1000, 5, 1000};
  // 200, 700 - 200, 1000 - 400 over three words.
  EXPECT_DOUBLE_EQ(*AverageLagging(segment), 1300.0 / 3);
  EXPECT_DOUBLE_EQ(LengthAdaptiveLagging(segment), 1300.0 / 3);
  EXPECT_DOUBLE_EQ(*AverageProportion(segment), 2900.0 / 5000);
  // A word takes 250: 200, 700, 1000, 1250 beside 0, 250, 500, 750.
  EXPECT_DOUBLE_EQ(DifferentiableLagging(segment), 1650.0 / 4);
  // 200, 700 - 200 over the two words before the end.
  EXPECT_DOUBLE_EQ(*YetAnotherLagging(segment), 350);
}

TEST(Lagging, OutputLongerThanItsReference) {
  const std::vector<double> delays = {100, 200, 300, 400};
  const TimedSegment segment = {delays, 400, 2, 400};
  EXPECT_DOUBLE_EQ(*AverageLagging(segment), (100.0 + 0 - 100 - 200) / 4);
  EXPECT_DOUBLE_EQ(LengthAdaptiveLagging(segment), 100);
  EXPECT_DOUBLE_EQ(*YetAnotherLagging(segment), 100);
}

TEST(Lagging, AllWordsAfterTheEnd) {
  const std::vector<double> delays = {900, 950};
  const TimedSegment segment = {delays, 500, 3, 500};
  EXPECT_EQ(AverageLagging(segment), 900);
  EXPECT_EQ(LengthAdaptiveLagging(segment), 900);
  EXPECT_EQ(YetAnotherLagging(segment), std::nullopt);
  // In a recording they count up to its end.
  EXPECT_DOUBLE_EQ(*YetAnotherLagging({delays, 500, 2, 940}), 900);
}

TEST(Lagging, EmptyReference) {
  const std::vector<double> delays = {100};
  const TimedSegment segment = {delays, 500, 0, 500};
  EXPECT_EQ(AverageLagging(segment), std::nullopt);
  EXPECT_EQ(AverageProportion(segment), std::nullopt);
  EXPECT_EQ(LengthAdaptiveLagging(segment), 100);
}

TEST(Lagging, AnOutputThatKeepsPaceHasTheDelayOfItsFirstWord) {
  for (const double first : {0.0, 250.0, 800.0}) {
    std::vector<double> delays;
    for (int word = 0; word < 8; ++word) delays.push_back(first + 125.0 * word);
    const TimedSegment segment = {delays, 1000, 8, 1000};
    EXPECT_EQ(AverageLagging(segment), first);
    EXPECT_EQ(LengthAdaptiveLagging(segment), first);
    EXPECT_EQ(DifferentiableLagging(segment), first);
    EXPECT_EQ(YetAnotherLagging(segment), first);
  }
}

}  // namespace
}  // namespace mtgauge
