// The formats of files of judgements, and the errors in each.
#include "core/input/tables/judgement_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Judgements = std::vector<JudgementTable::Judgement>;

JudgementTable ParseJudgements(const std::string& bytes) {
  Result<JudgementTable> table = ParseJudgementTable("f", bytes);
  EXPECT_TRUE(table.ok()) << table.status();
  return table.ok() ? *std::move(table) : JudgementTable();
}

std::string Refusal(const std::string& bytes) {
  const Result<JudgementTable> table = ParseJudgementTable("f", bytes);
  EXPECT_TRUE(table.status().kind() == ErrorKind::kInput);
  return table.status().message();
}

std::vector<double> ScoresOf(const JudgementTable& table, size_t criterion) {
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
    const JudgementTable table = ParseJudgements(bytes);
    EXPECT_THAT(table.systems, ElementsAre("a", "b"));
    EXPECT_THAT(table.items, ElementsAre("1"));
    EXPECT_THAT(table.annotators, ElementsAre("x", "y"));
    ASSERT_EQ(table.criteria.size(), 2u);
    EXPECT_EQ(table.criteria[0].name, "adequacy");
    EXPECT_THAT(ScoresOf(table, 0), ElementsAre(3, 2, 1));
    EXPECT_THAT(ScoresOf(table, 1), ElementsAre(4, 2));
    EXPECT_FALSE(table.whole_systems);
    EXPECT_FALSE(table.numbered);
  }
}

TEST(JudgementTable, DirectAssessments) {
  const JudgementTable table =
      ParseJudgements("SYS SID RAW.SCR Z.SCR N \nA.1 7 95 1.5 4 \nB.2 7 90 -1 2 \n");
  EXPECT_THAT(table.systems, ElementsAre("A.1", "B.2"));
  ASSERT_EQ(table.criteria.size(), 2u);
  EXPECT_EQ(table.criteria[1].name, "Z.SCR");
  EXPECT_THAT(ScoresOf(table, 1), ElementsAre(1.5, -1));
}

TEST(JudgementTable, RankingsOfSystems) {
  const JudgementTable table =
      ParseJudgements("71.9 0.126 944 1266 A.4 \n73.5 -0.1 1000 1339 B.12 \n");
  EXPECT_TRUE(table.whole_systems);
  EXPECT_THAT(table.systems, ElementsAre("A.4", "B.12"));
  EXPECT_EQ(table.criteria[0].name, "RAW.SCR");
  EXPECT_THAT(ScoresOf(table, 1), ElementsAre(0.126, -0.1));
}

TEST(JudgementTable, ScoreFiles) {
  const JudgementTable systems = ParseJudgements("a\t1\nb\tNone\n");
  EXPECT_TRUE(systems.whole_systems);
  EXPECT_THAT(systems.systems, ElementsAre("a", "b"));
  EXPECT_THAT(ScoresOf(systems, 0), ElementsAre(1));

  const JudgementTable segments = ParseJudgements("a\t1\na\tNone\nb\t3\nb\t4\n");
  EXPECT_FALSE(segments.whole_systems);
  EXPECT_TRUE(segments.numbered);
  EXPECT_THAT(segments.items, ElementsAre("1", "2"));
  EXPECT_THAT(ScoresOf(segments, 0), ElementsAre(1, 3, 4));

  const JudgementTable columns = ParseJudgements("id\ta\tb\nx\t1\t2\ny\t3\t4\n");
  EXPECT_THAT(columns.items, ElementsAre("x", "y"));
  EXPECT_THAT(ScoresOf(columns, 0), ElementsAre(1, 3, 2, 4));

  const JudgementTable json = ParseJudgements(R"({"a": [1, null], "b": [2, 3]})");
  EXPECT_THAT(json.systems, ElementsAre("a", "b"));
  EXPECT_THAT(ScoresOf(json, 0), ElementsAre(1, 2, 3));

  const JudgementTable whole = ParseJudgements("model,score\na,1\nb,2\n");
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
  EXPECT_TRUE(HasSystemOnEachLine(R"({"system": "A", "segment": 1, "score": 2})"));
  EXPECT_TRUE(HasSystemOnEachLine(R"({"document_id": "d", "metric_scores": {"X": [1]}})"));
  EXPECT_FALSE(HasSystemOnEachLine("{"));
}

