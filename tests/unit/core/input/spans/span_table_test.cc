// Every form of files of error spans, and what each refuses.
#include "core/input/spans/span_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mtgauge {
namespace {

SpanTable Read(const std::string& bytes, const SpanReading& reading = {}) {
  const Result<SpanTable> table = ParseSpanTable("f", bytes, reading);
  EXPECT_TRUE(table.ok()) << table.status().message();
  return table.ok() ? *table : SpanTable();
}

std::string Fault(const std::string& bytes, const SpanReading& reading = {}) {
  return ParseSpanTable("f", bytes, reading).status().message();
}

// Returns "system/document/segment: start-end severity ...; ...".
std::string Said(const SpanTable& table) {
  std::string text;
  for (const SpanJudgement& judgement : table.judgements) {
    const JudgedText& output = judgement.output;
    text += fmt::format("{}{}/{}/{}:", text.empty() ? "" : "; ", output.system, output.document,
                        output.item);
    for (const MarkedSpan& span : judgement.spans) {
      text += fmt::format(" {}-{}{}{}", span.start, span.end,
                          span.severity.empty() ? "" : " " + span.severity,
                          span.in_source ? " source" : "");
    }
  }
  return text;
}

TEST(SpanTable, OwnRecords) {
  const SpanTable table = Read(
      R"({"system": "A", "segment": 7, "spans": [{"start": 3, "end": 8, "severity": " Minor"}]})"
      "\n"
      R"({"system": "B", "document": "d", "item": "2", "spans": [{"start": 0, "end": 1, "side": "source"}]})"
      "\n");
  EXPECT_EQ(Said(table), "A//7: 3-8 minor; B/d/2: 0-1 source");
  EXPECT_EQ(table.end, SpanEnd::kExclusive);
  EXPECT_EQ(Said(Read(R"({"system": "A", "segment": 7, "spans": [{"start": 3, "end": 3}]})",
                      {SpanEnd::kInclusive})),
            "A//7: 3-4");
}

TEST(SpanTable, TextsStandForPlaces) {
  const SpanTable table =
      Read(R"({"system": "A", "segment": 1, "text": "é😀 foo foo", "spans": [)"
           R"({"text": "foo"}, {"text": "foo"}, {"span": "bar"}, {"text": "foo"}]})");
  EXPECT_EQ(Said(table), "A//1: 3-6 7-10 10-13 13-16");  // the last two stand beside the text
  EXPECT_EQ(table.not_found, 2u);
  EXPECT_EQ(Fault(R"({"system": "A", "segment": 1, "spans": [{"text": "foo"}]})"),
            "f:1: 'A', segment '1': an error with the text 'foo', but without a place; give start "
            "and end, or the text of the output in a field `text`");
}

TEST(SpanTable, Appraise) {
  const std::string row = "r,A,4,TGT,eng,ces,73,doc,False,";
  const SpanTable table = Read(
      row + R"("[{""start_i"": 2, ""end_i"": 5, ""error_type"": null, ""severity"": ""minor""},)" +
      R"({""start_i"": ""missing"", ""end_i"": ""missing"", ""severity"": ""major""}]",1,2)"
      "\n" +
      row + "[],3,4\n");
  EXPECT_EQ(Said(table), "A/doc/5:");  // the last judgement counts
  EXPECT_EQ(table.end, SpanEnd::kInclusive);
  const SpanTable first =
      Read(row + R"("[{""start_i"": 2, ""end_i"": 5, ""severity"": ""undecided""},)" +
           R"({""start_i"": ""missing"", ""end_i"": ""missing"", ""severity"": ""major""}]",1,2)");
  EXPECT_EQ(Said(first), "A/doc/5: 2-6 undecided");
  EXPECT_EQ(first.omissions, 1u);
}

TEST(SpanTable, CampaignsHaveRounds) {
  const SpanTable table = Read(
      R"({"doc_id": "en-cs_#_news_#_d_#_0", "tgt_text": {"A": "abcdef"}, "scores": {"A": )"
      R"({"human1": 5, "errors1": [{"start_i": 0, "end_i": 2, "severity": "minor"}], "annotator1": "x", )"
      R"("human2": 6, "errors2": [], "annotator2": "y"}, "B": [{"errors": []}]}})");
  EXPECT_EQ(Said(table), "A/d/0: 0-3 minor; A/d/0:; B/d/0:");
  EXPECT_EQ(table.judgements[0].output.pair, "en-cs");
  EXPECT_EQ(table.judgements[0].rater, "1 x");
  EXPECT_EQ(table.judgements[1].rater, "2 y");
}

TEST(SpanTable, PearmutCountsUtf16) {
  const std::string item = R"("item": [{"tgt": {"A": "a😀bc"}, "item_id": "d_#_3"}])";
  const auto entry = [&](const std::string& spans, const std::string& user) {
    return R"({"user_id": ")" + user + R"(", "annotation": [{"A": {"error_spans": [)" + spans +
           "]}}], " + item + "}\n";
  };
  const std::string bc = R"({"start_i": 3, "end_i": 4, "severity": "major"})";
  EXPECT_EQ(Said(Read(entry(bc, "u"))), "A/d/3: 2-4 major");
  EXPECT_EQ(Said(Read(entry(bc, "u") + entry("", "u"))), "A/d/3:");  // the last answer
  EXPECT_EQ(Said(Read(entry(bc, "u") + entry("", "v"))), "A/d/3: 2-4 major; A/d/3:");
  EXPECT_EQ(Said(Read(entry(bc, "u") +
                      R"({"user_id": "u", "annotation": "__RESET__"})"
                      "\n" +
                      entry("", "v"))),
            "A/d/3:");
  EXPECT_EQ(Said(Read(R"({"camp": [)" + entry(bc, "u") + "]}")), "A/d/3: 2-4 major");
  const SpanTable token = Read(entry(R"({"start_i": 5, "end_i": 5})", "u"));
  EXPECT_EQ(token.omissions, 1u);
  EXPECT_EQ(Fault(entry(R"({"start_i": 2, "end_i": 3})", "u")),
            "f:1: 'A', document 'd', segment '3': the offset 2 is within a character of two UTF-16 "
            "units; write offsets as JavaScript counts them");
}

