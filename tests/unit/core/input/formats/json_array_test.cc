// JSON arrays, for any cut of their bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/core/input/opened_columns.h"

namespace mtgauge {
namespace {

using test::Opened;
using test::ReadErrorOf;
using test::ReadPieces;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(JsonArray, ListsOfTexts) {
  const std::string json = "\n[ \"one, [\\\"two\\\"]\",\r\n null , \"\", \"\\\\\" ]\n\n";
  for (const uint32_t longest : {1U, 2U, 7U, 100U}) {
    const Opened texts = ReadPieces("a.json", json, Role::kReference, "", longest);
    ASSERT_TRUE(texts.status.ok()) << texts.status;
    EXPECT_THAT(texts.driven.lines[0], ElementsAre("one, [\"two\"]", "", "", "\\"));
    EXPECT_THAT(texts.driven.missing[0], ElementsAre(0, 1, 0, 0));
    EXPECT_THAT(texts.driven.file_lines[0], ElementsAre(1, 2, 3, 4));  // elements
  }
  EXPECT_TRUE(ReadPieces("a.json", "[]", Role::kSystem, "").driven.lines[0].empty());
}

TEST(JsonArray, ListsOfObjectsAreJsonLines) {
  const std::string json =
      "[\n  {\"id\": 7, \"hyp\": \"a\\nb\", \"n\": [1, {\"x\": \"]\"}]},\n  {\"hyp\": \"c\", \"id\": 8}\n]\n";
  for (const uint32_t longest : {1U, 3U, 100U}) {
    const Opened hyp = ReadPieces("a.json", json, Role::kSystem, "", longest);
    ASSERT_TRUE(hyp.status.ok()) << hyp.status;
    EXPECT_THAT(hyp.driven.lines[0], ElementsAre("a\nb", "c"));
    EXPECT_THAT(hyp.driven.ids, ElementsAre("7", "8"));
  }
  const Opened refs =
      ReadPieces("a.json", "[{\"refs\":[\"a\",\"b\"]},{\"refs\":[\"c\"]}]", Role::kReference, "");
  EXPECT_THAT(refs.driven.lines[1], ElementsAre("b", ""));
  EXPECT_THAT(refs.driven.missing[1], ElementsAre(0, 1));
}

// The first element is sought in blocks of another size.
TEST(JsonArray, FilesOfManyBlocks) {
  std::string json = "[\"0\"";
  for (int i = 1; i < 100'000; ++i) json += ",\n\"" + std::to_string(i) + "\"";
  const Opened texts =
      test::ReadColumns(OpenColumns(MemorySource("a.json", json + "]", true), Role::kSystem, {}),
                        Role::kSystem, 4096);
  ASSERT_TRUE(texts.status.ok()) << texts.status;
  ASSERT_EQ(texts.driven.lines[0].size(), 100'000U);
  EXPECT_EQ(texts.driven.lines[0].back(), "99999");
}

// One object a line is JSON Lines, whatever the file is called.
TEST(JsonArray, TheBeginningDecides) {
  EXPECT_THAT(ReadPieces("a.json", "{\"hyp\": \"x\"}\n{\"hyp\": \"y\"}\n", Role::kSystem, "")
                  .driven.lines[0],
              ElementsAre("x", "y"));
}

TEST(JsonArray, ErrorsNameFileElementAndRemedy) {
  EXPECT_EQ(ReadErrorOf("a.json", "[\"a\", \"b\"", Role::kSystem),
            "a.json:2: the JSON array has no end; check that the file is whole");
  EXPECT_EQ(ReadErrorOf("a.json", "[\"a\", ]", Role::kSystem),
            "a.json:2: an element of the JSON array is missing beside a comma; remove the comma");
  EXPECT_EQ(ReadErrorOf("a.json", "[\"a\"] x", Role::kSystem),
            "a.json: something follows the JSON array; write one array");
  EXPECT_EQ(ReadErrorOf("a.json", "one\ntwo\n", Role::kSystem),
            "a.json: the file does not begin with a JSON array; if it has one object a line, set "
            "`input-format` jsonl, and text if each line is a segment");
  EXPECT_EQ(
      ReadErrorOf("a.json", "[\"a\", 5]", Role::kSystem),
      "a.json:2: this element of the JSON array is not a text; write texts only, or objects only "
      "and name the field, as in a.json:FIELD");
  EXPECT_THAT(ReadErrorOf("a.json", "[{\"hyp\": \"a\"} {\"hyp\": \"b\"}]", Role::kSystem),
              HasSubstr("a.json:1: not valid JSON"));
  EXPECT_EQ(ReadErrorOf("a.json", "[\"a\", \"\xFF\"]", Role::kSystem),
            "a.json:2: not valid JSON: a text is not UTF-8; convert the file to UTF-8");
  OpenOptions joined;
  joined.key = "id";
  EXPECT_THAT(
      std::string(OpenColumns(MemorySource("a.json", "[\"a\"]", true), Role::kSystem, joined)
                      .status()
                      .message()),
      HasSubstr("a.json:1: not a JSON object"));
  EXPECT_THAT(ReadErrorOf("a.json", "[null]", Role::kSystem), HasSubstr("is not a text"));
}

}  // namespace
}  // namespace mtgauge
