// The scores of the best and of the first candidates, in a format for programs.
#pragma once

#include <string>

#include "mtgauge/nbest.h"

namespace mtgauge {

std::string NbestJson(const NbestSummary& summary, const WriteOptions& options);

}  // namespace mtgauge
