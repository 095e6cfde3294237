// Predicts the time and memory of a job from the measured costs of its steps.
//
// The model: every step has a fixed cost per unit of work, on one thread. Threads share the work of
// a stage except for a serial part (Amdahl, 1967). With several threads, the disk is read while
// others score; one thread does one after the other. Shards are separate machines that work in
// parallel; a merge adds up their sums. If metrics learn from all references before they score,
// every shard does so for itself, because rows of shards that learned different things could not be
// added up.
#pragma once

#include <cstdint>

namespace mtgauge {

struct PlanJob {
  uint64_t segments = 0;
  uint32_t references = 1, systems = 1;
  uint64_t resamples = 0;            // 0 for scores only
  uint32_t threads = 1;              // per shard
  double disk_bytes_per_second = 0;  // 0 if texts are already in memory
  uint32_t shards = 1;
};

// Costs in seconds of one thread, and in bytes.
struct PlanCosts {
  double line_bytes = 0;        // size of a segment in one stream
  double read_byte = 0;         // copying within memory, counting and splitting into batches
  double prepare_byte = 0;      // checking, tokenizing and looking for warnings
  double match_segment = 0;     // for one system: preparing references, making and adding a row
  double keep_segment = 0;      // for one system: keeping its row for resampling
  double draw_segment = 0;      // counts of a resample, per segment
  double multiply_segment = 0;  // product of the counts with one system's rows, per segment
  double score_resample = 0;    // scores from a resample's sums of one system
  double survey_segment = 0;    // learning from references before scoring; 0 if no metric does
  double start = 0;             // starting the program
  double serial_share = 0;      // of a stage's time on one thread; above 1 if threads slow it down
  double row_bytes = 0;         // one system's row, per segment
  double survey_bytes = 0;      // learned data, per segment of the measured texts
  uint32_t columns = 0;         // in a row
};

struct PlanPrediction {
  double bytes = 0;           // input of one shard
  double disk_seconds = 0;    // reading the input, without anything else
  double survey_seconds = 0;  // a first reading, if metrics need it; includes waits for the disk
  double score_seconds = 0;   // until all segments are scored; includes waits for the disk
  double resample_seconds = 0;
  double merge_seconds = 0;
  double total_seconds = 0;
  bool waits_for_disk = false;  // a faster disk would help
  // The peak memory of one shard. Assumes that learned data grows in proportion to the references,
  // although larger texts have fewer new n-grams.
  double memory_bytes = 0;
};

// Returns how many times as fast this many threads are as one.
double SpeedUp(uint32_t threads, double serial_share);
// Returns the serial share that explains the measured speed-up of `threads` (at least 2). Above 1
// if they took longer than one thread, which merging learned data can cause.
double SerialShare(uint32_t threads, double speed_up);

PlanPrediction Predict(const PlanJob& job, const PlanCosts& costs);

}  // namespace mtgauge
