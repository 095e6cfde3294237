// The document or stratum of each segment.
#include "core/input/tables/unit_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using ::testing::HasSubstr;
using Units = std::vector<uint32_t>;
using Names = std::vector<std::string>;

TEST(UnitTable, NumbersByFirstAppearance) {
  const UnitTable table = ParseUnitTable("docs", "b\na\nb\nb\nc\na\n", 0).value();
  EXPECT_EQ(table.unit_of_segment, (Units{0, 1, 0, 0, 2, 1}));
  EXPECT_EQ(table.names, (Names{"b", "a", "c"}));
}

TEST(UnitTable, ChoosesAColumn) {
  const std::string_view text = "news\td1\r\nnews\td2\r\nchat\td2";
  EXPECT_EQ(ParseUnitTable("docs", text, 0).value().unit_of_segment, (Units{0, 0, 1}));
  EXPECT_EQ(ParseUnitTable("docs", text, 1).value().unit_of_segment, (Units{0, 1, 1}));
  EXPECT_EQ(ParseUnitTable("docs", text, 1).value().names, (Names{"d1", "d2"}));
}

TEST(UnitTable, NamesKeepTheirInnerSpaces) {
  EXPECT_EQ(ParseUnitTable("docs", " a b \n", 0).value().names, Names{"a b"});
}

TEST(UnitTable, SaysWhereANameIsMissing) {
  const auto error = [](std::string_view text, uint32_t column) {
    const Status status = ParseUnitTable("docs", text, column).status();
    EXPECT_EQ(status.kind(), ErrorKind::kInput);
    return status.message();
  };
  EXPECT_THAT(error("a\n\nb\n", 0), HasSubstr("docs:2: there is no name in column 1"));
  EXPECT_THAT(error("a\tx\nb\n", 1), HasSubstr("docs:2: there is no name in column 2"));
  EXPECT_THAT(error("", 0), HasSubstr("docs: empty"));
}

TEST(UnitTable, ReadsAFileWithAByteOrderMark) {
  const OwnFolder folder;
  const std::string path = folder.Write("units.txt",
                                        "\xEF\xBB\xBF"
                                        "d\nd\n");
  const UnitTable table = ReadUnitTable(path, 0).value();
  std::filesystem::remove(path);
  EXPECT_EQ(table.names, Names{"d"});
  EXPECT_EQ(table.unit_of_segment, (Units{0, 0}));
  EXPECT_EQ(ReadUnitTable(path, 0).status().kind(), ErrorKind::kIo);
}

}  // namespace
}  // namespace mtgauge
