// Score files of other programs in all their formats, and errors in invalid ones.
#include "core/input/tables/score_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "core/input/tables/text_file.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using ::testing::HasSubstr;
using Names = std::vector<std::string>;
using Scores = std::vector<std::vector<double>>;

// Returns the table, with -99 for missing scores, so that it can be compared.
ScoreTable Parse(std::string_view text) {
  Result<ScoreTable> table = ParseScoreTable("scores", text);
  if (!table.ok()) {
    ADD_FAILURE() << table.status();
    return {};
  }
  for (std::vector<double>& scores : table->scores) {
    for (double& score : scores) score = std::isnan(score) ? -99 : score;
  }
  return *std::move(table);
}

std::string ErrorOf(std::string_view text) {
  const Status status = ParseScoreTable("scores", text).status();
  EXPECT_EQ(status.kind(), ErrorKind::kInput) << text;
  return status.message();
}

TEST(ScoreTable, NumbersAlone) {
  const ScoreTable table = Parse("0.5\r\n -1e-3 \r\nNone\nnan\n\n7");
  EXPECT_EQ(table.systems, Names{""});
  EXPECT_EQ(table.scores, (Scores{{0.5, -0.001, -99, -99, -99, 7}}));
  EXPECT_TRUE(table.ids.empty());
  EXPECT_EQ(Parse("3\n").scores, (Scores{{3}}));
}

TEST(ScoreTable, ColumnsUnderAHeader) {
  const ScoreTable plain = Parse("sysA\tsys B\n1\t2\n3\tNone\n");
  EXPECT_EQ(plain.systems, (Names{"sysA", "sys B"}));
  EXPECT_EQ(plain.scores, (Scores{{1, 3}, {2, -99}}));
  EXPECT_TRUE(plain.ids.empty());
  for (const std::string title : {"id", "Segment", "seg_id", "#"}) {
    const ScoreTable with_ids = Parse(title + "\tA\tB\r\nx.1\t1\t2\r\nx.2\t\t4\r\n");
    EXPECT_EQ(with_ids.systems, (Names{"A", "B"})) << title;
    EXPECT_EQ(with_ids.scores, (Scores{{1, -99}, {2, 4}})) << title;
    EXPECT_EQ(with_ids.ids, (Names{"x.1", "x.2"})) << title;
  }
  // A system may be called by a number.
  EXPECT_EQ(Parse("id\t1\n1\t0.5\n2\t0.7\n").systems, Names{"1"});
}

TEST(ScoreTable, CommasAsInCsv) {
  const ScoreTable table = Parse("id,\"sys, A\",\"B \"\"2\"\"\"\nx.1,1, 2\n\"x,2\",,4\n");
  EXPECT_EQ(table.systems, (Names{"sys, A", "B \"2\""}));
  EXPECT_EQ(table.scores, (Scores{{1, -99}, {2, 4}}));
  EXPECT_EQ(table.ids, (Names{"x.1", "x,2"}));
  EXPECT_EQ(Parse("B,0.1\nA,None\nB,0.2\nA,0.4\n").scores, (Scores{{0.1, 0.2}, {-99, 0.4}}));
  // In a table with tabs, commas are text.
  EXPECT_EQ(Parse("sys,A\tB\n1\t2\n").systems, (Names{"sys,A", "B"}));
  EXPECT_THAT(ErrorOf("A,B\n1,2\n3\n"), HasSubstr("scores:3: 1 column, but the header has 2"));
}

TEST(ScoreTable, SystemAndScoreALine) {
  const ScoreTable table = Parse("B\t0.1\nA\tNone\nB\t0.2\nA\t0.4\n");
  EXPECT_EQ(table.systems, (Names{"B", "A"}));
  EXPECT_EQ(table.scores, (Scores{{0.1, 0.2}, {-99, 0.4}}));
  EXPECT_EQ(Parse("only\t0.5\n").systems, Names{"only"});
}

TEST(ScoreTable, CometJson) {
  const ScoreTable table = Parse(R"({
    "a.txt": [{"src": "x", "mt": "y", "COMET": 0.5}, {"COMET": null}],
    "b.txt": [{"COMET": 1, "score": 3}, {"score": 0.25}]})");
  EXPECT_EQ(table.systems, (Names{"a.txt", "b.txt"}));
  EXPECT_EQ(table.scores, (Scores{{0.5, -99}, {1, 0.25}}));
  EXPECT_EQ(Parse("[0.5, null, 2]").scores, (Scores{{0.5, -99, 2}}));
  EXPECT_EQ(Parse("\n [{\"COMET\": 4}]").systems, Names{""});
  EXPECT_EQ(Parse("{\"s\": [1, 2]}").scores, (Scores{{1, 2}}));
}