TEST(JudgementTable, ScoresByDocument) {
  const std::string text =
      R"({"language_pair": "en-cs", "domain": "news", "document_id": "d", "metric_scores": {"X": [-1, null], "Y": [3, 4.5]}}
{"language_pair": "en-cs", "domain": "chat", "document_id": "e", "metric_scores": {"X": [-2]}}
{"language_pair": "en-ja", "domain": "news", "document_id": "d", "metric_scores": {"X": []}}
{"language_pair": "en-is", "domain": "news", "document_id": "d", "metric_scores": {"X": [0]}}
)";
  const auto tables = ParseJudgementTables("wmt25/Kiln.v2.jsonl", text);
  ASSERT_TRUE(tables.ok()) << tables.status();
  ASSERT_EQ(tables->size(), 2u) << "en-ja has no score";
  const JudgementTable& table = tables->front();
  EXPECT_EQ(table.language_pair, "en-cs");
  EXPECT_THAT(table.systems, ElementsAre("Kiln.v2"));
  EXPECT_THAT(table.items, ElementsAre("d:1", "d:2", "e:1"));
  EXPECT_THAT(table.documents, ElementsAre("d", "d", "e"));
  EXPECT_THAT(table.domains, ElementsAre("news", "news", "chat"));
  ASSERT_EQ(table.criteria.size(), 2u);
  EXPECT_EQ(table.criteria[0].name, "X");
  EXPECT_THAT(ScoresOf(table, 0), ElementsAre(-1, -2));
  ASSERT_EQ(table.criteria[0].gaps.size(), 1u);
  EXPECT_EQ(table.criteria[0].gaps[0].item, 1u);
  EXPECT_EQ(table.criteria[0].gaps[0].line, 1u);
  EXPECT_THAT(ScoresOf(table, 1), ElementsAre(3, 4.5));
  EXPECT_THAT(table.criteria[1].lines, ElementsAre(1, 1));
}

TEST(JudgementTable, IdsWithinDocuments) {
  JudgementOptions options;
  options.ids_within_documents = true;
  const std::string text = "system\tdocument\tsegment\tscore\na\td\t1\t5\na\te\t1\tNone\n";
  const auto tables = ParseJudgementTables("f", text, options);
  ASSERT_TRUE(tables.ok()) << tables.status();
  EXPECT_THAT(tables->front().items, ElementsAre("d\t1", "e\t1"));
  EXPECT_THAT(tables->front().documents, ElementsAre("d", "e"));
  EXPECT_EQ(tables->front().criteria[0].gaps[0].line, 3u);
  EXPECT_FALSE(ParseJudgementTables("f", text).ok()) << "by default, ids are of the whole file";
}

// Errors that two raters marked in the outputs of two systems; texts and numbers are invented.
constexpr std::string_view kErrors =
    "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    "kiln\td\t1\t7\tr1\ts\tt\tFluency/Punctuation\tMinor\n"
    "kiln\td\t1\t7\tr1\ts\tt\tAccuracy/Omission\tMajor\n"
    "kiln\td\t1\t7\tr2\ts\tt\tNo-error\tNo-error\n"
    "loom\td\t1\t7\tr1\ts\tt\tNon-translation!\tMajor\n"
    "loom\td\t1\t7\tr2\ts\tt\tStyle/Awkward\tneutral\n"
    "kiln\td\t1\t7\tr1\ts\tt\tFluency/Grammar\tMinor\n"
    "loom\td\t2\t8\tr1\ts\tt\tFluency/Punctuation\tMajor\n"
    "loom\td\t2\t8\tr1\ts\tt\tOther\tFatal\n";

