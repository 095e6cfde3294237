// The schedule of a request.
#include "parallel/run/schedule.h"

namespace mtgauge {

Schedule MakeSchedule(const RunOptions& run) {
  Schedule schedule;
  schedule.threads = run.threads;
  schedule.stop = run.stop;
  schedule.alone = std::chrono::milliseconds(4);
  return schedule;
}

}  // namespace mtgauge
