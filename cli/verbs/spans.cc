// mtgauge spans: how well programs find the errors that people marked.
#include "mtgauge/spans.h"

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {

Status RunSpans(const LowArgs& args, const Program& program) {
  return WriteAnswer<SpansRun>(args, program);
}

}  // namespace mtgauge
