// Names of metrics in columns and keys.
#pragma once

#include <string>
#include <vector>

#include "core/score/job.h"

namespace mtgauge {

// Returns one name per metric, independent of the others in the job: its title if that identifies
// the metric, as BLEU and chrF2++ do, or else its spec.
std::vector<std::string> MetricLabels(const Job& job);

}  // namespace mtgauge