TEST(JudgementTable, MarkedErrorsOfMqm) {
  const JudgementTable table = ParseJudgements(std::string(kErrors));
  EXPECT_TRUE(table.lower_is_better);
  EXPECT_THAT(table.systems, ElementsAre("kiln", "loom"));
  EXPECT_THAT(table.items, ElementsAre("7", "8"));
  EXPECT_THAT(table.annotators, ElementsAre("r1", "r2"));
  EXPECT_THAT(table.documents, ElementsAre("d", "d"));
  ASSERT_EQ(table.criteria.size(), 1u);
  EXPECT_EQ(table.criteria[0].name, "MQM");
  EXPECT_THAT(ScoresOf(table, 0), ElementsAre(0.1 + 5 + 1, 0, 25, 0, 5));
  EXPECT_THAT(table.notes, ElementsAre("f: the severity 'Fatal' has no weight; 1 such error "
                                       "counts 0; give it one with `mqm-weights`"));
  // Without a line of names, like some of Google's tables.
  const std::string_view body = kErrors.substr(kErrors.find('\n') + 1);
  EXPECT_EQ(ScoresOf(ParseJudgements(std::string(body)), 0), ScoresOf(table, 0));
}

TEST(JudgementTable, OtherWeightsOfMqm) {
  const Result<MqmWeights> weights = ParseMqmWeights("major:10 minor:1 major/Fluency:2");
  ASSERT_TRUE(weights.ok()) << weights.status();
  const auto tables = ParseJudgementTables("f", kErrors, {*weights});
  ASSERT_TRUE(tables.ok()) << tables.status();
  EXPECT_THAT(ScoresOf(tables->front(), 0), ElementsAre(1 + 10 + 1, 0, 10, 0, 2));
  for (const char* const bad :
       {"", "Major", "Major:", ":5", "Major:x", "Major:inf", "Major:5 major:6"}) {
    EXPECT_TRUE(ParseMqmWeights(bad).status().kind() == ErrorKind::kUsage) << bad;
  }
}

TEST(JudgementTable, ScalarJudgementsWithoutHeader) {
  const std::string body = "kiln\td\t1\t7\tr1\ts\tt\t5\nkiln\td\t1\t7\tr2\ts\tt\t6\n";
  const JudgementTable table =
      ParseJudgements("system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tscore\n" + body);
  for (const JudgementTable& each : {table, ParseJudgements(body)}) {
    EXPECT_THAT(each.systems, ElementsAre("kiln"));
    EXPECT_THAT(each.items, ElementsAre("7"));
    EXPECT_EQ(each.criteria[0].name, "score");
    EXPECT_THAT(ScoresOf(each, 0), ElementsAre(5, 6));
  }
}

TEST(JudgementTable, RecordsOfJudgements) {
  const auto tables = ParseJudgementTables(
      "f",
      R"({"langs": "en-cs", "line_id": 0, "doc_id": "d", "system": "A", "esa_score": 90, "annotator": "x", "esa_spans": []}
{"langs": "en-cs", "line_id": 0, "doc_id": "d", "system": "A", "esa_score": 70.5, "annotator": "x", "esa_spans": []}
{"langs": "cs-uk", "line_id": 3, "doc_id": "d", "system": "B", "esa_score": null, "annotator": "y", "esa_spans": []}
{"langs": "cs-uk", "line_id": 3, "doc_id": "d", "system": "A", "esa_score": 1, "annotator": "y", "esa_spans": []}
)");
  ASSERT_TRUE(tables.ok()) << tables.status();
  ASSERT_EQ(tables->size(), 2u);
  EXPECT_EQ((*tables)[0].language_pair, "en-cs");
  EXPECT_THAT((*tables)[0].items, ElementsAre("1")) << "WMT24 counts lines from 0";
  EXPECT_EQ((*tables)[0].criteria[0].name, "ESA");
  EXPECT_THAT(ScoresOf((*tables)[0], 0), ElementsAre(90, 70.5));
  EXPECT_THAT((*tables)[1].systems, ElementsAre("B", "A"));
  EXPECT_THAT((*tables)[1].items, ElementsAre("4"));
  EXPECT_THAT(ScoresOf((*tables)[1], 0), ElementsAre(1));

  const JudgementTable plain =
      ParseJudgements(R"({"system": "A", "segment": "s1", "raw": 3, "z": -1})");
  EXPECT_THAT(plain.items, ElementsAre("s1"));
  ASSERT_EQ(plain.criteria.size(), 2u);
  EXPECT_EQ(plain.criteria[1].name, "z");
}

