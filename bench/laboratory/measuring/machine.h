// The description of a machine and its load, to print with time measurements.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace mtgauge {

struct Machine {
  std::string cpu;              // the system's name for it; empty if unknown
  std::string instruction_set;  // that of the kernels in use, e.g. "avx512"
  uint32_t cores = 0;           // number that the process may use
  std::string governor;         // the first core's frequency governor; empty if it cannot be read
  std::optional<double> load;   // average over the last minute
};

// Return the memory that is available without swapping, and the peak memory of this process, in
// bytes; nullopt if the system does not report it. `root` is as in DescribeMachine().
std::optional<uint64_t> AvailableMemory(const std::string& root = "");
std::optional<uint64_t> PeakMemory(const std::string& root = "");
// Resets the peak memory to the current memory. Returns false if the system does not support it.
bool ForgetPeakMemory();

// Reads /proc and /sys below `root`. Fields that cannot be read stay empty.
Machine DescribeMachine(uint32_t cores, const std::string& root = "");

}  // namespace mtgauge
