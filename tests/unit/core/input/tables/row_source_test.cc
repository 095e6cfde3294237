// Files of one record a line: TSV and JSON Lines, under any cut of their bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "core/input/formats/format.h"
#include "tests/support/drive_dispatcher.h"
#include "tests/support/own_folder.h"
#include "tests/support/pieces_source.h"

namespace mtgauge {
namespace {

using testing::Each;
using testing::ElementsAre;

struct Opened {
  absl::Status status;
  std::vector<std::string> names;
  test::Driven driven;  // of all columns together
};

Opened ReadColumns(absl::StatusOr<std::vector<Column>> columns, Role role, uint32_t block_bytes) {
  Opened opened;
  opened.status = columns.status();
  if (!columns.ok()) return opened;
  std::vector<std::unique_ptr<Source>> sources;
  for (Column& column : *columns) {
    opened.names.push_back(column.name);
    sources.push_back(std::move(column.source));
  }
  ReadLimits limits;
  limits.block_bytes = block_bytes;
  opened.driven =
      test::Drive(sources, role == Role::kReference ? sources.size() : 0, limits, block_bytes);
  opened.status = opened.driven.status;
  return opened;
}

OpenOptions Choosing(const std::string& column) {
  OpenOptions options;
  options.column = column;
  return options;
}

// The bytes of a file whose name ends in `name`, in pieces of at most `longest` bytes.
Opened ReadPieces(const std::string& name, const std::string& bytes, Role role,
                  const std::string& column, uint32_t longest = 100) {
  return ReadColumns(OpenColumns(std::make_unique<test::PiecesSource>(name, bytes, longest, 3),
                                 role, Choosing(column)),
                     role, longest + 1);
}

std::string ErrorOf(const std::string& name, const std::string& bytes, Role role,
                    const std::string& column = "") {
  const Opened opened = ReadPieces(name, bytes, role, column);
  EXPECT_EQ(opened.status.code(), absl::StatusCode::kDataLoss) << opened.status;
  return std::string(opened.status.message());
}

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

    // The first line is a segment of a column that is chosen by its number.
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
  EXPECT_EQ(ErrorOf("a.tsv", "a\tb\nc\n", Role::kSystem, "2"),
            "a.tsv:2: 1 column where column 2 is wanted; separate columns by one tab");
  EXPECT_EQ(ErrorOf("a.tsv", "a\tb\n1\t2\n1\t2\t3\n", Role::kSystem, "b"),
            "a.tsv:3: 3 columns where line 1 names 2; separate columns by one tab, and leave no "
            "tab in a text");
  EXPECT_EQ(ErrorOf("a.tsv", "a\tb\n", Role::kSystem, "c"),
            "a.tsv:1: no column is called 'c'; name a column of this line, as in a.tsv:NAME, or "
            "give its number if this line is a segment");
  EXPECT_EQ(ErrorOf("a.tsv", "a\tb\tb\n", Role::kSystem, "b"),
            "a.tsv:1: two columns are called 'b'; give the column's number, as in a.tsv:2");
  EXPECT_EQ(ErrorOf("a.tsv", "a\tb\n", Role::kSystem, "0"),
            "a.tsv: columns count from 1; there is none before it");
}

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
  EXPECT_EQ(ErrorOf("x", R"({"hyp":"a","hyp":"b"})", Role::kSystem),
            "x:1: two fields are called 'hyp'; give every field a name of its own");
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
  EXPECT_EQ(ErrorOf("a", "{\"refs\":[\"a\"]}\n{\"refs\":[\"a\",\"b\"]}\n", Role::kReference),
            "a:2: 2 references in 'refs' where the first record has 1; fill up the list of the "
            "first record with null");
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
      {"[\"a\"]", "a:2: not a JSON object; give one object a line, {\"hyp\": \"...\"}"},
      {"{\"hyp\": null}", "a:2: no text in the field 'hyp'; give every record one, or \"\""},
      {"{\"ref\": \"a\"}", "a:2: no text in the field 'hyp'; give every record one, or \"\""},
      {"{\"hyp\": 1}", "a:2: the field 'hyp' is not a text; give a string"},
      {"{\"hyp\": [\"a\"]}",
       "a:2: the field 'hyp' is a list; give one text per record, and every system its own field "
       "or file"},
      {"{\"hyp\": \"a\", \"id\": 1.5}",
       "a:2: an id, document, group or system is neither a string nor a whole number"},
      {"{\"hyp\": \"a\", \"system\": \"t\"}",
       "a:2: the system is not 's', as in the first record; give every system a file of its own"}};
  for (const auto& [line, message] : cases) {
    EXPECT_THAT(ErrorOf("a", good + line + "\n" + good, Role::kSystem),
                testing::StartsWith(message));
  }
  EXPECT_EQ(ErrorOf("a", "{\"x\": \"a\"}", Role::kSystem),
            "a:1: no field 'hyp', 'hypothesis' or 'translation'; name the field, as in a:FIELD");
}

