// What is said of a machine, from files of the test's own.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/lab/machine.h"
#include "core/simd/kernels.h"
#include "tests/own_folder.h"

namespace mtgauge {
namespace {

TEST(Machine, IsWhatItsFilesSay) {
  const OwnFolder folder;
  for (const char* part : {"proc", "sys/devices/system/cpu/cpu0/cpufreq"}) {
    std::filesystem::create_directories(folder.Path(part));
  }
  folder.Write("proc/cpuinfo", "processor\t: 0\nmodel name\t: A CPU @ 3 GHz\nflags\t\t: fpu\n");
  folder.Write("proc/loadavg", "1.25 0.50 0.10 1/100 4242\n");
  folder.Write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  const Machine machine = DescribeMachine(3, folder.Path(""));
  EXPECT_EQ(machine.cpu, "A CPU @ 3 GHz");
  EXPECT_EQ(machine.governor, "powersave");
  EXPECT_EQ(machine.load, 1.25);
  EXPECT_EQ(machine.cores, 3U);
  EXPECT_EQ(machine.instruction_set, ActiveKernels().name);
}

TEST(Machine, LeavesOutWhatCannotBeRead) {
  const OwnFolder folder;
  const Machine machine = DescribeMachine(1, folder.Path(""));
  EXPECT_EQ(machine.cpu, "");
  EXPECT_EQ(machine.governor, "");
  EXPECT_FALSE(machine.load.has_value());
}

TEST(Machine, TellsMemoryWhereTheSystemDoes) {
  const OwnFolder folder;
  std::filesystem::create_directories(folder.Path("proc/self"));
  folder.Write("proc/meminfo", "MemTotal:       200 kB\nMemAvailable:   123 kB\n");
  folder.Write("proc/self/status", "Name:\ttest\nVmRSS:\t      77 kB\n");
  EXPECT_EQ(AvailableMemory(folder.Path("")), 123u * 1024);
  EXPECT_EQ(ResidentMemory(folder.Path("")), 77u * 1024);
  folder.Write("proc/meminfo", "MemAvailable: none\n");
  EXPECT_FALSE(AvailableMemory(folder.Path("")).has_value());
  EXPECT_FALSE(ResidentMemory(folder.Path("nowhere")).has_value());
}

}  // namespace
}  // namespace mtgauge
