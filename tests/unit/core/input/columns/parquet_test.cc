// Parquet: every encoding and every cut of pages gives the same segments, and what is wrong is
// said.
#include "core/input/columns/parquet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/input/columns/parquet_values.h"
#include "core/input/columns/thrift.h"
#include "tests/support/parquet_bytes.h"
#include "tests/unit/core/input/opened_columns.h"

namespace mtgauge {
namespace {

using test::Deltas;
using test::Opened;
using test::ParquetBytes;
using test::PlainTexts;
using test::Runs;
using test::TestChunk;
using test::TestPage;
using test::WithLength;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr int kText = 6, kLong = 2;

Opened ReadParquet(const std::string& bytes, Role role, const std::string& column,
                   OpenOptions options = {}) {
  options.column = column;
  return test::ReadColumns(OpenColumns(MemorySource("a.parquet", bytes, true), role, options), role,
                           1 << 10);
}

void ExpectPartsOf(const std::string& bytes, const std::string& column, const test::Driven& whole) {
  OpenOptions options;
  options.column = column;
  test::ExpectPartsAreTheWhole(
      [&](const OpenOptions& opened) {
        return OpenColumns(MemorySource("a.parquet", bytes, true), Role::kReference, opened);
      },
      options, whole);
}

std::string ErrorOf(const std::string& bytes, const std::string& column = "ref") {
  const Opened opened = ReadParquet(bytes, Role::kReference, column);
  EXPECT_EQ(opened.status.kind(), ErrorKind::kInput) << opened.status;
  return opened.status.message();
}

// A required column of texts, in one page.
std::string OneColumn(const TestPage& page, int64_t rows, int type = kText) {
  return ParquetBytes({{"ref", type}}, 1, {{rows, {{type, page.values, {page}}}}});
}

using Row = std::vector<std::optional<std::string>>;  // of a list

struct RandomColumn {
  explicit RandomColumn(uint64_t seed) : random(seed) {}

  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random() % n); }
  std::optional<std::string> Value() {
    if (Below(5) == 0) return std::nullopt;
    std::string text;
    for (uint32_t n = Below(6); n > 0; --n) text += "abc\n"[Below(4)];
    return text;
  }

  // The values that are there, in one of the encodings. `dictionary`: of the chunk.
  std::string Encode(const std::vector<std::string>& texts, int encoding,
                     const std::vector<std::string>& dictionary) {
    std::vector<int64_t> lengths, shared;
    std::vector<uint32_t> indexes;
    std::string joined, before;
    for (const std::string& text : texts) {
      const auto same = std::mismatch(text.begin(), text.end(), before.begin(), before.end());
      const size_t kept = encoding == 7 ? static_cast<size_t>(same.first - text.begin()) : 0;
      shared.push_back(static_cast<int64_t>(kept));
      lengths.push_back(static_cast<int64_t>(text.size() - kept));
      joined += text.substr(kept);
      before = text;
      const auto place = std::find(dictionary.begin(), dictionary.end(), text);
      indexes.push_back(static_cast<uint32_t>(place - dictionary.begin()));
    }
    if (encoding == 0) return PlainTexts(texts);
    if (encoding == 6) return Deltas(lengths) + joined;
    if (encoding == 7) return Deltas(shared) + Deltas(lengths) + joined;
    return static_cast<char>(12) + Runs(indexes, 12, Shapes());
  }
  std::vector<bool> Shapes() {
    std::vector<bool> shapes(100);
    for (size_t i = 0; i < shapes.size(); ++i) shapes[i] = Below(2) == 0;
    return shapes;
  }

  std::mt19937_64 random;
};

// Entries of a page: levels, and the values that are there.
struct Entries {
  std::vector<uint32_t> repetitions, definitions;
  std::vector<std::string> texts;
};

TestPage MakePage(RandomColumn& column, const Entries& entries, int encoding,
                  const std::vector<std::string>& dictionary, unsigned definition_width,
                  bool list) {
  const std::string repetitions = list ? Runs(entries.repetitions, 1, column.Shapes()) : "";
  const std::string definitions = Runs(entries.definitions, definition_width, column.Shapes());
  TestPage page = {.kind = column.Below(2) == 0 ? 0 : 3,
                   .encoding = encoding,
                   .values = static_cast<int64_t>(entries.definitions.size())};
  if (page.kind == 0) {
    page.body = (list ? WithLength(repetitions) : "") + WithLength(definitions);
  } else {
    page.body = repetitions + definitions;
    page.repetition_bytes = static_cast<int64_t>(repetitions.size());
    page.definition_bytes = static_cast<int64_t>(definitions.size());
  }
  page.body += column.Encode(entries.texts, encoding, dictionary);
  return page;
}