// What is before the bad line has been handed out, whatever the cut.
TEST(Jsonl, RecordsBeforeAnErrorCount) {
  std::string jsonl;
  for (int i = 0; i < 50; ++i) jsonl += "{\"hyp\": \"" + std::to_string(i) + "\"}\n";
  for (const uint32_t longest : {1U, 30U, 5000U}) {
    const Opened opened = ReadPieces("a", jsonl + "{\"hyp\n", Role::kSystem, "", longest);
    EXPECT_EQ(opened.driven.lines[0].size(), 50U);
    EXPECT_THAT(std::string(opened.status.message()), testing::StartsWith("a:51: "));
  }
}

TEST(Jsonl, TextThatBeginsWithABraceStaysText) {
  const Opened opened = ReadPieces("a", "{braces} x\n{}\n", Role::kSystem, "");
  EXPECT_THAT(opened.driven.lines[0], ElementsAre("{braces} x", "{}"));
}

// Rows of all lengths, among them lines of many blocks, against the strings they were made of.
TEST(Rows, AnyCutGivesTheSameColumns) {
  std::mt19937 random(11);
  std::vector<std::string> refs, hyps;
  std::string tsv = "ref\thyp\n", jsonl;
  for (int i = 0; i < 300; ++i) {
    refs.push_back(std::string(random() % (i % 50 == 0 ? 3000 : 20), 'r') + std::to_string(i));
    hyps.push_back(std::string(random() % 20, ' ') + std::to_string(i));
    tsv += refs.back() + "\t" + hyps.back() + "\n";
    jsonl += "{\"refs\":[\"" + refs.back() + "\",\"" + hyps.back() + "\"]}\n";
  }
  for (const uint32_t longest : {1U, 13U, 300U, 5000U, 100000U}) {
    EXPECT_EQ(ReadPieces("t", tsv, Role::kReference, "ref", longest).driven.lines[0], refs);
    EXPECT_EQ(ReadPieces("t", tsv, Role::kReference, "hyp", longest).driven.lines[0], hyps);
    EXPECT_EQ(ReadPieces("t", jsonl, Role::kReference, "", longest).driven.lines,
              (std::vector{refs, hyps}));
    const Opened ranged =
        ReadColumns(OpenColumns(MemorySource("t", jsonl, true), Role::kReference, {}),
                    Role::kReference, longest);
    EXPECT_EQ(ranged.driven.lines, (std::vector{refs, hyps}));
  }
}

TEST(Rows, AreReadTwice) {
  std::string jsonl;
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) {
    texts.push_back(std::to_string(i));
    jsonl += "{\"refs\":[\"" + texts.back() + "\",\"x\",null],\"id\":" + texts.back() + "}\n";
  }
  const auto make = [&jsonl](int kind) -> std::unique_ptr<Source> {
    if (kind == 0) return MemorySource("t", jsonl, true);
    return std::make_unique<test::PiecesSource>("t", jsonl, 99, 3, kind == 1);
  };
  for (const int kind : {0, 1, 2}) {
    auto columns = OpenColumns(make(kind), Role::kReference, {});
    ASSERT_TRUE(columns.ok()) << columns.status();
    std::vector<std::unique_ptr<Source>> sources;
    for (Column& column : *columns) {
      sources.push_back(MakeRereadable(std::move(column.source)).value());
      EXPECT_TRUE(sources.back()->rereadable());
    }
    ReadLimits limits;
    limits.block_bytes = 500;
    for (int time = 0; time < 3; ++time) {
      const test::Driven driven = test::Drive(sources, 3, limits, 1);
      ASSERT_TRUE(driven.status.ok()) << driven.status;
      EXPECT_EQ(driven.lines[0], texts) << kind;
      EXPECT_EQ(driven.ids, texts);
      EXPECT_THAT(driven.missing[2], Each(1));
      for (auto& source : sources) source->Rewind();
    }
  }
}

}  // namespace
}  // namespace mtgauge
