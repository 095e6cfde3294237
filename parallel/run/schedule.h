// Options of how a run is executed, for any kind of input.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "core/input/shard.h"
#include "core/score/stages.h"
#include "mtgauge/options.h"

namespace mtgauge {

class JobChoice;

struct Schedule {
  uint32_t threads = 0;  // 0: all that are available to the process; 1: a plain loop, no graph
  uint32_t block_bytes = 256 << 10;
  uint32_t batch_segments = 1024;
  bool split_paragraphs = false;  // for sources: as in ReadLimits
  bool annotated = false;         // for sources: as in ReadLimits
  bool has_source_text = false;   // for sources: as in ReadLimits
  SegmentRange segments = {};     // for text in memory: the segments to read
  // Polled between tasks; set from a signal handler to stop early with a Cancelled error.
  const std::atomic<bool>* stop = nullptr;
  // How long one thread scores short files before it starts others, which takes as long as a short
  // job.
  std::chrono::microseconds alone{0};
  RunCounters* counters = nullptr;  // updated if not null
  StageTimes* stages = nullptr;     // updated if not null
  JobChoice* jobs = nullptr;        // null if the run's job scores all segments
};

// Returns the schedule of a request: its threads, and how it is stopped.
Schedule MakeSchedule(const RunOptions& run);

}  // namespace mtgauge
