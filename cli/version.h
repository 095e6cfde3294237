// What `mtgauge --version` prints.
#pragma once

#include <string>

namespace mtgauge {

// One line, or all that a report of a problem needs.
std::string VersionText(bool verbose);

}  // namespace mtgauge
