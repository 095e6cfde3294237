// METEOR with its stage of paraphrases, on cases worked out by hand, with the tests' own tables.
#include <gtest/gtest.h>

#include "core/contract/registry.h"
#include "tests/support/meteor_data.h"
#include "tests/support/own_folder.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

std::vector<int64_t> ScoreRow(const std::string& spec, const std::string& hyp,
                              const std::string& ref) {
  return test::ScorePair(spec, {ref}, hyp).rows.at(0);
}

std::string Spec(const std::string& table, const std::string& more = "") {
  return "meteor:data=" + test::MeteorData() + ",text=lower,para=" + table + more;
}

TEST(MeteorParaphrases, OfOneSegmentByHand) {
  const OwnFolder folder;
  const std::string table =
      folder.Write("table", "0.2\nin spite of this\nall the same\n0.1\nquite\nrather\n");
  // "is" is a function word; three words for four, one for one, and a table read in the other
  // direction.
  const auto row =
      ScoreRow(Spec(table), "all the same it is rather big", "in spite of this it is quite big");
  EXPECT_EQ(row[0], 7);
  EXPECT_EQ(row[1], 8);
  EXPECT_EQ(row[21], 7);
  EXPECT_EQ(row[22], 8);
  EXPECT_EQ(row[20], 0);            // all in one chunk
  EXPECT_EQ(row[16] + row[18], 4);  // of the fourth stage
  EXPECT_EQ(row[17] + row[19], 5);
  EXPECT_EQ(ScoreRow(Spec(table), "quite", "rather")[21], 1);
  // Without the table, and with a text that equals its reference.
  const auto same = ScoreRow(Spec(table, ",modules=ex+pa"), "quite so", "quite so");
  EXPECT_EQ(same[4] + same[6], 2);
  EXPECT_EQ(ScoreRow(Spec(table), "all the", "in spite of this")[21], 0);
}

TEST(MeteorParaphrases, AreNamed) {
  const OwnFolder folder;
  const std::string table = folder.Write("table", "0.2\na\nb\n");
  const auto made = MakeMetric(Spec(table), {}, {});
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->Equals(), "meteor-1.5");
  bool named = false;
  for (const auto& [key, value] : made->metric->SignatureKeys()) {
    named |= key == "paraphrases" && value.size() == 16;
    if (key == "weights") EXPECT_EQ(value, "1_0.6_0.8_0.6");
  }
  EXPECT_TRUE(named);
  for (const char* const more : {",modules=ex+st", ",modules=ex+pa+pa"}) {
    EXPECT_FALSE(MakeMetric(Spec(table, more), {}, {}).ok());
  }
  const auto without = MakeMetric("meteor:text=lower,modules=ex+pa,functions=none", {}, {});
  EXPECT_NE(without.status().message().find("para=FILE"), std::string::npos) << without.status();
}

}  // namespace
}  // namespace mtgauge