TEST(SpanTable, SharedTask) {
  const std::string header =
      "doc_id\tsegment_id\tsystem_id\thypothesis_segment\tstart_indices\tend_indices\terror_types\n";
  const SpanTable table =
      Read(header + "d\t1\tA\t abc \t0 1 missing\t2 1 missing\tminor major major\n" +
           "d\t2\tA\tabc\t-1\t-1\tno-error\n");
  EXPECT_EQ(Said(table), "A/d/1: 0-2 minor; A/d/2:");
  EXPECT_EQ(table.vanished, 1u);
  EXPECT_EQ(table.omissions, 1u);
  EXPECT_EQ(Said(Read(header + "d\t1\tA\tabc\t0 1\t2 1\tminor major\n", {SpanEnd::kInclusive})),
            "A/d/1: 0-3 minor 1-2 major");
}

TEST(SpanTable, Ratings) {
  const SpanTable lines = Read(
      "A\t{\"errors\": [{\"start\": 1, \"end\": 4, \"severity\": \"major\", \"is_source_error\": "
      "true}]}\tr1\nA\tNone\nA\t{\"errors\": []}\tr1\n");
  EXPECT_EQ(Said(lines), "A//1: 1-4 major source; A//3:");
  const SpanTable records = Read(
      R"({"source": "a", "hypothesis": "bcd", "errors": [{"start": 0, "end": 3}], "segment_id": 0, )"
      R"("system_id": "A", "document_id": "d", "rater_id": null, "src_lang": "en", "tgt_lang": "de"})");
  EXPECT_EQ(Said(records), "A/d/1: 0-3");
  EXPECT_EQ(records.judgements[0].output.pair, "en-de");
}

TEST(SpanTable, Comet) {
  EXPECT_EQ(
      Said(
          Read("{\n \"out/A.txt\": [{\"src\": \"s\", \"mt\": \"abcd\", \"errors\": [{\"text\": "
               "\"bc\", \"severity\": \"minor\", \"start\": 1, \"end\": 3}]},\n{\"mt\": \"x\"}]}")),
      "A//1: 1-3 minor; A//2:");
}

TEST(SpanTable, MqmTags) {
  const std::string header = "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n";
  EXPECT_EQ(Said(Read(header + "A\td\t1\tr\ts\t é <v>cd</v> e\tAccuracy\tMajor\n" +
                      "A\td\t1\tr\ts<v>rc</v>\t é cd e\tStyle\tMinor\n" +
                      "A\td\t2\tr\ts\tok\tNo-error\tNo-error\n")),
            "A/d/1: 3-5 major 1-3 minor source; A/d/2:");
  EXPECT_EQ(Fault(header + "A\td\t1\tr\ts\ta <v>b\tX\tMajor\n"),
            "f:2: the tags <v> and </v> are not one pair; mark one error per row");
}

TEST(SpanTable, SpansOutsideTheirTexts) {
  const auto record = [](int start, int end) {
    return fmt::format(R"({{"system": "A", "segment": 1, "text": "añb", "spans": [{{"start": {}, )"
                       R"("end": {}}}]}})",
                       start, end);
  };
  EXPECT_EQ(Fault(record(1, 4)),
            "f:1: 'A', segment '1': the span from 1 to 4 ends after the text, which has 3 "
            "characters; count characters, not bytes or UTF-16 units; `end` says whether an end is "
            "inclusive");
  EXPECT_EQ(Fault(record(2, 2)),
            "f:1: 'A', segment '1': the span from 2 to 2 is empty; if the end is its last "
            "character, use `end` inclusive");
  EXPECT_NE(Fault(record(2, 1)), "");
  EXPECT_NE(Fault(record(-1, 1)), "");
  EXPECT_EQ(Said(Read(record(1, 9), {std::nullopt, true})), "A//1: 1-3");  // cut, as in WMT25
  EXPECT_EQ(Read(record(5, 9), {std::nullopt, true}).cut, 1u);
}

TEST(SpanTable, Refused) {
  EXPECT_EQ(Fault(""), "f: the file is empty; use a file with error spans");
  EXPECT_NE(Fault("hello\n").find("no known form"), std::string::npos);
  EXPECT_NE(Fault("{\"system\":\n").find("not valid JSON"), std::string::npos);
  EXPECT_EQ(
      Fault("{\"system\": \"A\", \"spans\": []}"),
      "f:1: a record without a 'segment'; write {\"system\": \"A\", \"segment\": 1, \"spans\": []}");
  const std::string once = "{\"system\": \"A\", \"segment\": 1, \"spans\": []}\n";
  EXPECT_EQ(Fault(once + once),
            "f:2: 'A', segment '1': judged twice, first on line 1; keep one judgement, or name the "
            "raters in a field `rater`");
  EXPECT_EQ(Fault(R"({"system": "A", "segment": 1, "spans": [{"start": "a", "end": 2}]})"),
            "f:1: a span whose start is not a whole number; write offsets, as in {\"start\": 3, "
            "\"end\": 8}");
  EXPECT_EQ(Fault(R"({"system": "A", "segment": 1, "spans": [3]})"),
            "f:1: an error span that is not an object; write it as {\"start\": 3, \"end\": 8, "
            "\"severity\": \"minor\"}");
}

}  // namespace
}  // namespace mtgauge
