// Clocks of stages measure the time that was spent, in the right stage.
#include "core/score/stages.h"

#include <gtest/gtest.h>

#include "bench/laboratory/measuring/measure.h"

namespace mtgauge {
namespace {

// Works for about this processor time.
void Work(double seconds) {
  const double begin = Now().cpu;
  while (Now().cpu - begin < seconds) {
  }
}

TEST(StageLaps, EachStageGetsWhatWasDoneSinceTheLast) {
  StageTimes times;
  StageLaps laps(&times);
  Work(0.002);
  laps.End(Stage::kRead);
  Work(0.006);
  laps.End(Stage::kCheck);
  laps.End(Stage::kLook);
  EXPECT_GE(times[Stage::kRead], 2'000'000u);
  EXPECT_GE(times[Stage::kCheck], 6'000'000u);
  EXPECT_LT(times[Stage::kLook], 2'000'000u);
}

TEST(StageLaps, TicksPartAStage) {
  const double begin = Now().cpu;
  StageTimes times;
  StageLaps laps(&times);
  uint64_t ticks = 0;
  for (int i = 0; i < 40; ++i) {
    Work(0.00015);
    const TickSpan span(laps.TicksInto(ticks));
    Work(0.00005);
  }
  laps.End(Stage::kCut, Stage::kKey, ticks);
  const double all = Now().cpu - begin;
  const double cut = 1e-9 * static_cast<double>(times[Stage::kCut]);
  const double key = 1e-9 * static_cast<double>(times[Stage::kKey]);
  EXPECT_GT(cut, 0);
  EXPECT_GT(key, 0);
  EXPECT_LE(cut + key, all);
  EXPECT_GT(cut + key, 0.9 * all - 0.0005);
}

// More ticks than possible, as after a move to another core, count as the whole stage and no more.
TEST(StageLaps, APartIsNeverMoreThanTheWhole) {
  StageTimes times;
  StageLaps laps(&times);
  Work(0.001);
  laps.End(Stage::kCut, Stage::kKey, UINT64_MAX);
  EXPECT_EQ(times[Stage::kCut], 0u);
  EXPECT_GE(times[Stage::kKey], 1'000'000u);
}

TEST(StageLaps, NoTicksAreNoPart) {
  StageTimes times;
  StageLaps laps(&times);
  Work(0.001);
  laps.End(Stage::kCut, Stage::kKey, 0);
  EXPECT_GE(times[Stage::kCut], 1'000'000u);
  EXPECT_EQ(times[Stage::kKey], 0u);
}

TEST(StageLaps, WithoutTimesNothingIsCounted) {
  const StageLaps laps(nullptr);
  uint64_t ticks = 0;
  EXPECT_EQ(laps.TicksInto(ticks), nullptr);
  { const TickSpan span(laps.TicksInto(ticks)); }
  EXPECT_EQ(ticks, 0u);
}

}  // namespace
}  // namespace mtgauge
