// The description of a machine, from the test's own files.
#include "bench/laboratory/measuring/machine.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <filesystem>

#include "core/simd/kernels.h"
#include "tests/support/own_folder.h"

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
  folder.Write("proc/self/status", "Name:\ttest\nVmHWM:\t      77 kB\nVmRSS:\t      66 kB\n");
  EXPECT_EQ(AvailableMemory(folder.Path("")), 123u * 1024);
  EXPECT_EQ(PeakMemory(folder.Path("")), 77u * 1024);
  folder.Write("proc/meminfo", "MemAvailable: none\n");
  EXPECT_FALSE(AvailableMemory(folder.Path("")).has_value());
  EXPECT_FALSE(PeakMemory(folder.Path("nowhere")).has_value());
}

TEST(Machine, ForgetsThePeak) {
  if (!ForgetPeakMemory() || !PeakMemory()) GTEST_SKIP() << "the system tells no peak";
  constexpr size_t kBytes = size_t{64} << 20;
  const uint64_t before = *PeakMemory();
  void* const pages =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  std::memset(pages, 1, kBytes);
  munmap(pages, kBytes);
  EXPECT_GE(*PeakMemory(), before + kBytes / 2);
  ASSERT_TRUE(ForgetPeakMemory());
  EXPECT_LT(*PeakMemory(), before + kBytes / 2);
}

}  // namespace
}  // namespace mtgauge
