// What columns and keys call the metrics of a job.
#pragma once

#include <string>
#include <vector>

#include "core/score/job.h"

namespace mtgauge {

// One name per metric of the job, whichever others there are: its title where that says all, as
// BLEU and chrF2++ do, or else its spec.
std::vector<std::string> MetricLabels(const Job& job);

}  // namespace mtgauge
