// Names of groups by several fields.
#include "core/input/group_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mtgauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(GroupValues, FieldsStandBetweenCommas) {
  EXPECT_THAT(SplitFields(""), IsEmpty());
  EXPECT_THAT(SplitFields("lang"), ElementsAre("lang"));
  EXPECT_THAT(SplitFields("lang,,system"), ElementsAre("lang", "", "system"));
}

TEST(GroupValues, AFileTellsAllFieldsOrNone) {
  const std::vector<std::string> fields = {"lp", "doc_id", "system"};
  EXPECT_THAT(FindFields(fields, "system,lang"), ElementsAre("system", "lp"));
  EXPECT_THAT(FindFields(fields, "system,domain"), IsEmpty());
  EXPECT_THAT(FindFields(fields, ""), IsEmpty());
}

TEST(GroupValues, NamesComeApartAsTheyWerePutTogether) {
  const std::string_view values[] = {"en-de", "", "news, talk"};
  const std::string name = JoinValues(values);
  EXPECT_THAT(SplitValues(name, 3), ElementsAre("en-de", "", "news, talk"));
  EXPECT_EQ(GroupLabel(name, 3), "en-de, , news, talk");
  EXPECT_THAT(SplitValues("a\tb", 1), ElementsAre("a\tb")) << "one field has one value";
}

TEST(GroupValues, TablesAreCrossed) {
  const UnitTable a = ParseUnitTable("a", "x\ny\nx\nx\n", 0).value();
  const UnitTable b = ParseUnitTable("b", "1\n1\n2\n1\n", 0).value();
  const UnitTable both = CrossUnits({a, b});
  EXPECT_EQ(both.unit_of_segment, (std::vector<uint32_t>{0, 1, 2, 0}));
  EXPECT_EQ(both.names, (std::vector<std::string>{"x\t1", "y\t1", "x\t2"}));
  EXPECT_EQ(CrossUnits({b}).names, b.names);
}

}  // namespace
}  // namespace mtgauge
