// mtgauge latency: how long after the speech a system wrote its words.
#include "mtgauge/latency.h"

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {

Status RunLatency(const LowArgs& args, const Program& program) {
  return WriteAnswer<LatencyRun>(args, program);
}

}  // namespace mtgauge
