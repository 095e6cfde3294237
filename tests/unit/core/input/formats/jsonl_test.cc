// JSON Lines, for any cut of their bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <string_view>

#include "tests/support/random_text.h"
#include "tests/unit/core/input/opened_columns.h"

namespace mtgauge {
namespace {

using test::Opened;
using test::ReadPieces;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Jsonl, FieldsIdsAndNewlines) {
  const std::string jsonl =
      "\n{\"id\": 7, \"doc_id\": \"n\", \"hypothesis\": \"one\\ntwo\", \"system\": \"s\"}\r\n"
      "  \n{\"system\": \"s\", \"hypothesis\": \"caf\\u00e9\", \"id\": \"b\"}";
  for (const uint32_t longest : {1U, 2U, 7U, 100U}) {
    const Opened opened = ReadPieces("text", jsonl, Role::kSystem, "", longest);
    ASSERT_TRUE(opened.status.ok()) << opened.status;
    EXPECT_THAT(opened.names, ElementsAre("s"));
    EXPECT_THAT(opened.driven.lines[0], ElementsAre("one\ntwo", "caf\xC3\xA9"));
    EXPECT_THAT(opened.driven.ids, ElementsAre("7", "b"));
    EXPECT_THAT(opened.driven.documents, ElementsAre("n", ""));
    EXPECT_THAT(opened.driven.file_lines[0], ElementsAre(2, 4));
  }
  EXPECT_THAT(ReadPieces("text", jsonl, Role::kSystem, "system").driven.lines[0],
              ElementsAre("s", "s"));
  // Python would take the last one.
  EXPECT_EQ(test::ReadErrorOf("x", R"({"hyp":"a","hyp":"b"})", Role::kSystem),
            "x:1: the record has two fields 'hyp'; use each name once");
  EXPECT_TRUE(ReadPieces("a.jsonl", "\n\n", Role::kSystem, "").driven.lines[0].empty());
}

TEST(Jsonl, ListsOfReferences) {
  const std::string jsonl =
      "{\"refs\": [\"a\", \"\", null]}\n{\"refs\": [\"b\", \"c\"]}\n{\"refs\": null}\n"
      "{\"refs\": \"d\"}\n{\"refs\": [\"e\", \"f\", \"g\"]}\n{\"src\": \"h\"}\n";
  for (const uint32_t longest : {1U, 3U, 1000U}) {
    const Opened opened = ReadPieces("a", jsonl, Role::kReference, "", longest);
    ASSERT_TRUE(opened.status.ok()) << opened.status;
    ASSERT_EQ(opened.driven.lines.size(), 3U);
    EXPECT_THAT(opened.driven.lines[0], ElementsAre("a", "b", "", "d", "e", ""));
    EXPECT_THAT(opened.driven.missing[0], ElementsAre(0, 0, 1, 0, 0, 1));
    EXPECT_THAT(opened.driven.lines[1], ElementsAre("", "c", "", "", "f", ""));
    EXPECT_THAT(opened.driven.missing[1], ElementsAre(0, 0, 1, 1, 0, 1));
    EXPECT_THAT(opened.driven.lines[2], ElementsAre("", "", "", "", "g", ""));
    EXPECT_THAT(opened.driven.missing[2], ElementsAre(1, 1, 1, 1, 0, 1));
  }
  EXPECT_EQ(
      test::ReadErrorOf("a", "{\"refs\":[\"a\"]}\n{\"refs\":[\"a\",\"b\"]}\n", Role::kReference),
      "a:2: 2 references in 'refs', but the first record has 1; pad the list of the first record "
      "with null");
}

TEST(Jsonl, ErrorsNameFileAndLine) {
  const std::string good = "{\"hyp\": \"a\", \"system\": \"s\"}\n";
  const std::pair<std::string, std::string> cases[] = {
      {"{\"hyp\": \"a\"", "a:2: not valid JSON"},
      {"{\"x\": [1,, 2], \"hyp\": \"a\"}", "a:2: not valid JSON"},
      {"{\"hyp\": \"\\ud800\"}", "a:2: not valid JSON"},
      {"{\"hyp\": \"\xFF\"}", "a:2: not valid JSON"},
      {"{\"hyp\": \"a\"} {\"hyp\": \"b\"}", "a:2: not valid JSON"},
      {"{\"hyp\": " + std::string(100000, '['), "a:2: not valid JSON"},
      {"{\"x\": " + std::string(2000, '[') + std::string(2000, ']') + ", \"hyp\": \"a\"}",
       "a:2: not valid JSON"},
      {"[\"a\"]",
       "a:2: not a JSON object; write one JSON object per line, as in {\"hyp\": \"...\"}"},
      {"{\"hyp\": null}",
       "a:2: the field 'hyp' is missing or null; add it to every record; an empty text is \"\""},
      {"{\"ref\": \"a\"}",
       "a:2: the field 'hyp' is missing or null; add it to every record; an empty text is \"\""},
      {"{\"hyp\": 1}", "a:2: the field 'hyp' is not a string; write a string"},
      {"{\"hyp\": [\"a\"]}",
       "a:2: the field 'hyp' is a list; write one text per record, and put each system into its "
       "own field or file"},
      {"{\"hyp\": \"a\", \"id\": 1.5}",
       "a:2: an id, document or system is neither a string nor a whole number"},
      {"{\"hyp\": \"a\", \"system\": \"t\"}",
       "a:2: the system is not 's', the one of the first record; put each system into its own "
       "file"}};
  for (const auto& [line, message] : cases) {
    EXPECT_THAT(test::ReadErrorOf("a", good + line + "\n" + good, Role::kSystem),
                testing::StartsWith(message));
  }
  EXPECT_EQ(test::ReadErrorOf("a", "{\"x\": \"a\"}", Role::kSystem),
            "a:1: no field 'hyp', 'hypothesis' or 'translation'; name the field, as in a:FIELD "
            "(there are 'x')");
}

// The records before the bad line are delivered, for any cut.
TEST(Jsonl, RecordsBeforeAnErrorCount) {
  std::string jsonl;
  for (int i = 0; i < 50; ++i) jsonl += "{\"hyp\": \"" + std::to_string(i) + "\"}\n";
  for (const uint32_t longest : {1U, 30U, 5000U}) {
    const Opened opened = ReadPieces("a", jsonl + "{\"hyp\n", Role::kSystem, "", longest);
    EXPECT_EQ(opened.driven.lines[0].size(), 50U);
    EXPECT_THAT(opened.status.message(), testing::StartsWith("a:51: "));
  }
}

// A row that is followed by so many spaces is too long for anything but the parser.
TEST(Jsonl, RowsAreReadAsByTheParser) {
  static constexpr std::string_view kRows[] = {
      R"({"ref": "a", "id": 1})",
      R"({"ref": "a \"b\" \u00e9\ud83d\ude00\\", "id": "x"})",
      R"({"id": 7, "ref": "line\nbreak", "doc": null})",
      R"({"doc": "d", "ref": null, "id": 8})",
      R"({"ref": ["a", "b"], "id": 2})",
      R"({"ref": 1.5, "id": 2})",
      R"({"ref": "a", "reference": "b"})",
      R"({"ref": "a", "ref": "b"})",
      R"({"ref": "\ud800", "id": 2})",
      R"({"ref": "\x"})",
      R"({"ref": "a)",
      R"({"ref": "a"} x)",
      R"({"id": true})",
      "{\"ref\": \"\t\"}",
      "{\"ref\": \"\xC3\"}",
      "",
      "  ",
      "[]"};
  test::RandomText random(31);
  size_t errors = 0;
  for (int file = 0; file < 400; ++file) {
    std::string rows = "{\"ref\": \"first\"}\n", padded = rows;
    for (uint32_t n = random.Below(12); n > 0; --n) {
      // Most rows have nothing wrong.
      std::string row(kRows[random.Below(random.Below(4) == 0 ? std::size(kRows) : 4)]);
      if (random.Below(30) == 0) row[random.Below(static_cast<uint32_t>(row.size()))] = '"';
      const std::string end = random.Below(5) == 0 ? "\r\n" : "\n";
      rows += row + end;
      padded += row + std::string(70'000, ' ') + end;
    }
    const auto read = [](const std::string& bytes, uint32_t longest) {
      return ReadPieces("a.jsonl", bytes, Role::kReference, "", longest);
    };
    const Opened expected = read(padded, 1'000'000);
    for (const uint32_t longest : {50U, 1'000'000U}) {
      const Opened opened = read(rows, longest);
      ASSERT_EQ(opened.status.message(), expected.status.message()) << rows;
      ASSERT_EQ(opened.driven.lines, expected.driven.lines) << rows;
      EXPECT_EQ(opened.driven.missing, expected.driven.missing);
      EXPECT_EQ(opened.driven.ids, expected.driven.ids);
      EXPECT_EQ(opened.driven.documents, expected.driven.documents);
      EXPECT_EQ(opened.driven.file_lines, expected.driven.file_lines);
    }
    errors += expected.status.ok() ? 0 : 1;
  }
  EXPECT_GT(errors, 50U);
  EXPECT_LT(errors, 350U);
}

