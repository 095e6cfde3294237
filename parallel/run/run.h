// Scores the batches of a feed with workers: in a plain loop on one thread, or in a oneTBB flow
// graph of read, score and deliver on several, with bounded memory.
#pragma once

#include <vector>

#include "core/base/status.h"
#include "core/score/delivery.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "mtgauge/score.h"
#include "parallel/run/feed.h"
#include "parallel/run/schedule.h"

namespace mtgauge {

enum class Task { kSurvey, kScore };

struct RunResult {
  // For several jobs (Schedule::jobs), a combined report without scores.
  Report report;
  std::vector<Surveys> surveys;  // [job]; only for Task::kSurvey
};

// Runs a task over all batches. If there are several input errors, returns the one with the lowest
// record number, regardless of the threads. Exceptions (from lack of memory or from `sink`) are
// propagated when nothing is running any more.
Result<RunResult> RunJob(Task task, const Job& job, Feed& feed, const Schedule& schedule,
                         const Sink& sink);

}  // namespace mtgauge
