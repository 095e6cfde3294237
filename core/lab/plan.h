// How long a job will take and how much memory, from what its steps were seen to cost.
//
// The model: every step costs so much per unit of work, on one thread. Threads share the work of a
// stage but for a part that stays serial (Amdahl, 1967). A disk is read while other threads score;
// one thread does one after the other. Shards are machines of their own that work side by side; a
// merge adds up their sums. What metrics learn from all references before they score, every shard
// learns by itself: rows of shards that learnt different things would not add up.
#pragma once

#include <cstdint>

namespace mtgauge {

struct PlanJob {
  uint64_t segments = 0;
  uint32_t references = 1, systems = 1;
  uint64_t resamples = 0;            // 0: scores alone
  uint32_t threads = 1;              // of each shard
  double disk_bytes_per_second = 0;  // 0: texts are in memory already
  uint32_t shards = 1;
};

// Seconds of one thread, and bytes.
struct PlanCosts {
  double line_bytes = 0;        // of a segment in one stream
  double read_byte = 0;         // into memory from memory, counted and cut into batches
  double prepare_byte = 0;      // checked, cut into tokens, looked at for warnings
  double match_segment = 0;     // of one system: references made ready, row extracted and added
  double keep_segment = 0;      // of one system: its row kept for resampling
  double draw_segment = 0;      // a resample's counts, per segment
  double multiply_segment = 0;  // and their product with one system's rows, per segment
  double score_resample = 0;    // a resample's sums of one system made scores
  double survey_segment = 0;    // references learnt from before scoring; 0: they are not
  double start = 0;             // of the program
  double serial_share = 0;      // of a stage's time on one thread; above 1: threads hinder it
  double row_bytes = 0;         // of one system, per segment
  double survey_bytes = 0;      // of what is learnt, per segment of the texts measured on
  uint32_t columns = 0;         // of a row
};

struct PlanPrediction {
  double bytes = 0;           // of input to one shard
  double disk_seconds = 0;    // reading them, whatever else is done meanwhile
  double survey_seconds = 0;  // a first reading, where metrics need it; waits for the disk included
  double score_seconds = 0;   // until every segment is scored, likewise
  double resample_seconds = 0;
  double merge_seconds = 0;
  double total_seconds = 0;
  bool waits_for_disk = false;  // a faster disk would help
  // The most that one shard holds. What is learnt from references is taken to grow as they do,
  // though of larger texts fewer n-grams are new.
  double memory_bytes = 0;
};

// How much faster so many threads are than one.
double SpeedUp(uint32_t threads, double serial_share);
// The serial share that makes `threads` (at least 2) as much faster as was seen. Above 1 where they
// took longer than one, as merging what each has learnt may.
double SerialShare(uint32_t threads, double speed_up);

PlanPrediction Predict(const PlanJob& job, const PlanCosts& costs);

}  // namespace mtgauge
