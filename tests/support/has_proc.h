// Whether /proc is mounted. Tests that open a descriptor by its name there, or look at a process,
// skip where it is not.
#pragma once

#include <unistd.h>

namespace mtgauge {

inline bool HasProc() { return access("/proc/self/stat", R_OK) == 0; }

}  // namespace mtgauge
