// The method of measurement of the laboratories, with times from the test's own clock.
#include "bench/laboratory/measuring/measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace mtgauge {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Time advances only while candidates run.
class FakeTime {
 public:
  Clock MakeClock() {
    return [this] { return now_; };
  }
  // Takes this wall time, and half of it as processor time.
  Candidate Takes(std::string name, std::function<double()> seconds) {
    return {name,
            [this, name, seconds] {
              const double taken = seconds();
              now_.wall += taken;
              now_.cpu += taken / 2;
              log_.push_back(name);
            },
            nullptr, nullptr};
  }
  const std::vector<std::string>& log() const { return log_; }

 private:
  Moment now_;
  std::vector<std::string> log_;
};

std::atomic<bool> never_stop{false};

TEST(Measure, TakesTurnsAndBeginsEachRoundWithTheNext) {
  FakeTime time;
  std::vector<Candidate> candidates;
  for (const char* name : {"a", "b", "c"}) {
    candidates.push_back(time.Takes(name, [] { return 1.0; }));
  }
  Method method;
  method.rounds = 4;
  std::vector<double> shares;
  const auto timings = MeasureInTurns(candidates, method, time.MakeClock(), never_stop,
                                      [&](double share) { shares.push_back(share); });
  ASSERT_TRUE(timings.ok());
  EXPECT_THAT(time.log(), ElementsAre("a", "a", "b", "b", "c", "c",  // warm-up and trial
                                      "a", "b", "c", "b", "c", "a", "c", "a", "b", "a", "b", "c"));
  ASSERT_EQ(timings->size(), 3U);
  EXPECT_EQ(timings->at(1).name, "b");
  EXPECT_THAT(timings->at(1).wall, ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(timings->at(1).cpu, ElementsAre(0.5, 0.5, 0.5, 0.5));
  EXPECT_EQ(shares.size(), 15U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1);
}

TEST(Measure, RepeatsWhatIsShort) {
  FakeTime time;
  // Powers of two, so that sums are exact.
  const std::vector<Candidate> candidates = {time.Takes("short", [] { return 0.0625; }),
                                             time.Takes("long", [] { return 2.0; }),
                                             time.Takes("nothing", [] { return 0.0; })};
  Method method;
  method.rounds = 2;
  method.least_seconds = 0.5;
  const auto timings = MeasureInTurns(candidates, method, time.MakeClock(), never_stop, nullptr);
  ASSERT_TRUE(timings.ok());
  EXPECT_EQ(timings->at(0).repetitions, 8U);
  EXPECT_THAT(timings->at(0).wall, ElementsAre(0.0625, 0.0625));
  EXPECT_EQ(timings->at(1).repetitions, 1U);
  EXPECT_THAT(timings->at(1).wall, ElementsAre(2, 2));
  EXPECT_EQ(timings->at(2).repetitions, 100'000U);
}

TEST(Measure, ComparesAnswersBeforeAnythingIsTimed) {
  FakeTime time;
  std::vector<Candidate> candidates = {time.Takes("right", [] { return 1.0; }),
                                       time.Takes("wrong", [] { return 1.0; })};
  candidates[0].answer = candidates[0].twin = [] { return uint64_t{7}; };
  candidates[1].answer = [] { return uint64_t{7}; };
  candidates[1].twin = [] { return uint64_t{8}; };
  const auto timings = MeasureInTurns(candidates, {}, time.MakeClock(), never_stop, nullptr);
  ASSERT_FALSE(timings.ok());
  EXPECT_EQ(timings.status().kind(), ErrorKind::kInternal);
  EXPECT_THAT(timings.status().message(), HasSubstr("wrong: its result differs"));
  EXPECT_THAT(time.log(), IsEmpty());
}

TEST(Measure, Stops) {
  FakeTime time;
  std::atomic<bool> stop{false};
  int runs = 0;
  const std::vector<Candidate> candidates = {time.Takes("a", [&] {
    stop = ++runs == 3;
    return 1.0;
  })};
  const auto timings = MeasureInTurns(candidates, {}, time.MakeClock(), stop, nullptr);
  EXPECT_EQ(timings.status().kind(), ErrorKind::kCancelled);
  EXPECT_EQ(runs, 3);
}

TEST(Measure, ClocksGoForward) {
  const Moment begin = Now();
  Moment end = Now();
  while (end.cpu <= begin.cpu) end = Now();
  EXPECT_GT(end.wall, begin.wall);
}

TEST(Spread, ByHand) {
  const std::vector<double> odd = {5, 1, 9, 2, 3};
  const Spread spread = SpreadOf(odd);
  EXPECT_EQ(spread.median, 3);
  EXPECT_EQ(spread.deviation, 2);  // of 0 1 2 2 6
  EXPECT_EQ(spread.least, 1);
  EXPECT_EQ(spread.most, 9);
  const Spread even = SpreadOf(std::vector<double>{4, 1, 2, 10});
  EXPECT_EQ(even.median, 3);
  EXPECT_EQ(even.deviation, 1.5);  // of 1 1 2 7
  const Spread one = SpreadOf(std::vector<double>{4});
  EXPECT_EQ(one.median, 4);
  EXPECT_EQ(one.deviation, 0);
}

// P(Bin(n, 1/2) < k) <= 0.025: tables of the sign test.
TEST(Ratio, BoundsHaveTheRanksOfTheSignTest) {
  const struct {
    size_t values, rank;
  } known[] = {{1, 1},  {2, 1},  {5, 1},  {6, 1},  {8, 1},   {9, 2},   {11, 2},
               {12, 3}, {15, 4}, {20, 6}, {25, 8}, {50, 18}, {100, 40}};
  for (const auto& row : known) EXPECT_EQ(LowerRank(row.values), row.rank) << row.values;
}

TEST(Ratio, IsThatOfTheRounds) {
  // Slower by a tenth in every round, on a machine that gets slower and slower.
  std::vector<double> base, times;
  for (int round = 1; round <= 9; ++round) {
    base.push_back(round);
    times.push_back(1.1 * round);
  }
  const Ratio ratio = RatioOf(times, base);
  EXPECT_NEAR(ratio.median, 1.1, 1e-12);
  EXPECT_NEAR(ratio.low, 1.1, 1e-12);
  EXPECT_NEAR(ratio.high, 1.1, 1e-12);
  EXPECT_TRUE(ratio.resolved());
  EXPECT_FALSE(RatioOf(base, base).resolved());
  // Second and eighth of nine.
  const std::vector<double> ones(9, 1.0);
  const Ratio spread = RatioOf(std::vector<double>{9, 8, 7, 6, 5, 4, 3, 2, 1}, ones);
  EXPECT_EQ(spread.median, 5);
  EXPECT_EQ(spread.low, 2);
  EXPECT_EQ(spread.high, 8);
}

Timing TimingOf(std::string name, std::vector<double> seconds) {
  return {std::move(name), 1, seconds, seconds};
}

TEST(NoiseWarnings, NoneWhereTheRoundsAgree) {
  const std::vector<Timing> timings = {TimingOf("slow", {2, 2, 2.1, 2, 2, 2, 2, 2, 2}),
                                       TimingOf("fast", {1, 1, 1, 1.1, 1, 1, 1, 1, 1})};
  EXPECT_THAT(NoiseWarnings(timings), IsEmpty());
  EXPECT_THAT(NoiseWarnings(std::vector<Timing>()), IsEmpty());
}

TEST(NoiseWarnings, TellOfNeighboursThatMayBeEqual) {
  const std::vector<Timing> timings = {
      TimingOf("b", {1.02, 0.98, 1.03, 1.02, 0.97, 1.01, 1.02, 0.99, 1.02}),
      TimingOf("far", {3, 3, 3, 3, 3, 3, 3, 3, 3}), TimingOf("a", {1, 1, 1, 1, 1, 1, 1, 1, 1})};
  EXPECT_THAT(NoiseWarnings(timings),
              ElementsAre(AllOf(HasSubstr("9 rounds are too few to tell"),
                                HasSubstr(": a and b (0.980 to 1.020 times);"))));
}

TEST(NoiseWarnings, TellOfABusyMachine) {
  const std::vector<Timing> timings = {TimingOf("a", {1, 2, 3, 1, 2, 3, 1, 2, 3})};
  EXPECT_THAT(NoiseWarnings(timings), ElementsAre(HasSubstr(": a (by 50 %);")));
}

}  // namespace
}  // namespace mtgauge
