// Tables of one segment per line, for any cut of their bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random_text.h"
#include "tests/unit/core/input/opened_columns.h"

namespace mtgauge {
namespace {

using test::Opened;
using test::ReadPieces;
using testing::Each;
using testing::ElementsAre;

TEST(Tsv, ColumnsByNameAndByNumber) {
  const std::string tsv = "\xEF\xBB\xBFid\tref\thyp\tdoc\r\n7\tone two\tone\tn\r\n8\t\ttwo\tn";
  for (const uint32_t longest : {1U, 2U, 7U, 100U}) {
    const Opened named = ReadPieces("a.tsv", tsv, Role::kReference, "", longest);
    ASSERT_TRUE(named.status.ok()) << named.status;
    EXPECT_THAT(named.driven.lines[0], ElementsAre("one two", ""));
    EXPECT_THAT(named.driven.missing[0], Each(0));
    EXPECT_THAT(named.driven.ids, ElementsAre("7", "8"));
    EXPECT_THAT(named.driven.documents, ElementsAre("n", "n"));
    EXPECT_THAT(named.driven.file_lines[0], ElementsAre(2, 3));

    // The first line is a segment if the column is chosen by its number.
    const Opened third = ReadPieces("text", tsv, Role::kSystem, "3", longest);
    ASSERT_TRUE(third.status.ok()) << third.status;
    EXPECT_THAT(third.driven.lines[0], ElementsAre("hyp", "one", "two"));
    EXPECT_THAT(third.driven.ids, Each(""));
    EXPECT_THAT(third.names, ElementsAre(""));
  }
  EXPECT_THAT(ReadPieces("a.tsv", tsv, Role::kSystem, "doc").driven.lines[0],
              ElementsAre("n", "n"));
  EXPECT_THAT(ReadPieces("a.tsv", tsv, Role::kSystem, "doc").names, ElementsAre("doc"));
  EXPECT_THAT(ReadPieces("a.tsv", "\"a\tb\"\n", Role::kSystem, "1").driven.lines[0],
              ElementsAre("\"a"));
  EXPECT_TRUE(ReadPieces("a.tsv", "", Role::kSystem, "x").driven.lines[0].empty());
}

TEST(Tsv, ErrorsNameFileAndLine) {
  EXPECT_EQ(test::ReadErrorOf("a.tsv", "a\tb\nc\n", Role::kSystem, "2"),
            "a.tsv:2: 1 column, but column 2 was chosen; separate columns by one tab");
  EXPECT_EQ(
      test::ReadErrorOf("a.tsv", "a\tb\n1\t2\n1\t2\t3\n", Role::kSystem, "b"),
      "a.tsv:3: 3 columns, but line 1 names 2; separate columns by one tab, and remove tabs from "
      "texts");
  EXPECT_EQ(test::ReadErrorOf("a.tsv", "a\tb\n", Role::kSystem, "c"),
            "a.tsv:1: no column is called 'c'; name a column of this line, as in a.tsv:NAME (there "
            "are 'a', 'b'), or give its number if this line is a segment");
  EXPECT_EQ(test::ReadErrorOf("a.tsv", "a\tb\tb\n", Role::kSystem, "b"),
            "a.tsv:1: the name 'b' is there twice; give the columns different names");
  EXPECT_EQ(test::ReadErrorOf("a.tsv", "a\tb\n", Role::kSystem, "0"),
            "a.tsv: there is no column 0; count columns from 1");
}

// Cells of random lengths, empty ones, some with the bytes near those that end cells, and rows
// longer than what is marked at once, compared with the cells themselves.
TEST(Tsv, RandomRowsForAnyCut) {
  test::RandomText random(23);
  std::string tsv = "a\tb\tc\n";
  std::vector<std::string> cells[3];
  for (int row = 0; row < 2'000; ++row) {
    for (size_t c = 0; c < 3; ++c) {
      const bool is_long = random.Below(500) == 0;
      std::string cell =
          random.Bytes(random.Below(4) == 0 ? 0 : random.Below(is_long ? 100'000 : 90));
      std::erase_if(cell, [](char byte) { return byte == '\t' || byte == '\n' || byte == '\r'; });
      if (random.Below(9) == 0) cell += "\x08\x0B";
      tsv += cell + (c < 2 ? "\t" : row % 3 == 0 ? "\r\n" : "\n");
      cells[c].push_back(std::move(cell));
    }
  }
  OpenOptions options;
  options.input_format = "tsv";
  for (const uint32_t longest : {100U, 20'000U, 1'000'000U}) {
    for (size_t c = 0; c < 3; ++c) {
      options.column = std::string(1, static_cast<char>('a' + c));
      const Opened opened = test::ReadColumns(
          OpenColumns(std::make_unique<test::PiecesSource>("t.tsv", tsv, longest, 3),
                      Role::kReference, options),
          Role::kReference, longest + 1);
      ASSERT_TRUE(opened.status.ok()) << opened.status;
      ASSERT_EQ(opened.driven.lines[0], cells[c]) << longest;
      EXPECT_EQ(opened.driven.file_lines[0].back(), cells[c].size() + 1);
    }
  }
}

}  // namespace
}  // namespace mtgauge
