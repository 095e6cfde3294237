// The program without laboratories names those that mtgauge-bench has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "bench/laboratory/bench.h"
#include "cli/flags/command.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

TEST(BenchVerb, NamesEveryLaboratory) {
  std::vector<std::string_view> names;
  for (const Laboratory& laboratory : Laboratories()) names.push_back(laboratory.name);
  EXPECT_EQ(VerbOf({"bench"})->words(), names);
}

}  // namespace
}  // namespace mtgauge
