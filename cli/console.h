// What the program says on standard error. Only cli/ may speak; the library returns what it has to
// say.
#pragma once

#include <string>

namespace mtgauge {

// "mtgauge: warning: MESSAGE", always one line.
void PrintWarning(const std::string& message);
// "mtgauge: error: MESSAGE", always one line; called by main only.
void PrintError(const std::string& message);

}  // namespace mtgauge