// Cuts entries into pages of any size, also within rows, each with another encoding.
TestChunk MakeChunk(RandomColumn& column, const Entries& all, uint32_t there, bool list) {
  TestChunk chunk;
  std::vector<std::string> dictionary = all.texts;
  std::sort(dictionary.begin(), dictionary.end());
  dictionary.erase(std::unique(dictionary.begin(), dictionary.end()), dictionary.end());
  chunk.pages.push_back({.kind = 2,
                         .encoding = 0,
                         .values = static_cast<int64_t>(dictionary.size()),
                         .body = PlainTexts(dictionary)});
  size_t text = 0;
  for (size_t at = 0; at < all.definitions.size();) {
    Entries page;
    for (uint32_t left = 1 + column.Below(40); left > 0 && at < all.definitions.size(); --left) {
      if (list) page.repetitions.push_back(all.repetitions[at]);
      page.definitions.push_back(all.definitions[at]);
      if (all.definitions[at++] == there) page.texts.push_back(all.texts[text++]);
    }
    constexpr int kEncodings[] = {0, 2, 6, 7, 8};
    chunk.pages.push_back(
        MakePage(column, page, kEncodings[column.Below(5)], dictionary, there == 1 ? 1 : 2, list));
  }
  chunk.values = static_cast<int64_t>(all.definitions.size());
  return chunk;
}

TEST(Parquet, TextsOfEveryEncodingAndCut) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomColumn column(seed);
    std::vector<test::TestGroup> groups;
    std::vector<std::string> wanted;
    std::vector<uint8_t> missing;
    for (uint32_t g = column.Below(3) + 1; g > 0; --g) {
      Entries entries;
      const uint32_t rows = 1 + column.Below(200);
      for (uint32_t i = 0; i < rows; ++i) {
        const auto value = column.Value();
        entries.definitions.push_back(value ? 1 : 0);
        if (value) entries.texts.push_back(*value);
        wanted.push_back(value.value_or(""));
        missing.push_back(value ? 0 : 1);
      }
      groups.push_back({rows, {MakeChunk(column, entries, 1, false)}});
    }
    const std::string bytes = ParquetBytes({{"x", kText, 1}}, 1, groups);
    const Opened opened = ReadParquet(bytes, Role::kReference, "x");
    ASSERT_TRUE(opened.status.ok()) << opened.status << seed;
    EXPECT_EQ(opened.driven.lines[0], wanted) << seed;
    EXPECT_EQ(opened.driven.missing[0], missing) << seed;
    ExpectPartsOf(bytes, "x", opened.driven);
  }
}

// Lists of up to three elements; the first row's has three.
TEST(Parquet, ListsOfEveryEncodingAndCut) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomColumn column(seed);
    Entries entries;
    std::vector<std::vector<std::string>> wanted(3);
    std::vector<std::vector<uint8_t>> missing(3);
    const uint32_t rows = 1 + column.Below(150);
    for (uint32_t i = 0; i < rows; ++i) {
      const uint32_t kind = i == 0 ? 5 : column.Below(6);  // null, empty, or elements
      const uint32_t elements = kind < 2 ? 0 : i == 0 ? 3 : 1 + column.Below(3);
      if (elements == 0) {
        entries.repetitions.push_back(0);
        entries.definitions.push_back(kind);
      }
      for (uint32_t e = 0; e < 3; ++e) {
        const auto value = e < elements ? column.Value() : std::nullopt;
        wanted[e].push_back(value.value_or(""));
        missing[e].push_back(value ? 0 : 1);
        if (e >= elements) continue;
        entries.repetitions.push_back(e > 0 ? 1 : 0);
        entries.definitions.push_back(value ? 3 : 2);
        if (value) entries.texts.push_back(*value);
      }
    }
    const std::vector<test::ParquetField> fields = {
        {"refs", -1, 1, 1, 3}, {"list", -1, 2, 1}, {"element", kText, 1}};
    const std::string bytes =
        ParquetBytes(fields, 1, {{rows, {MakeChunk(column, entries, 3, true)}}});
    const Opened opened = ReadParquet(bytes, Role::kReference, "");
    ASSERT_TRUE(opened.status.ok()) << opened.status << seed;
    for (size_t e = 0; e < 3; ++e) {
      EXPECT_EQ(opened.driven.lines[e], wanted[e]) << seed;
      EXPECT_EQ(opened.driven.missing[e], missing[e]) << seed;
    }
    ExpectPartsOf(bytes, "", opened.driven);
  }
}

