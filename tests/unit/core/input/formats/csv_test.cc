// Tables with quotes, for any cut of their bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/unit/core/input/opened_columns.h"

namespace mtgauge {
namespace {

using test::Opened;
using test::ReadPieces;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr Role kSystem = Role::kSystem;

TEST(Csv, FieldsWithSeparatorsQuotesAndLineEnds) {
  const std::string csv =
      "\xEF\xBB\xBFid,\"hyp\",ref\r\n7,\"one, \"\"two\"\"\",\"a\r\nb\"\r\n\r\n8,5\" disk,\n9,\"\",\"\"\"\"";
  for (const uint32_t longest : {1U, 2U, 7U, 100U}) {
    const Opened hyp = ReadPieces("a.csv", csv, kSystem, "", longest);
    ASSERT_TRUE(hyp.status.ok()) << hyp.status;
    EXPECT_THAT(hyp.driven.lines[0], ElementsAre("one, \"two\"", "5\" disk", ""));
    EXPECT_THAT(hyp.driven.ids, ElementsAre("7", "8", "9"));
    EXPECT_THAT(hyp.driven.file_lines[0], ElementsAre(2, 5, 6));
    const Opened ref = ReadPieces("a.csv", csv, Role::kReference, "", longest);
    ASSERT_TRUE(ref.status.ok()) << ref.status;
    EXPECT_THAT(ref.driven.lines[0], ElementsAre("a\r\nb", "", "\""));
    EXPECT_THAT(ref.driven.missing[0], Each(0));
  }
}

TEST(Csv, TheMostFrequentOfFourSeparates) {
  for (const char separator : {',', ';', '\t', '|'}) {
    const std::string s(1, separator);
    const std::string csv = "\"a,;\t|\"" + s + "hyp" + s + "c\n1" + s + "x y" + s + "3\n";
    EXPECT_THAT(ReadPieces("a.csv", csv, kSystem, "").driven.lines[0], ElementsAre("x y")) << s;
  }
  // One column: an empty line is an empty text.
  EXPECT_THAT(ReadPieces("a.csv", "hyp\none\n\ntwo\n", kSystem, "").driven.lines[0],
              ElementsAre("one", "", "two"));
}

TEST(Csv, ColumnsByNumberHaveNoHeader) {
  EXPECT_THAT(ReadPieces("a.csv", "a,b c\n\"d\",\"e,f\"\n", kSystem, "2").driven.lines[0],
              ElementsAre("b c", "e,f"));
}

TEST(Csv, QuotesOfTablesWithTabsWhenAsked) {
  OpenOptions options = test::Choosing("hyp");
  options.input_format = "tsv-quoted";
  auto source = std::make_unique<test::PiecesSource>("a.tsv", "hyp\tn\n\"a\tb\"\t1\n", 3U, 3);
  const Opened opened =
      test::ReadColumns(OpenColumns(std::move(source), kSystem, options), kSystem, 8);
  EXPECT_THAT(opened.driven.lines[0], ElementsAre("a\tb"));
}

TEST(Csv, ErrorsNameFileLineAndRemedy) {
  EXPECT_EQ(
      test::ReadErrorOf("a.csv", "id,hyp\n1,\"x\ny\"\n2,\"z\n", kSystem),
      "a.csv:4: a quote at the beginning of a field is never closed; close it, and write quotes "
      "in a text twice; if each line is a segment, set `input-format` text");
  EXPECT_EQ(test::ReadErrorOf("a.csv", "id,hyp\n\"1\n\",\"x\"y\n", kSystem),
            "a.csv:3: text follows the quote that closes a field; write quotes in a text twice; if "
            "each line is a segment, set `input-format` text");
  EXPECT_THAT(test::ReadErrorOf("a.csv", "id\thyp\n1\t\"z\n", kSystem),
              HasSubstr("in a text twice; if quotes are text, set `input-format` tsv"));
  EXPECT_EQ(
      test::ReadErrorOf("a.csv", "id,hyp\n1,a, b\n", kSystem),
      "a.csv:2: 3 columns, but the first row has 2; put a text that contains the separator into "
      "quotes");
  EXPECT_THAT(test::ReadErrorOf("a.csv", "hyp,hyp\n1,2\n", kSystem),
              HasSubstr("the name 'hyp' is there twice"));
  EXPECT_THAT(test::ReadErrorOf("a.csv", std::string("\xFF\xFEr\0,\0b\0\n\0", 10), kSystem),
              HasSubstr("a.csv:1: the names of the columns are not UTF-8; this looks like UTF-16"));
  EXPECT_THAT(test::ReadErrorOf("a.csv", "id,text\n1,2\n", kSystem),
              HasSubstr("no column is called 'hyp'"));
  EXPECT_THAT(test::ReadErrorOf("a.csv", "a,b\n", kSystem, "3"),
              HasSubstr("2 columns, but column 3 was chosen"));
}

std::string Quoted(const std::string& field) {
  std::string quoted = "\"";
  for (const char c : field) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

// What is written is read, whatever the texts are and wherever the pieces end.
TEST(Csv, ReadsWhatRfc4180Writes) {
  constexpr std::string_view kBytes = "a\" ,;\n\r\t|";
  std::mt19937 random(1);
  for (int round = 0; round < 400; ++round) {
    std::string csv = "n,hyp,x\n";
    std::vector<std::string> texts(1 + random() % 9);
    for (std::string& text : texts) {
      for (size_t size = random() % 9; text.size() < size;)
        text += kBytes[random() % kBytes.size()];
      const bool needs = text.find_first_of("\",\n\r") != text.npos;
      csv += "1," + (needs || random() % 2 == 0 ? Quoted(text) : text) + ",\"\"\n";
    }
    const Opened opened = ReadPieces("a.csv", csv, kSystem, "", 1 + random() % 20);
    ASSERT_TRUE(opened.status.ok()) << opened.status << '\n' << csv;
    ASSERT_EQ(opened.driven.lines[0], texts) << csv;
  }
}

}  // namespace
}  // namespace mtgauge
