// The rules of a plan, for any costs.
#include "bench/laboratory/measuring/plan.h"

#include <gtest/gtest.h>

namespace mtgauge {
namespace {

PlanCosts AnyCosts() {
  PlanCosts costs;
  costs.line_bytes = 100;
  costs.read_byte = 1e-10;
  costs.prepare_byte = 5e-10;
  costs.match_segment = 2e-7;
  costs.keep_segment = 3e-8;
  costs.draw_segment = 1e-10;
  costs.multiply_segment = 2e-11;
  costs.score_resample = 1e-7;
  costs.start = 0.01;
  costs.serial_share = 0.1;
  costs.row_bytes = 7;
  costs.columns = 10;
  return costs;
}

PlanJob AnyJob() {
  PlanJob job;
  job.segments = 1000000;
  job.systems = 2;
  return job;
}

TEST(Plan, AddsUpWhatOneThreadDoes) {
  const PlanPrediction plan = Predict(AnyJob(), AnyCosts());
  EXPECT_DOUBLE_EQ(plan.bytes, 3e8);
  EXPECT_DOUBLE_EQ(plan.score_seconds, 3e8 * 6e-10 + 2e6 * 2e-7);
  EXPECT_DOUBLE_EQ(plan.total_seconds, 0.01 + plan.score_seconds);
  EXPECT_EQ(plan.resample_seconds, 0);
  EXPECT_EQ(plan.disk_seconds, 0);
  EXPECT_FALSE(plan.waits_for_disk);
  EXPECT_DOUBLE_EQ(plan.memory_bytes, 14e6);
}

TEST(Plan, ResamplesCostTheirDrawsAndProducts) {
  PlanJob job = AnyJob();
  const double scores = Predict(job, AnyCosts()).score_seconds;
  job.resamples = 1000;
  const PlanPrediction plan = Predict(job, AnyCosts());
  EXPECT_DOUBLE_EQ(plan.resample_seconds, 1e9 * (1e-10 + 2 * 2e-11));
  EXPECT_DOUBLE_EQ(plan.score_seconds, scores + 2e6 * 3e-8);
  EXPECT_GT(plan.total_seconds, 0.01 + plan.score_seconds + plan.resample_seconds);
  EXPECT_GE(plan.memory_bytes, 14e6 + 2e6 * 7);
}

// One thread waits for the disk; several read while they work.
TEST(Plan, DisksAreReadBesideTheWorkOfSeveralThreads) {
  PlanJob job = AnyJob();
  job.disk_bytes_per_second = 3e8 / 2.0;
  const PlanPrediction one = Predict(job, AnyCosts());
  EXPECT_DOUBLE_EQ(one.disk_seconds, 2);
  EXPECT_GT(one.score_seconds, 2.0);
  EXPECT_TRUE(one.waits_for_disk);
  job.threads = 4;
  const PlanPrediction four = Predict(job, AnyCosts());
  EXPECT_DOUBLE_EQ(four.score_seconds, 2);
  EXPECT_TRUE(four.waits_for_disk);
  job.disk_bytes_per_second = 1e12;
  EXPECT_FALSE(Predict(job, AnyCosts()).waits_for_disk);
}

TEST(Plan, ShardsTakeEqualPartsAndMerge) {
  PlanJob job = AnyJob();
  job.segments = 1000001;
  job.resamples = 1000;
  const PlanPrediction whole = Predict(job, AnyCosts());
  job.shards = 4;
  const PlanPrediction shard = Predict(job, AnyCosts());
  EXPECT_DOUBLE_EQ(shard.bytes, 250001.0 * 3 * 100);
  EXPECT_LT(shard.total_seconds, whole.total_seconds);
  EXPECT_GT(shard.total_seconds, whole.total_seconds / 4);
  EXPECT_GT(shard.merge_seconds, 0);
  EXPECT_LT(shard.memory_bytes, whole.memory_bytes);
}

// All references are read and learnt from before anything is scored, by every shard.
TEST(Plan, WhatIsLearntFromReferencesTakesAReadingMore) {
  PlanJob job = AnyJob();
  const PlanPrediction without = Predict(job, AnyCosts());
  EXPECT_EQ(without.survey_seconds, 0);
  PlanCosts costs = AnyCosts();
  costs.survey_segment = 1e-7;
  costs.survey_bytes = 50;
  const PlanPrediction plan = Predict(job, costs);
  EXPECT_DOUBLE_EQ(plan.survey_seconds, 3e8 * 1e-10 + 1e6 * 1e-7);
  EXPECT_DOUBLE_EQ(plan.score_seconds, without.score_seconds);
  EXPECT_DOUBLE_EQ(plan.total_seconds, without.total_seconds + plan.survey_seconds);
  EXPECT_DOUBLE_EQ(plan.memory_bytes, without.memory_bytes + 5e7);

  job.disk_bytes_per_second = 3e8;
  EXPECT_DOUBLE_EQ(Predict(job, costs).survey_seconds, 1 + plan.survey_seconds);
  job.threads = 2;
  EXPECT_DOUBLE_EQ(Predict(job, costs).survey_seconds, 1);
  EXPECT_DOUBLE_EQ(Predict(job, costs).memory_bytes, Predict(job, AnyCosts()).memory_bytes + 7.5e7);

  job = AnyJob();
  job.shards = 4;
  const PlanPrediction shard = Predict(job, costs);
  EXPECT_DOUBLE_EQ(shard.survey_seconds, 1e8 * 1e-10 + 1e6 * 1e-7);
  EXPECT_DOUBLE_EQ(shard.memory_bytes, Predict(job, AnyCosts()).memory_bytes + 5e7);
}

TEST(Plan, SerialShareIsTheInverseOfSpeedUp) {
  for (const double share : {0.0, 0.01, 0.3, 1.0, 1.5}) {
    for (const uint32_t threads : {2u, 3u, 64u}) {
      EXPECT_NEAR(SerialShare(threads, SpeedUp(threads, share)), share, 1e-12);
    }
  }
  EXPECT_EQ(SpeedUp(1, 0.5), 1);
  EXPECT_EQ(SerialShare(2, 2.2), 0);           // noise made two threads more than twice as fast
  EXPECT_DOUBLE_EQ(SerialShare(2, 0.8), 1.5);  // slower than one
}

TEST(Plan, NothingTakesTheStartAlone) {
  PlanJob job = AnyJob();
  job.segments = 0;
  job.resamples = 10;
  const PlanPrediction plan = Predict(job, AnyCosts());
  EXPECT_EQ(plan.bytes, 0);
  EXPECT_EQ(plan.resample_seconds, 0);
  EXPECT_NEAR(plan.total_seconds, 0.01, 1e-4);
}

}  // namespace
}  // namespace mtgauge
