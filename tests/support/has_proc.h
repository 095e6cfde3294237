// Returns true if /proc is mounted. Tests that open a descriptor by its name there, or examine a
// process, are skipped without it.
#pragma once

#include <unistd.h>

namespace mtgauge {

inline bool HasProc() { return access("/proc/self/stat", R_OK) == 0; }

}  // namespace mtgauge
