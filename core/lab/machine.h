// What a machine is and what it is busy with, for whoever reads figures of time later.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace mtgauge {

struct Machine {
  std::string cpu;              // as the system calls it; empty: unknown
  std::string instruction_set;  // the kernels in use, "avx512"
  uint32_t cores = 0;           // that the process may use
  std::string governor;         // of the first core's frequency; empty: cannot be read
  std::optional<double> load;   // average of the last minute
};

// Memory that can be had without others being moved to a disk, and the most that this process has
// held, in bytes; nothing where the system does not tell. Below `root` as DescribeMachine().
std::optional<uint64_t> AvailableMemory(const std::string& root = "");
std::optional<uint64_t> PeakMemory(const std::string& root = "");
// From now on the most is counted anew, from what the process holds. False: the system does not.
bool ForgetPeakMemory();

// Reads /proc and /sys below `root`; what cannot be read is left out.
Machine DescribeMachine(uint32_t cores, const std::string& root = "");

}  // namespace mtgauge
