// Shards of a run from Slurm's variables.
#include "cli/flags/shards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>

namespace mtgauge {
namespace {

using testing::HasSubstr;

std::string Shown(const std::optional<Shard>& shard) {
  return shard ? std::to_string(shard->number) + '/' + std::to_string(shard->count) : "none";
}

class ShardOfArrayTest : public testing::Test {
 protected:
  using Tasks = std::map<std::string, std::string>;

  ~ShardOfArrayTest() override { Set({}); }

  static void Set(const Tasks& tasks) {
    for (const char* name : {"ID", "MIN", "MAX", "STEP", "COUNT"}) {
      const std::string variable = std::string("SLURM_ARRAY_TASK_") + name;
      const auto found = tasks.find(name);
      if (found == tasks.end()) {
        unsetenv(variable.c_str());
      } else {
        setenv(variable.c_str(), found->second.c_str(), 1);
      }
    }
  }
  static std::string Of(const Tasks& tasks) {
    Set(tasks);
    const auto shard = ShardOfArray();
    return shard.ok() ? Shown(*shard) : shard.status().message();
  }
};

TEST_F(ShardOfArrayTest, OutsideOfAnArray) {
  EXPECT_EQ(Of({}), "none");
  EXPECT_EQ(Of({{"ID", "3"}}), "none");
  EXPECT_EQ(Of({{"COUNT", "3"}}), "none");
  EXPECT_EQ(Of({{"ID", ""}, {"COUNT", ""}}), "none");
  EXPECT_EQ(Of({{"ID", "one"}, {"COUNT", "3"}}), "none");
}

TEST_F(ShardOfArrayTest, NumbersFromAnyFirst) {
  EXPECT_EQ(Of({{"ID", "1"}, {"MIN", "1"}, {"MAX", "16"}, {"COUNT", "16"}}), "1/16");
  EXPECT_EQ(Of({{"ID", "16"}, {"MIN", "1"}, {"MAX", "16"}, {"COUNT", "16"}}), "16/16");
  EXPECT_EQ(Of({{"ID", "0"}, {"MIN", "0"}, {"COUNT", "4"}}), "1/4");
  EXPECT_EQ(Of({{"ID", "3"}, {"COUNT", "4"}}), "4/4");
  EXPECT_EQ(Of({{"ID", "107"}, {"MIN", "100"}, {"COUNT", "10"}}), "8/10");
}

TEST_F(ShardOfArrayTest, Steps) {
  EXPECT_EQ(Of({{"ID", "10"}, {"MIN", "2"}, {"STEP", "4"}, {"COUNT", "3"}}), "3/3");
  EXPECT_EQ(Of({{"ID", "2"}, {"MIN", "2"}, {"STEP", "0"}, {"COUNT", "1"}}), "1/1");
  EXPECT_THAT(Of({{"ID", "3"}, {"MIN", "2"}, {"STEP", "4"}, {"COUNT", "3"}}), HasSubstr("task 3"));
}

TEST_F(ShardOfArrayTest, GapsAreRefused) {
  EXPECT_THAT(Of({{"ID", "9"}, {"MIN", "1"}, {"MAX", "9"}, {"COUNT", "3"}}),
              HasSubstr("number the tasks without gaps"));
  EXPECT_THAT(Of({{"ID", "0"}, {"MIN", "1"}, {"COUNT", "3"}}), HasSubstr("`shard`: task 0"));
  EXPECT_THAT(Of({{"ID", "1"}, {"COUNT", "0"}}), HasSubstr("of 0 tasks"));
}

}  // namespace
}  // namespace mtgauge
