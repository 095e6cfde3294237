// For tests that use a Worker directly.
#pragma once

#include "core/score/job.h"
#include "core/score/worker.h"

namespace mtgauge::test {

// Lets the job's metrics learn from the references of one batch, if they must and have not yet.
inline Status Learn(Job& job, Batch& batch) {
  if (!job.needs_survey()) return OkStatus();
  Worker worker(job);
  MTG_RETURN_IF_ERROR(worker.Observe(batch));
  job.Bind(worker.TakeSurveys());
  return OkStatus();
}

}  // namespace mtgauge::test