TEST(Jsonl, TextThatBeginsWithABraceStaysText) {
  const Opened opened = ReadPieces("a", "{braces} x\n{}\n", Role::kSystem, "");
  EXPECT_THAT(opened.driven.lines[0], ElementsAre("{braces} x", "{}"));
}

TEST(Jsonl, FieldsWithinFields) {
  const std::string jsonl =
      "{\"a\": {\"b\": \"one\", \"c\": [\"x\", \"y\"]}, \"a.b\": \"exact\", \"p\": {\"q.r\": {\"s\": \"deep\"}}}\n"
      "{\"a\": {\"c\": [\"z\"]}, \"a.b\": \"two\", \"p\": {\"q\": {\"r\": {\"s\": \"deeper\"}}}}\n";
  const auto lines = [&](const std::string& column, Role role = Role::kSystem) {
    return ReadPieces("a.jsonl", jsonl, role, column).driven.lines;
  };
  EXPECT_THAT(lines("a.b")[0], ElementsAre("exact", "two"));
  EXPECT_THAT(lines("p.q.r.s")[0], ElementsAre("deep", "deeper"));
  EXPECT_THAT(lines("a.c[0]")[0], ElementsAre("x", "z"));
  EXPECT_THAT(lines("a.c", Role::kReference)[1], ElementsAre("y", ""));
  const Opened second = ReadPieces("a.jsonl", jsonl, Role::kReference, "a.c[1]");
  EXPECT_THAT(second.driven.missing[0], ElementsAre(0, 1));
  EXPECT_THAT(test::ReadErrorOf("a.jsonl", jsonl, Role::kSystem, "a.c[1]"),
              HasSubstr("a.jsonl:2: the field 'a.c[1]' is missing or null"));
  for (const std::string wrong :
       {"a.c[", "a.c[x]", "[0]", "a.", ".b", "a.c[99999999999999999999]", "p.q"}) {
    EXPECT_FALSE(ReadPieces("a.jsonl", jsonl, Role::kSystem, wrong).status.ok()) << wrong;
  }
}

TEST(Jsonl, AChosenFieldIsInTheFirstRecord) {
  EXPECT_EQ(
      test::ReadErrorOf("a.jsonl", "{\"ref\": \"a\"}\n", Role::kReference, "reff"),
      "a.jsonl:1: the first record has no field 'reff'; name one of its fields (there are 'ref'), "
      "or write null if its text is missing");
  EXPECT_TRUE(
      test::ReadPieces("a.jsonl", "{\"r\": null}\n{\"r\": \"a\"}\n{}\n", Role::kReference, "r")
          .status.ok());
  for (const char* path : {"x.y", "x.y[1]", "z[1]"}) {
    const Opened opened = ReadPieces(
        "a.jsonl",
        "{\"x\": null, \"z\": [\"a\"]}\n{\"x\": {\"y\": \"b\"}, \"z\": [\"a\", \"b\"]}\n",
        Role::kReference, path);
    EXPECT_TRUE(opened.status.ok()) << opened.status;
    EXPECT_THAT(opened.driven.missing[0].front(), 1) << path;
  }
}

}  // namespace
}  // namespace mtgauge
