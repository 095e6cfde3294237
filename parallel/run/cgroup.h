// The limits that Linux sets to the processor time of a group of processes: of a container, or of a
// service.
#pragma once

#include <cstdint>
#include <string>

namespace mtgauge {

// Returns the number of CPUs whose time this process's group and the groups around it may use,
// rounded up, or UINT32_MAX without a limit. `root` is the folder that holds /proc and /sys.
uint32_t CpusOfGroup(const std::string& root);

}  // namespace mtgauge
