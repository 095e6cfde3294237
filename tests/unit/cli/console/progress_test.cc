// The progress line for given states; tests/cli/terminal/progress.test tests it on a terminal.
#include "cli/console/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mtgauge {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ProgressText, TellsTheTimeLeftWhereTheSizeIsKnown) {
  EXPECT_EQ(ProgressText({3000, 0.25, 4.0}, 80),
            "mtgauge: [=====>              ]  25%  3000 segments  750/s  0:12 left");
  EXPECT_EQ(ProgressText({7, 0.0001, 1.0}, 80),
            "mtgauge: [>                   ]   0%  7 segments  7/s");
  EXPECT_EQ(ProgressText({900, 0.5, 3723.0}, 80),
            "mtgauge: [==========>         ]  50%  900 segments  0/s  1:02:03 left");
}

TEST(ProgressText, TellsWhatItCanWhereTheSizeIsNotKnown) {
  EXPECT_EQ(ProgressText({1200, std::nullopt, 2.0}, 80), "mtgauge: 1200 segments  600/s");
  EXPECT_EQ(ProgressText({0, std::nullopt, 0.0}, 80), "mtgauge: 0 segments  0/s");
}

TEST(ProgressText, SaysHundredPercentOfNothingUnfinished) {
  EXPECT_THAT(ProgressText({1, 0.9999, 1.0}, 80), HasSubstr("===>]  99%"));
  // A file that grows while it is read.
  EXPECT_EQ(ProgressText({1, 1.5, 1.0}, 80),
            "mtgauge: [====================] 100%  1 segment  1/s  0:00 left");
}

TEST(ProgressText, NamesTheStepOfAJob) {
  const ProgressState state = {3000, 0.25, 4.0, "step 2 of 5 (score)"};
  EXPECT_EQ(ProgressText(state, 120),
            "mtgauge: step 2 of 5 (score): [=====>              ]  25%  3000 segments  750/s  0:12 "
            "left");
  EXPECT_EQ(ProgressLogText(state),
            "mtgauge: step 2 of 5 (score):  25%  3000 segments  750/s  0:12 left");
  EXPECT_EQ(ProgressLogText({7, std::nullopt, 1.0}), "mtgauge: 7 segments  7/s");
}

TEST(ProgressText, IsShorterThanTheTerminalIsWide) {
  const ProgressState state = {123456789, 0.25, 4.0};
  EXPECT_THAT(ProgressText(state, 60), Not(HasSubstr("[")));
  for (size_t columns = 0; columns < 100; ++columns) {
    EXPECT_LE(ProgressText(state, columns).size(), columns > 0 ? columns - 1 : 0) << columns;
  }
}

}  // namespace
}  // namespace mtgauge
