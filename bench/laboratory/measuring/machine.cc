// Reads the description of a machine from /proc and /sys.
#include "bench/laboratory/measuring/machine.h"

#include <fstream>
#include <sstream>

#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

std::string FirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// Reads "model name : Some CPU". Machines other than x86 may have no such line.
std::string CpuName(const std::string& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

// Reads "Name:    123 kB" from a file of such lines.
std::optional<uint64_t> Kilobytes(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name + ':')) continue;
    std::istringstream value(line.substr(name.size() + 1));
    if (uint64_t kilobytes = 0; value >> kilobytes) return kilobytes * 1024;
  }
  return std::nullopt;
}

}  // namespace

std::optional<uint64_t> AvailableMemory(const std::string& root) {
  return Kilobytes(root + "/proc/meminfo", "MemAvailable");
}

std::optional<uint64_t> PeakMemory(const std::string& root) {
  return Kilobytes(root + "/proc/self/status", "VmHWM");
}

// See proc(5), clear_refs.
bool ForgetPeakMemory() {
  std::ofstream file("/proc/self/clear_refs");
  return static_cast<bool>(file << 5 << std::flush);
}

Machine DescribeMachine(uint32_t cores, const std::string& root) {
  Machine machine;
  machine.cpu = CpuName(root + "/proc/cpuinfo");
  machine.instruction_set = ActiveKernels().name;
  machine.cores = cores;
  machine.governor = FirstLine(root + "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  double load = 0;
  if (std::ifstream file(root + "/proc/loadavg"); file >> load) machine.load = load;
  return machine;
}

}  // namespace mtgauge
