// Reads cgroup v2 (one file with quota and period) and v1 (two files). A container may see its own
// group as the root, or the path that its host knows, so every level is tried.
#include "parallel/run/cgroup.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <vector>

namespace mtgauge {
namespace {

// A file without a limit holds the word "max" (v2) or a quota of -1 (v1).
uint32_t Cpus(double quota, double period) {
  if (!(quota > 0) || !(period > 0)) return UINT32_MAX;
  return static_cast<uint32_t>(std::min(std::ceil(quota / period), double{UINT32_MAX}));
}

double ReadNumber(std::istream&& file) {
  double number = 0;
  return file >> number ? number : 0;
}

uint32_t CpusOfFolder(const std::string& folder, bool v2) {
  if (!v2) {
    return Cpus(ReadNumber(std::ifstream(folder + "/cpu.cfs_quota_us")),
                ReadNumber(std::ifstream(folder + "/cpu.cfs_period_us")));
  }
  std::ifstream file(folder + "/cpu.max");
  double quota = 0, period = 0;
  return file >> quota >> period ? Cpus(quota, period) : UINT32_MAX;
}

// Returns the least limit of the group at `path` and of the groups around it.
uint32_t CpusOfPath(const std::string& mount, std::string path, bool v2) {
  uint32_t least = UINT32_MAX;
  for (;; path.erase(path.rfind('/'))) {
    while (path.ends_with('/')) path.pop_back();
    least = std::min(least, CpusOfFolder(mount + path, v2));
    if (path.empty()) return least;
  }
}

// Returns where the groups of a line may be. Red Hat 7 lists "cpuacct,cpu" and calls the mount
// "cpu,cpuacct"; a link named "cpu" leads to it.
std::vector<std::string> MountsOf(const std::string& controllers) {
  if (controllers.empty()) return {""};
  if (controllers == "cpu") return {"/cpu"};
  return {"/" + controllers, "/cpu"};
}

}  // namespace

// A line is "0::/path" for v2, and "4:cpu,cpuacct:/path" for the controllers of a mount of v1.
uint32_t CpusOfGroup(const std::string& root) {
  uint32_t least = UINT32_MAX;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos || line[second + 1] != '/') continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool v2 = controllers.empty();
    if (!v2 && ("," + controllers + ",").find(",cpu,") == std::string::npos) continue;
    for (const std::string& mount : MountsOf(controllers)) {
      least =
          std::min(least, CpusOfPath(root + "/sys/fs/cgroup" + mount, line.substr(second + 1), v2));
    }
  }
  return least;
}

}  // namespace mtgauge