TEST(JudgementTable, RecordsOfSegments) {
  const auto tables = ParseJudgementTables(
      "f",
      R"({"doc_id": "cs-de_DE_#_news_#_a_#_0", "scores": {"A": {"human1": 80, "annotator1": "x", "human2": 60, "annotator2": "y"}, "B": {"human1": 10, "errors1": []}}}
{"doc_id": "cs-de_DE_#_news_#_a_#_1", "scores": {}}
{"doc_id": "en-ja_JP_#_news_#_a_#_0", "scores": {"A": {"human": 50}}}
{"doc_id": "en-xx_#_news_#_a_#_0", "scores": {}}
)");
  ASSERT_TRUE(tables.ok()) << tables.status();
  ASSERT_EQ(tables->size(), 2u) << "nobody judged en-xx";
  const JudgementTable& table = tables->front();
  EXPECT_EQ(table.language_pair, "cs-de_DE");
  EXPECT_THAT(table.items, ElementsAre("cs-de_DE_#_news_#_a_#_0"));
  EXPECT_THAT(table.documents, ElementsAre("cs-de_DE_#_news_#_a"));
  EXPECT_THAT(table.annotators, ElementsAre("x", "y", ""));
  EXPECT_THAT(ScoresOf(table, 0), ElementsAre(80, 60, 10));
  EXPECT_EQ((*tables)[1].language_pair, "en-ja_JP");
}