TEST(Parquet, IdsDocumentsGroupsAndLines) {
  const auto text = [](const std::vector<std::string>& texts) {
    return TestChunk{kText, 2, {{.values = 2, .body = PlainTexts(texts)}}};
  };
  const TestChunk ids = {kLong, 2, {{.encoding = 5, .values = 2, .body = Deltas({7, -8})}}};
  const std::string bytes = ParquetBytes(
      {{"meta", -1, 0, 1}, {"lang", kText}, {"doc", kText}, {"id", kLong}, {"hyp", kText}}, 4,
      {{2, {text({"de", "fr"}), text({"d", "e"}), ids, text({"a b", "c\nd"})}}});
  OpenOptions options;
  options.by = "meta.lang";
  const Opened opened = ReadParquet(bytes, Role::kSystem, "", options);
  ASSERT_TRUE(opened.status.ok()) << opened.status;
  EXPECT_THAT(opened.driven.lines[0], ElementsAre("a b", "c\nd"));
  EXPECT_THAT(opened.driven.ids, ElementsAre("7", "-8"));
  EXPECT_THAT(opened.driven.documents, ElementsAre("d", "e"));
  EXPECT_THAT(opened.driven.groups, ElementsAre("de", "fr"));
  EXPECT_THAT(opened.driven.file_lines[0], ElementsAre(1, 2));
}

// A file gives what the same records give as JSON Lines, errors included.
TEST(Parquet, GroupsAreThoseOfJsonLines) {
  const auto text = [](const std::vector<std::string>& texts) {
    return TestChunk{kText, 2, {{.values = 2, .body = PlainTexts(texts)}}};
  };
  // The first record has null.
  const TestChunk second = {
      kText,
      2,
      {{.values = 2, .body = WithLength(Runs({0, 1}, 1, {true})) + PlainTexts({"news"})}}};
  const std::string parquet =
      ParquetBytes({{"nest", -1, 0, 1}, {"x", kText}, {"domain", kText, 1}, {"ref", kText}}, 3,
                   {{2, {text({"de", "fr"}), second, text({"a", "b"})}}});
  const std::string json = R"({"nest": {"x": "de"}, "domain": null, "ref": "a"})"
                           "\n"
                           R"({"nest": {"x": "fr"}, "domain": "news", "ref": "b"})"
                           "\n";
  for (const std::string by : {"nest.x", "domain", "domain,nest.x", "other", "nest"}) {
    for (const bool may_lack : {false, true}) {
      OpenOptions options;
      options.by = by;
      options.by_may_lack = may_lack;
      const auto read = [&](const std::string& name, const std::string& bytes) {
        return test::ReadColumns(
            OpenColumns(MemorySource(name, bytes, true), Role::kReference, options),
            Role::kReference, 1 << 10);
      };
      const Opened found = read("a", parquet), wanted = read("a", json);
      EXPECT_EQ(found.status.message(), wanted.status.message()) << by;
      EXPECT_EQ(found.driven.groups, wanted.driven.groups) << by;
      EXPECT_EQ(found.driven.lines, wanted.driven.lines) << by;
    }
  }
}

