// The forms of files of judgements, and what is refused in each.
#include "core/input/tables/judgement_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mtgauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Judgements = std::vector<JudgementTable::Judgement>;

JudgementTable Parse(const std::string& bytes) {
  absl::StatusOr<JudgementTable> table = ParseJudgementTable("f", bytes);
  EXPECT_TRUE(table.ok()) << table.status();
  return table.ok() ? *std::move(table) : JudgementTable();
}

std::string Refusal(const std::string& bytes) {
  const absl::StatusOr<JudgementTable> table = ParseJudgementTable("f", bytes);
  EXPECT_TRUE(absl::IsDataLoss(table.status()));
  return std::string(table.status().message());
}

std::vector<double> Scores(const JudgementTable& table, size_t criterion) {
  std::vector<double> scores;
  for (const auto& judgement : table.criteria[criterion].judgements) {
    scores.push_back(judgement.score);
  }
  return scores;
}

TEST(JudgementTable, RowsWithAnnotatorsAndCriteria) {
  for (const char separator : {'\t', ',', ' '}) {
    std::string bytes =
        "system|segment|rater|adequacy|note|fluency\n"
        "a|1|x|3|good|4\n"
        "a|1|y|2|so|None\n"
        "b|1|x|1|bad|2\n";
    for (char& c : bytes) c = c == '|' ? separator : c;
    const JudgementTable table = Parse(bytes);
    EXPECT_THAT(table.systems, ElementsAre("a", "b"));
    EXPECT_THAT(table.items, ElementsAre("1"));
    EXPECT_THAT(table.annotators, ElementsAre("x", "y"));
    ASSERT_EQ(table.criteria.size(), 2u);
    EXPECT_EQ(table.criteria[0].name, "adequacy");
    EXPECT_THAT(Scores(table, 0), ElementsAre(3, 2, 1));
    EXPECT_THAT(Scores(table, 1), ElementsAre(4, 2));
    EXPECT_FALSE(table.whole_systems);
    EXPECT_FALSE(table.numbered);
  }
}

TEST(JudgementTable, DirectAssessments) {
  const JudgementTable table = Parse("SYS SID RAW.SCR Z.SCR N \nA.1 7 95 1.5 4 \nB.2 7 90 -1 2 \n");
  EXPECT_THAT(table.systems, ElementsAre("A.1", "B.2"));
  ASSERT_EQ(table.criteria.size(), 2u);
  EXPECT_EQ(table.criteria[1].name, "Z.SCR");
  EXPECT_THAT(Scores(table, 1), ElementsAre(1.5, -1));
}

TEST(JudgementTable, RankingsOfSystems) {
  const JudgementTable table = Parse("71.9 0.126 944 1266 A.4 \n73.5 -0.1 1000 1339 B.12 \n");
  EXPECT_TRUE(table.whole_systems);
  EXPECT_THAT(table.systems, ElementsAre("A.4", "B.12"));
  EXPECT_EQ(table.criteria[0].name, "RAW.SCR");
  EXPECT_THAT(Scores(table, 1), ElementsAre(0.126, -0.1));
}

TEST(JudgementTable, ScoreFiles) {
  const JudgementTable systems = Parse("a\t1\nb\tNone\n");
  EXPECT_TRUE(systems.whole_systems);
  EXPECT_THAT(systems.systems, ElementsAre("a", "b"));
  EXPECT_THAT(Scores(systems, 0), ElementsAre(1));

  const JudgementTable segments = Parse("a\t1\na\tNone\nb\t3\nb\t4\n");
  EXPECT_FALSE(segments.whole_systems);
  EXPECT_TRUE(segments.numbered);
  EXPECT_THAT(segments.items, ElementsAre("1", "2"));
  EXPECT_THAT(Scores(segments, 0), ElementsAre(1, 3, 4));

  const JudgementTable columns = Parse("id\ta\tb\nx\t1\t2\ny\t3\t4\n");
  EXPECT_THAT(columns.items, ElementsAre("x", "y"));
  EXPECT_THAT(Scores(columns, 0), ElementsAre(1, 3, 2, 4));

  const JudgementTable json = Parse(R"({"a": [1, null], "b": [2, 3]})");
  EXPECT_THAT(json.systems, ElementsAre("a", "b"));
  EXPECT_THAT(Scores(json, 0), ElementsAre(1, 2, 3));

  const JudgementTable whole = Parse("model,score\na,1\nb,2\n");
  EXPECT_TRUE(whole.whole_systems);
  EXPECT_EQ(whole.criteria[0].name, "score");
}

TEST(JudgementTable, LinesThatNameASystemAreToldFromColumns) {
  EXPECT_TRUE(HasSystemOnEachLine("system\tid\tscore\na\t1\t2\n"));
  EXPECT_TRUE(HasSystemOnEachLine("id,model,score\n1,a,2\n"));
  EXPECT_TRUE(HasSystemOnEachLine("SYS SID RAW.SCR\na 1 2\n"));
  EXPECT_TRUE(HasSystemOnEachLine("90 1 2 3 a\n80 1 2 3 b\n"));
  EXPECT_FALSE(HasSystemOnEachLine(""));
  EXPECT_FALSE(HasSystemOnEachLine("1\n2\n"));
  EXPECT_FALSE(HasSystemOnEachLine("a\t1\nb\t2\n"));
  EXPECT_FALSE(HasSystemOnEachLine("id\ta\tb\nx\t1\t2\n"));
  EXPECT_FALSE(HasSystemOnEachLine("id\tsystem\tmodel\nx\t1\t2\n")) << "two systems' scores";
  EXPECT_FALSE(HasSystemOnEachLine("system\n1\n")) << "one system's scores";
  EXPECT_FALSE(HasSystemOnEachLine(R"({"system": [1, 2]})"));
}

TEST(JudgementTable, WhatIsRefused) {
  EXPECT_THAT(Refusal(""), HasSubstr("f: empty"));
  EXPECT_THAT(Refusal("\n \n"), HasSubstr("f: empty"));
  EXPECT_THAT(Refusal("system\tid\tscore\na\t1\n"),
              HasSubstr("f:2: 2 columns under a header of 3"));
  EXPECT_THAT(Refusal("system\tid\tword\na\t1\tx\n"), HasSubstr("no column of numbers"));
  EXPECT_THAT(Refusal("system\tid\tscore\na\t1\t2\na\t1\t3\n"),
              HasSubstr("'a' is scored twice on segment '1'"));
  EXPECT_THAT(Refusal("system\tid\trater\tscore\na\t1\tx\t2\na\t1\tx\t3\n"),
              HasSubstr("on segment '1' by 'x'"));
  EXPECT_THAT(Refusal("system\tscore\na\t1\na\t2\n"), HasSubstr("'a' is scored twice"));
  EXPECT_THAT(Refusal("id\ta\tb\nx\t1\t2\nx\t3\t4\n"), HasSubstr("'x' occurs twice"));
  EXPECT_THAT(Refusal("a\t1\nb\tx\n"), HasSubstr("f:2"));
}

}  // namespace
}  // namespace mtgauge