TEST(JudgementTable, RecordsOfSegmentsWithLists) {
  const JudgementTable table = ParseJudgements(
      R"({"doc_id": "cs-de_#_news_#_a_#_0", "scores": {"A": [{"score": 80, "annotator": "x", "errors": [{}], "protocol": "ESA"}, {"score": 60, "annotator": "y"}], "B": [{"score": null}], "C": []}})");
  EXPECT_THAT(table.systems, ElementsAre("A"));
  EXPECT_THAT(table.annotators, ElementsAre("x", "y"));
  EXPECT_THAT(ScoresOf(table, 0), ElementsAre(80, 60));
  EXPECT_EQ(table.criteria[0].judgements[0].marks, 1);
  EXPECT_EQ(table.criteria[0].judgements[1].round, 2u);
  EXPECT_FALSE(
      ParseJudgementTables("f", R"({"doc_id": "a", "scores": {"A": [{"human": 8}]}})").ok());
  EXPECT_FALSE(ParseJudgementTables("f", R"({"doc_id": "a", "scores": {"A": [8]}})").ok());
  EXPECT_FALSE(ParseJudgementTables("f", R"({"doc_id": "a", "scores": {"A": 8}})").ok());
}

TEST(JudgementTable, LinesOfAppraiseWithoutADocument) {
  const JudgementTable table = ParseJudgements(
      "u,A,0,TGT,eng,jpn,90\n"
      "u,A,1,TGT,eng,jpn,40,news_1,False,[],1,2\n"
      "u,A,2,TGT,eng,jpn,30\n");
  EXPECT_THAT(table.items, ElementsAre("1", "2", "3"));
  EXPECT_THAT(table.documents, ElementsAre("", "news_1", ""));
}

TEST(JudgementTable, ExportsOfAppraise) {
  const auto tables = ParseJudgementTables(
      "f",
      "u1,ende-tutorial1,1000000,TGT,eng,jpn,0,ende-tutorial1,False,[],1.5,1.5\n"
      "u1,A,0,TGT,eng,jpn,90,news_1,False,\"[{\"\"start_i\"\":8,\"\"end_i\"\":11}]\",10,20\n"
      "u1,A,0,BAD,eng,jpn,5,news_1#bad,False,[],1,2\n"
      "u1,A,0,TGT,eng,jpn,6,news_1#dup,False,[],1,2\n"
      "u1,A,1,TGT,eng,jpn,7,news_1#incomplete,False,[],1,2\n"
      "u1,A,1,TGT,eng,jpn,8,news_1,True,[],1,2\n"
      "u1,A,0,TGT,eng,jpn,70,news_1,False,[],1,30\n"  // later
      "u1,A,0,TGT,eng,jpn,60,news_1,False,[],1,25\n"  // earlier than the previous line
      "u2,A,0,TGT,eng,jpn,50,news_1,False,[],1,2\n"
      "u1,\"B \"\"b\"\", c\",1,TGT,eng,jpn,40.5,news_1,False,[],1,2\r\n"
      "u3,A,7,TGT,ces,ukr,33,talk,False,[],1,2\n");
  ASSERT_TRUE(tables.ok()) << tables.status();
  ASSERT_EQ(tables->size(), 2u);
  const JudgementTable& table = tables->front();
  EXPECT_EQ(table.language_pair, "eng-jpn");
  EXPECT_THAT(table.systems, ElementsAre("A", "B \"b\", c"));
  EXPECT_THAT(table.items, ElementsAre("1", "2"));
  EXPECT_THAT(table.documents, ElementsAre("news_1", "news_1"));
  EXPECT_THAT(table.annotators, ElementsAre("u1", "u2"));
  EXPECT_EQ(table.criteria[0].name, "ESA");
  EXPECT_THAT(ScoresOf(table, 0), ElementsAre(70, 50, 40.5));
  EXPECT_THAT((*tables)[1].items, ElementsAre("8"));

  const JudgementTable wmt25 = ParseJudgements(
      "u,cs-de_DE_#_news_#_a_#_0,A,12,TGT,ces,deu,80,cs-de_DE_#_news_#_a,False,[],1,2,x,y\n"
      "u,cs-de_DE_#_news_#_a_#_1,A,13,TGT,ces,deu,81,cs-de_DE_#_news_#_a,False,[],1,2,x,y\n");
  EXPECT_THAT(wmt25.items, ElementsAre("cs-de_DE_#_news_#_a_#_0", "cs-de_DE_#_news_#_a_#_1"));
  EXPECT_THAT(wmt25.systems, ElementsAre("A"));
  EXPECT_THAT(ScoresOf(wmt25, 0), ElementsAre(80, 81));

  const JudgementTable plain = ParseJudgements("u,A,68,TGT,eng,deu,10\nu,B,61,TGT,eng,deu,20\n");
  EXPECT_EQ(plain.criteria[0].name, "DA");
  EXPECT_THAT(plain.items, ElementsAre("69", "62"));

  EXPECT_THAT(Refusal("u,A,1,TGT,eng,deu,10\nu,A,2,eng,deu,10\n"),
              HasSubstr("f:2: not a judgement in Appraise's format"));
  EXPECT_THAT(Refusal("u,A,1,BAD,eng,deu,10\n"), HasSubstr("f: there are no scores"));
}

TEST(JudgementTable, WhatIsRefusedOfErrorsAndRecords) {
  EXPECT_THAT(Refusal("system\tcategory\tseverity\na\tx\tMajor\n"),
              HasSubstr("f:1: a table of MQM errors without a column of segments"));
  EXPECT_THAT(Refusal("system\tseg_id\tcategory\tseverity\na\t1\tx\n"),
              HasSubstr("f:2: 3 columns, but an error needs 4"));
  EXPECT_THAT(Refusal("system\tdoc\tseg_id\tcategory\tseverity\na\td\t1\tx\tMajor\n"
                      "a\te\t1\tx\tMajor\n"),
              HasSubstr("f:3: the segment belongs to document 'e' here, but to 'd' before"));
  const std::string record = R"({"system": "A", "segment": 1, "score": 2})";
  EXPECT_THAT(Refusal(record + "\n{}"), HasSubstr("f:2: a judgement without a system"));
  EXPECT_THAT(Refusal(record + "\n{"), HasSubstr("f:2: not valid JSON"));
  EXPECT_THAT(Refusal(R"({"system": "A", "segment": 1})"), HasSubstr("f: there are no scores"));
  const std::string segment = R"({"doc_id": "a_#_0", "scores": {"A": {"human": 1}}})";
  EXPECT_THAT(Refusal(segment + "\n{\"doc_id\": \"a_#_1\"}"),
              HasSubstr("f:2: a segment without 'doc_id' or 'scores'"));
  EXPECT_THAT(Refusal(segment + "\n" + R"({"doc_id": "a_#_1", "scores": {"A": 3}})"),
              HasSubstr("f:2: the scores of 'A' are not an object"));
  EXPECT_THAT(Refusal(segment + "\n" + R"({"doc_id": "a_#_1", "scores": {"A": {"human": "x"}}})"),
              HasSubstr("f:2: 'human' of the system 'A' is not a number"));
  EXPECT_THAT(
      Refusal(segment + "\n" + R"({"doc_id": "en-de_#_x_#_1", "scores": {"A": {"human": 1}}})"),
      HasSubstr("f: scores of several language pairs"));
}

TEST(JudgementTable, WhatIsRefused) {
  EXPECT_THAT(Refusal(""), HasSubstr("f: the file is empty"));
  EXPECT_THAT(Refusal("\n \n"), HasSubstr("f: the file is empty"));
  EXPECT_THAT(Refusal("system\tid\tscore\na\t1\n"),
              HasSubstr("f:2: 2 columns, but the header has 3"));
  EXPECT_THAT(Refusal("system\tid\tword\na\t1\tx\n"),
              HasSubstr("f:2: 'x' in column 'word' is not a score"));
  EXPECT_THAT(Refusal("system\tid\na\t1\n"), HasSubstr("no column of scores"));
  EXPECT_THAT(Refusal("system\tid\tscore\na\t1\t2\na\t1\t3\n"),
              HasSubstr("'a' is scored twice on segment '1'"));
  EXPECT_THAT(Refusal("system\tid\trater\tscore\na\t1\tx\t2\na\t1\tx\t3\n"),
              HasSubstr("on segment '1' by 'x'"));
  EXPECT_THAT(Refusal("system\tscore\na\t1\na\t2\n"), HasSubstr("'a' is scored twice"));
  EXPECT_THAT(Refusal("id\ta\tb\nx\t1\t2\nx\t3\t4\n"), HasSubstr("'x' occurs twice"));
  EXPECT_THAT(Refusal("a\t1\nb\tx\n"), HasSubstr("f:2"));
}

std::vector<int> MarksOf(const JudgementTable& table) {
  std::vector<int> marks;
  for (const auto& judgement : table.criteria[0].judgements) marks.push_back(judgement.marks);
  return marks;
}

TEST(JudgementTable, NumbersOfMarkedErrors) {
  EXPECT_THAT(MarksOf(ParseJudgements("system\tsegment\tscore\nA\t1\t90\n")), ElementsAre(-1));
  const JudgementTable rows = ParseJudgements(
      "system\tsegment\tscore\terror_spans\nA\t1\t90\t0\nA\t2\t80\t3\nA\t3\t80\t\n");
  EXPECT_EQ(rows.criteria.size(), 1u);
  EXPECT_THAT(MarksOf(rows), ElementsAre(0, 3, -1));
  EXPECT_EQ(Refusal("system\tsegment\tscore\terror_spans\nA\t1\t90\ttwo\n"),
            "f:2: 'two' is not a number of error spans; write how many errors were marked, 0 for "
            "none");
  EXPECT_THAT(MarksOf(ParseJudgements(R"({"system": "A", "segment": 1, "score": 90, "spans": [{}]})"
                                      "\n"
                                      R"({"system": "A", "segment": 2, "score": 90})"
                                      "\n")),
              ElementsAre(1, -1));
  EXPECT_THAT(
      MarksOf(ParseJudgements(
          R"({"langs": "en-cs", "line_id": 0, "system": "A", "esa_score": 9, "esa_spans": []})"
          "\n")),
      ElementsAre(0));
  EXPECT_THAT(MarksOf(ParseJudgements(
                  R"({"doc_id": "en-cs_#_news_#_d_#_0", "scores": {"A": {"human1": 90, "errors1": )"
                  R"([{}, {}]}, "B": {"human1": 95, "errors1": []}}})"
                  "\n")),
              ElementsAre(2, 0));
  EXPECT_THAT(
      MarksOf(ParseJudgements("u,A,0,TGT,eng,ces,90,d,False,\"[{\"\"start_i\"\": 1}]\",1,2\n"
                              "u,B,0,TGT,eng,ces,95,d,False,[],1,2\n")),
      ElementsAre(1, 0));
}

TEST(JudgementTable, ControlItemsAreComparedWithTheirOutputs) {
  const JudgementTable table = ParseJudgements(
      "u,A,0,TGT,eng,ces,90,d,False,[],1,2\n"
      "u,A,0,BAD,eng,ces,95,d#bad,False,[],3,4\n"  // replaced by the next one
      "u,A,0,BAD,eng,ces,40,d#bad,False,[],5,6\n"
      "v,A,0,TGT,eng,ces,70,d,False,[],1,2\n"
      "v,A,0,BAD,eng,ces,70,d#bad,False,[],3,4\n"
      "v,B,0,BAD,eng,ces,10,d#bad,False,[],3,4\n");  // nobody judged the output itself
  EXPECT_THAT(ScoresOf(table, 0), ElementsAre(90, 70));
  ASSERT_EQ(table.controls.size(), 2u);
  EXPECT_EQ(table.controls[0].items, 1u);
  EXPECT_EQ(table.controls[0].passed, 1u);
  EXPECT_EQ(table.controls[1].items, 1u);
  EXPECT_EQ(table.controls[1].passed, 0u);
  EXPECT_TRUE(ParseJudgements("u,A,0,TGT,eng,ces,90,d,False,[],1,2\n").controls.empty());
}

TEST(JudgementTable, PearmutsAnswers) {
  const auto entry = [](const std::string& user, const std::string& item,
                        const std::string& answer) {
    return R"({"user_id": ")" + user + R"(", "item_i": 0, "annotation": [{"A": )" + answer +
           R"(}], "item": [{"src": "s", "tgt": {"A": "t"}, "item_id": ")" + item + "\"}]}\n";
  };
  const std::string reset = R"({"user_id": "u", "annotation": "__RESET__"})";
  const JudgementTable table = ParseJudgements(
      entry("u", "d_#_0", R"({"score": 10})") + reset + "\n" +
      entry("u", "d_#_0", R"({"score": 20, "error_spans": [{}]})") +
      entry("u", "d_#_1", R"({"score": null, "sliders": {"fluency": 40, "adequacy": 50}})") +
      entry("v", "d_#_0", R"({"score": 60})") + entry("v", "d_#_0", R"({"score": 70})") +
      entry("v", "welcome_1", R"({"score": 99})") + entry("v", "d_#_2", R"({"score": null})"));
  EXPECT_THAT(table.items, ElementsAre("d_#_0", "d_#_1"));
  EXPECT_THAT(table.documents, ElementsAre("d", "d"));
  EXPECT_THAT(table.annotators, ElementsAre("u", "v"));
  EXPECT_THAT(ScoresOf(table, 0), ElementsAre(20, 45, 70));
  EXPECT_THAT(MarksOf(table), ElementsAre(1, -1, -1));
  EXPECT_EQ(Refusal(R"({"user_id": "u", "annotation": [{}], "item": []})"
                    "\n"),
            "f:1: an entry whose 'annotation' and 'item' are not lists of equal length; use the "
            "file as Pearmut writes it");
}

}  // namespace
}  // namespace mtgauge
