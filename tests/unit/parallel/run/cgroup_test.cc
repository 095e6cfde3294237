// Limits of groups, from folders laid out as Linux does.
#include "parallel/run/cgroup.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

class Cgroup : public ::testing::Test {
 protected:
  void Put(const std::string& path, const std::string& text) const {
    const std::filesystem::path whole = root() + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text << '\n';
  }
  std::string root() const { return folder_.Path("root"); }
  uint32_t Cpus() const { return CpusOfGroup(root()); }

 private:
  OwnFolder folder_;
};

TEST_F(Cgroup, NoGroupsNoLimit) { EXPECT_EQ(Cpus(), UINT32_MAX); }

TEST_F(Cgroup, TheLeastOfTheGroupsAroundTheProcess) {
  Put("/proc/self/cgroup", "0::/a.slice/b.scope");
  EXPECT_EQ(Cpus(), UINT32_MAX);
  Put("/sys/fs/cgroup/a.slice/b.scope/cpu.max", "max 100000");
  EXPECT_EQ(Cpus(), UINT32_MAX);
  Put("/sys/fs/cgroup/a.slice/cpu.max", "450000 100000");
  EXPECT_EQ(Cpus(), 5U);
  Put("/sys/fs/cgroup/a.slice/b.scope/cpu.max", "200000 100000");
  EXPECT_EQ(Cpus(), 2U);
  Put("/sys/fs/cgroup/cpu.max", "5000 100000");  // at least one thread
  EXPECT_EQ(Cpus(), 1U);
}

TEST_F(Cgroup, AContainerSeesItsGroupAsTheRoot) {
  Put("/proc/self/cgroup", "0::/");
  Put("/sys/fs/cgroup/cpu.max", "300000 100000");
  EXPECT_EQ(Cpus(), 3U);
}

TEST_F(Cgroup, TheFirstVersionHasAMountForTheController) {
  Put("/proc/self/cgroup", "5:cpuset:/x\n4:cpu,cpuacct:/docker/1\n1:name=systemd:/x\n0::/");
  Put("/sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_quota_us", "-1");
  Put("/sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_period_us", "100000");
  EXPECT_EQ(Cpus(), UINT32_MAX);
  Put("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "150000");
  Put("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000");
  EXPECT_EQ(Cpus(), 2U);
}

TEST_F(Cgroup, TheMountOfTheControllerMayHaveAnotherName) {
  Put("/proc/self/cgroup", "4:cpuacct,cpu:/docker/1");
  Put("/sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_quota_us", "300000");
  Put("/sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_period_us", "100000");
  EXPECT_EQ(Cpus(), UINT32_MAX);
  std::filesystem::create_directory_symlink("cpu,cpuacct", root() + "/sys/fs/cgroup/cpu");
  EXPECT_EQ(Cpus(), 3U);
}

TEST_F(Cgroup, WhatCannotBeReadIsNoLimit) {
  Put("/proc/self/cgroup", "nonsense\n0::\n3:cpu\n0::/a");
  Put("/sys/fs/cgroup/a/cpu.max", "fast 100000");
  Put("/sys/fs/cgroup/cpu.max", "100000 0");
  EXPECT_EQ(Cpus(), UINT32_MAX);
}

}  // namespace
}  // namespace mtgauge
