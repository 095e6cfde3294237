// Batches of a feed through workers: a plain loop on one thread, a oneTBB flow graph of read, score
// and deliver on several, with bounded memory.
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
  // Of several jobs (Schedule::jobs) together, and then without scores.
  Report report;
  std::vector<Surveys> surveys;  // [job], of Task::kSurvey
};

// Of several input errors the one with the lowest record number is returned, whatever the threads.
// An exception (memory, or of `sink`) leaves this function when nothing is running any more.
absl::StatusOr<RunResult> RunJob(Task task, const Job& job, Feed& feed, const Schedule& schedule,
                                 const Sink& sink);

}  // namespace mtgauge