TEST(Parquet, RowsBeforeAnErrorComeFirst) {
  const auto page = [](const std::vector<uint32_t>& there, const std::vector<std::string>& texts) {
    return TestPage{.values = static_cast<int64_t>(there.size()),
                    .body = WithLength(Runs(there, 1, {true})) + PlainTexts(texts)};
  };
  const TestChunk chunk = {
      kText, 6, {page({1, 1, 0}, {"a", "b\nc"}), page({1, 1, 1}, {"d", "e", "f"})}};
  const std::string bytes = ParquetBytes({{"hyp", kText, 1}}, 1, {{6, {chunk}}});
  const Opened opened = ReadParquet(bytes, Role::kSystem, "");
  EXPECT_EQ(std::string(opened.status.message()),
            "a.parquet:3: the field 'hyp' is missing or null; add it to every record; an empty "
            "text is \"\"");
  EXPECT_THAT(opened.driven.lines[0], ElementsAre("a", "b\nc"));
  const Opened references = ReadParquet(bytes, Role::kReference, "hyp");
  ASSERT_TRUE(references.status.ok()) << references.status;
  EXPECT_THAT(references.driven.missing[0], ElementsAre(0, 0, 1, 0, 0, 0));
  EXPECT_THAT(references.driven.file_lines[0], ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Parquet, APipeIsReadAsAFile) {
  const std::string bytes = OneColumn({.values = 1, .body = PlainTexts({"a"})}, 1);
  const Opened opened = test::ReadPieces("data", bytes, Role::kReference, "ref", 7);
  ASSERT_TRUE(opened.status.ok()) << opened.status;
  EXPECT_THAT(opened.driven.lines[0], ElementsAre("a"));
}

TEST(Parquet, ErrorsNameColumnRowGroupAndRemedy) {
  EXPECT_EQ(ErrorOf(OneColumn({.values = 2, .body = PlainTexts({"a"})}, 2)),
            "a.parquet: column 'ref', row group 1: a page ends early; get an undamaged copy, or "
            "write the file again");
  EXPECT_THAT(ErrorOf(OneColumn({.values = 1, .body = "\x05\0\0\0a"}, 1)), HasSubstr("ends early"));
  EXPECT_THAT(ErrorOf(OneColumn({.values = 1, .body = PlainTexts({"a"})}, 2)),
              HasSubstr("it has 1 rows, but its row group has 2"));
  EXPECT_THAT(ErrorOf(OneColumn({.encoding = 8, .values = 1, .body = "\x01\x02\x01"}, 1)),
              HasSubstr("a page needs a dictionary"));
  EXPECT_THAT(ErrorOf(OneColumn({.encoding = 4, .values = 1, .body = "a"}, 1)),
              HasSubstr("an encoding that is not read"));
  EXPECT_EQ(ErrorOf(OneColumn({.values = 1, .body = std::string(8, '\0')}, 1, kLong)),
            "a.parquet: the column 'ref' has whole numbers, not texts; name a column of texts");
  EXPECT_EQ(ErrorOf(OneColumn({.values = 1, .body = PlainTexts({"a"})}, 1), "hyp"),
            "a.parquet: no column is called 'hyp'; name a column of texts, as in a.parquet:NAME "
            "(there are 'ref')");
  EXPECT_THAT(ErrorOf("PAR1"), HasSubstr("too short"));
  EXPECT_THAT(ErrorOf("Some text that is longer."), HasSubstr("it is not Parquet"));
}

TEST(Parquet, AMapIsNoColumnOfTexts) {
  const std::string bytes = ParquetBytes({{"m", -1, 1, 1, 1},
                                          {"key_value", -1, 2, 2},
                                          {"key", kText},
                                          {"value", kText, 1},
                                          {"ref", kText}},
                                         2, {{0, {{kText}, {kText}, {kText}}}});
  for (const std::string column : {"m", "m.de", "m.key_value", "m.key_value.value"}) {
    EXPECT_THAT(ErrorOf(bytes, column),
                HasSubstr("has maps, not texts; write the texts of the key"))
        << column;
  }
  EXPECT_THAT(ErrorOf(bytes, "m.de"), HasSubstr("the column 'm' has maps"));
  EXPECT_THAT(ErrorOf(bytes, "x"), HasSubstr("no column is called 'x'"));
}

TEST(Parquet, NamesThatMeanSeveralColumns) {
  const auto text = [](const std::string& one) {
    return TestChunk{kText, 1, {{.values = 1, .body = PlainTexts({one})}}};
  };
  const std::string twice =
      ParquetBytes({{"ref", kText}, {"ref", kText}}, 2, {{1, {text("a"), text("b")}}});
  EXPECT_THAT(ErrorOf(twice), HasSubstr("the name 'ref' is there twice"));
  // A column with the whole name wins.
  const std::string dots = ParquetBytes({{"a", -1, 0, 1}, {"b", kText}, {"a.b", kText}}, 2,
                                        {{1, {text("inner"), text("whole")}}});
  EXPECT_THAT(ReadParquet(dots, Role::kReference, "a.b").driven.lines[0], ElementsAre("whole"));
  const TestChunk real = {5, 1, {{.values = 1, .body = std::string(8, '\0')}}};
  EXPECT_THAT(ErrorOf(ParquetBytes({{"id", 5}, {"ref", kText}}, 2, {{1, {real, text("a")}}})),
              HasSubstr("the column 'id' has numbers with fractions, but ids"));
}

TEST(Parquet, MoreThanAFileCanHaveIsRefusedBeforeMemoryIsTaken) {
  const TestPage dictionary = {.kind = 2, .values = 1 << 23, .body = std::string(1 << 20, '\0')};
  const std::string counts = ParquetBytes({{"ref", kText}}, 1, {{1, {{kText, 1, {dictionary}}}}});
  EXPECT_THAT(ErrorOf(counts), HasSubstr("a dictionary has a wrong count"));
  std::vector<test::ParquetField> fields = {{std::string(1 << 20, 'n'), -1, 0, 100}};
  for (int i = 0; i < 100; ++i) fields.push_back({"x", kText});
  EXPECT_THAT(ErrorOf(ParquetBytes(fields, 1, {})),
              HasSubstr("the names in its schema are too long"));
}

TEST(Parquet, EveryCutOfAFileIsAnError) {
  const std::string bytes = OneColumn({.values = 2, .body = PlainTexts({"a", "b"})}, 2);
  for (size_t size = 0; size < bytes.size(); ++size) ErrorOf(bytes.substr(0, size));
}

TEST(ParquetValues, RunsOfEveryWidth) {
  std::mt19937_64 random(1);
  for (unsigned width = 1; width <= 32; ++width) {
    std::vector<uint32_t> wanted(77);
    std::vector<bool> packed(10);
    const uint64_t values = uint64_t{1} << width;
    for (size_t i = 0; i < wanted.size(); ++i) {
      packed[i / 8] = i % 16 < 8;
      wanted[i] = static_cast<uint32_t>((packed[i / 8] ? random() : i / 8) % values);
    }
    std::vector<uint32_t> found(wanted.size());
    const std::string bytes = Runs(wanted, width, packed);
    EXPECT_EQ(ReadRuns(bytes, width, found), "");
    EXPECT_EQ(found, wanted) << width;
    EXPECT_NE(ReadRuns(bytes.substr(0, bytes.size() / 2), width, found), "");
  }
  std::vector<uint32_t> one(1);
  EXPECT_NE(ReadRuns("\x02", 33, one), "");
  EXPECT_NE(ReadRuns(std::string(1, '\0'), 1, one), "");
}

TEST(ParquetValues, DeltasOfEveryWidth) {
  std::mt19937_64 random(1);
  for (unsigned width = 0; width <= 64; ++width) {
    std::vector<int64_t> wanted, found;
    for (size_t i = 0; i < 300; ++i) {
      wanted.push_back(width == 0 ? 5 : static_cast<int64_t>(random() >> (64 - width)));
    }
    const std::string bytes = Deltas(wanted) + "rest";
    std::string_view rest = bytes;
    EXPECT_EQ(ReadDeltas(rest, wanted.size(), found), "");
    EXPECT_EQ(found, wanted) << width;
    EXPECT_EQ(rest, "rest");
    rest = bytes;
    EXPECT_NE(ReadDeltas(rest, wanted.size() + 1, found), "");
  }
}

TEST(ParquetValues, NumbersAsTheyAreAndByTheirBytes) {
  std::vector<int64_t> numbers;
  EXPECT_EQ(ReadPlainNumbers(std::string("\xFE\xFF\xFF\xFF\x01\0\0\0", 8), 4, 2, false, numbers),
            "");
  EXPECT_THAT(numbers, ElementsAre(-2, 1));
  EXPECT_EQ(ReadPlainNumbers(std::string("\xFE\x01\xFF\0\xFF\0\xFF\0", 8), 4, 2, true, numbers),
            "");
  EXPECT_THAT(numbers, ElementsAre(-2, 1));
  EXPECT_NE(ReadPlainNumbers("1234567", 8, 1, false, numbers), "");
  EXPECT_EQ(ReadPlainBits("\x05\x01", 9, numbers), "");
  EXPECT_THAT(numbers, ElementsAre(1, 0, 1, 0, 0, 0, 0, 0, 1));
}

TEST(Thrift, UnknownFieldsAreSkippedAndDepthIsBounded) {
  using test::ThriftStruct;
  const ThriftStruct inner = ThriftStruct().Whole(1, -5).Text(3, "x").Truth(4, true);
  const std::string bytes =
      ThriftStruct().Struct(1, inner).List(2, {inner, inner}).Whole(20 - 6, 9).bytes();
  int64_t found = 0;
  ThriftReader in(bytes);
  in.Top([&] {
    if (in.id() == 14) found = in.Whole();
  });
  EXPECT_EQ(in.fault(), "");
  EXPECT_EQ(found, 9);
  for (size_t size = 0; size < bytes.size(); ++size) {
    ThriftReader cut(std::string_view(bytes).substr(0, size));
    cut.Top([] {});
    EXPECT_NE(cut.fault(), "") << size;
  }
  const std::string structs(1000, '\x1C');
  ThriftReader deep(structs);
  deep.Top([] {});
  EXPECT_THAT(std::string(deep.fault()), HasSubstr("too deeply"));
}

}  // namespace
}  // namespace mtgauge
