// How a run goes about its work, whatever it scores.
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
  uint32_t threads = 0;  // 0: all that the process may use; 1: a plain loop, no graph
  uint32_t block_bytes = 256 << 10;
  uint32_t batch_segments = 1024;
  bool split_paragraphs = false;  // of sources: ReadLimits'
  bool annotated = false;         // likewise
  SegmentRange segments = {};     // of text in memory, which alone are read
  // Polled between tasks; set from a signal handler to stop early with a Cancelled error.
  const std::atomic<bool>* stop = nullptr;
  // How long one thread scores short files before it asks for others, which takes as long as a
  // short job.
  std::chrono::microseconds alone{0};
  RunCounters* counters = nullptr;  // added to, when not null
  StageTimes* stages = nullptr;     // likewise
  JobChoice* jobs = nullptr;        // null: the run's job scores all segments
};

}  // namespace mtgauge