TEST(ScoreTable, SaysWhatIsNoScore) {
  EXPECT_THAT(ErrorOf("0.5\ninf\n"), HasSubstr("scores:2: 'inf' is not a score"));
  EXPECT_THAT(ErrorOf("0.5\n1e999\n"), HasSubstr("scores:2: '1e999' is not"));
  EXPECT_THAT(ErrorOf("0,5\n"), HasSubstr("scores:1: '0,5' is not"));
  EXPECT_THAT(ErrorOf("0.5 0.6\n"), HasSubstr("scores:1: '0.5 0.6' is not"));
  EXPECT_THAT(ErrorOf("0.5\n0.6\t0.7\n"), HasSubstr("scores:2:"));
  EXPECT_THAT(ErrorOf("A\tB\n1\t2\n3\tx\n"), HasSubstr("scores:3: 'x' in column 'B' is not"));
  EXPECT_THAT(ErrorOf("A\t1\nA\t-inf\n"), HasSubstr("scores:2: '-inf' is not"));
  EXPECT_THAT(ErrorOf("{\"A\": [1, \"x\"]}"), HasSubstr("segment 2 of 'A' has no score"));
  EXPECT_THAT(ErrorOf("[{\"BLEU\": 1}]"), HasSubstr("segment 1 of '' has no score"));
  // A field of any length makes a message of one line.
  EXPECT_LT(ErrorOf(std::string(100000, 'x')).size(), 200u);
}

TEST(ScoreTable, SaysWhatIsMissingInTheTable) {
  EXPECT_THAT(ErrorOf(""), HasSubstr("scores: empty"));
  EXPECT_THAT(ErrorOf("\r\n\n"), HasSubstr("scores: empty"));
  EXPECT_THAT(ErrorOf("A\tB\n"), HasSubstr("scores: there are no scores"));
  EXPECT_THAT(ErrorOf("id\nx\n"), HasSubstr("scores:1: 'id' is not"));
  EXPECT_THAT(ErrorOf("A\tB\n1\t2\n3\n"), HasSubstr("scores:3: 1 column, but the header has 2"));
  EXPECT_THAT(ErrorOf("A\t\n\t\n"), HasSubstr("scores:2: the line is not a system"));
  EXPECT_THAT(ErrorOf("A\t1\nB\t2\nA\t3\n"), HasSubstr("'B' has 1 score but 'A' has 2"));
  EXPECT_THAT(ErrorOf("{\"A\": [1, 2], \"B\": [1]}"), HasSubstr("'B' has 1 score but 'A' has 2"));
  EXPECT_THAT(ErrorOf("A\tA\n1\t2\n"), HasSubstr("two systems are called 'A'"));
  EXPECT_THAT(ErrorOf("A\tB\t\n1\t2\t3\n"), HasSubstr("system 3 has no name"));
  EXPECT_THAT(ErrorOf("{}"), HasSubstr("no scores"));
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("no scores"));
}

TEST(ScoreTable, SaysWhatTheFormLacks) {
  EXPECT_THAT(ErrorOf("1\t2\n3\t4\n"), HasSubstr("scores:1: the columns have no names"));
  EXPECT_THAT(ErrorOf("doc.1\t0.5\ndoc.2\t0.7\n"),
              HasSubstr("every line names a different system"));
  EXPECT_THAT(ErrorOf("{\"A\": 1}"), HasSubstr("'A' is not a list"));
  EXPECT_THAT(ErrorOf("[1, NaN]"), HasSubstr("scores: not valid JSON"));
  EXPECT_THAT(ErrorOf("{\"A\": [1"), HasSubstr("scores: not valid JSON"));
}

TEST(ScoreTable, AnyBytesGiveATableOrAnError) {
  std::mt19937_64 random(1);
  constexpr std::string_view kPieces[] = {"0.5", "\t", "\n", "A",  "None", "{",    "}", "[", "]",
                                          "\"",  ":",  ",",  "\r", "id",   "\xFF", " ", "B", "1"};
  size_t tables = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (uint64_t left = random() % 12; left > 0; --left) {
      text += kPieces[random() % std::size(kPieces)];
    }
    const Result<ScoreTable> table = ParseScoreTable("scores", text);
    if (!table.ok()) continue;
    ++tables;
    ASSERT_EQ(table->scores.size(), table->systems.size()) << text;
    ASSERT_FALSE(table->scores.empty()) << text;
    for (const std::vector<double>& scores : table->scores) {
      ASSERT_EQ(scores.size(), table->scores[0].size()) << text;
      ASSERT_FALSE(scores.empty()) << text;
    }
  }
  EXPECT_GT(tables, 100u);
}

TEST(ScoreTable, ReadsAFileOfAnySize) {
  const OwnFolder folder;
  const std::string path = folder.Path("scores.txt");
  constexpr size_t kLines = 300000;  // more than one block
  {
    std::ofstream file(path, std::ios::binary);
    file << "\xEF\xBB\xBF";
    for (size_t i = 0; i < kLines; ++i) file << i << ".25\n";
  }
  const ScoreTable table = ParseScoreTable(path, ReadTextFile(path).value()).value();
  std::filesystem::remove(path);
  ASSERT_EQ(table.scores[0].size(), kLines);
  for (size_t i = 0; i < kLines; ++i) ASSERT_EQ(table.scores[0][i], static_cast<double>(i) + 0.25);
}

}  // namespace
}  // namespace mtgauge
