// How good the best candidates and the first ones are, in the form for programs.
#pragma once

#include <string>

#include "mtgauge/nbest.h"

namespace mtgauge {

std::string NbestJson(const NbestSummary& summary, const WriteOptions& options);

}  // namespace mtgauge
