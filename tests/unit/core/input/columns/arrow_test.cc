// Arrow: each kind of column gives its values, and what is wrong is said.
#include "core/input/columns/arrow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lz4frame.h>
#include <zstd.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/input/columns/flatbuffer.h"
#include "tests/support/arrow_bytes.h"
#include "tests/unit/core/input/opened_columns.h"

namespace mtgauge {
namespace {

using test::ArrowColumn;
using test::ArrowFileBytes;
using test::ArrowStream;
using test::Flat;
using test::LittleEndian;
using test::TestBatch;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using Numbers = std::vector<int32_t>;

// The rows of a leaf, as in "text", "null" or "[one|null]"; the last is an error, if there is one.
std::vector<std::string> ReadLeaf(const std::string& bytes, size_t leaf = 0) {
  const auto opened = OpenArrow(MemorySource("a.arrow", bytes, true));
  if (!opened.ok()) return {opened.status().message()};
  const ColumnFile& file = **opened;
  if (leaf >= file.leaves().size()) return {"no such leaf"};
  const auto reader = file.Read(leaf, 0);
  const auto value = [](std::string_view text) {
    return text.data() == nullptr ? "null" : std::string(text);
  };
  std::vector<std::string> values;
  LeafRows rows;
  for (;;) {
    const Result<bool> more = reader->Next(rows);
    if (!more.ok()) values.push_back(more.status().message());
    if (!more.ok() || !*more) return values;
    EXPECT_GT(rows.count, 0U);
    for (size_t row = 0, at = 0; row < rows.count; ++row) {
      if (!file.leaves()[leaf].list) {
        values.push_back(value(rows.elements[row]));
        continue;
      }
      std::string list;
      for (; at < rows.ends[row]; ++at)
        list += (list.empty() ? "" : "|") + value(rows.elements[at]);
      values.push_back("[" + list + "]");
    }
  }
}

std::string LastOf(const std::vector<std::string>& values) {
  return values.empty() ? "" : values.back();
}

const Flat kTextColumn = ArrowColumn("ref", test::kArrowText);

// "one", null, and an empty text; the bits beyond the rows are set.
TestBatch ThreeTexts() {
  return {.rows = 3,
          .nodes = {3, 1},
          .buffers = {"\xFD", LittleEndian<int32_t>({0, 3, 6, 6}), "onetwo"}};
}

TEST(Arrow, FilesAndStreamsOfTexts) {
  const TestBatch empty = {
      .rows = 0, .nodes = {0, 0}, .buffers = {"", LittleEndian<int32_t>({0}), ""}};
  const TestBatch all_there = {
      .rows = 1, .nodes = {1, 0}, .buffers = {"", LittleEndian<int32_t>({2, 5}), "xxtextyy"}};
  const std::vector<TestBatch> batches = {ThreeTexts(), empty, all_there};
  for (const std::string& bytes :
       {ArrowStream({kTextColumn}, batches), ArrowFileBytes({kTextColumn}, batches)}) {
    EXPECT_THAT(ReadLeaf(bytes), ElementsAre("one", "null", "", "tex"));
  }
  EXPECT_THAT(ReadLeaf(ArrowStream({kTextColumn}, {})), ElementsAre());
  EXPECT_THAT(ReadLeaf(ArrowFileBytes({kTextColumn}, {empty})), ElementsAre());
}

TEST(Arrow, NumbersAndTruth) {
  const std::vector<Flat> columns = {
      ArrowColumn("a", test::kArrowInt, test::WholeNumbers(8, true)),
      ArrowColumn("b", test::kArrowInt, test::WholeNumbers(64, false)),
      ArrowColumn("c", test::kArrowBool), ArrowColumn("d", test::kArrowNull),
      ArrowColumn("e", test::kArrowLargeText)};
  const TestBatch batch = {
      .rows = 2,
      .nodes = {2, 0, 2, 1, 2, 0, 2, 2, 2, 0},
      .buffers = {"", "\xFF\x7F", "\x02", LittleEndian<uint64_t>({5, UINT64_MAX}), "", "\x01", "",
                  LittleEndian<int64_t>({0, 1, 2}), "xy"}};
  const std::string bytes = ArrowStream(columns, {batch});
  EXPECT_THAT(ReadLeaf(bytes, 0), ElementsAre("-1", "127"));
  EXPECT_THAT(ReadLeaf(bytes, 1), ElementsAre("null", "18446744073709551615"));
  EXPECT_THAT(ReadLeaf(bytes, 2), ElementsAre("true", "false"));
  EXPECT_THAT(ReadLeaf(bytes, 3), ElementsAre("null", "null"));
  EXPECT_THAT(ReadLeaf(bytes, 4), ElementsAre("x", "y"));
}

// The second list is null, but has elements; the offsets do not begin at 0.
TEST(Arrow, Lists) {
  const Flat lists = ArrowColumn("refs", test::kArrowList, {}, {kTextColumn});
  const TestBatch batch = {.rows = 3,
                           .nodes = {3, 1, 5, 1},
                           .buffers = {"\x05", LittleEndian<int32_t>({1, 2, 4, 5}), "\x1D",
                                       LittleEndian<int32_t>({0, 1, 2, 3, 4, 5}), "abcde"}};
  EXPECT_THAT(ReadLeaf(ArrowStream({lists}, {batch})), ElementsAre("[null]", "[]", "[e]"));
  const Flat fixed = ArrowColumn("refs", test::kArrowFixedList, Flat().Number(0, 2), {kTextColumn});
  const TestBatch pairs = {.rows = 2,
                           .nodes = {2, 1, 4, 0},
                           .buffers = {"\x02", "", LittleEndian<int32_t>({0, 1, 2, 3, 4}), "abcd"}};
  EXPECT_THAT(ReadLeaf(ArrowStream({fixed}, {pairs})), ElementsAre("[]", "[c|d]"));
}

// A null structure makes its fields null; the field before has buffers of its own.
TEST(Arrow, StructuresAndViews) {
  const Flat views = ArrowColumn("v", test::kArrowTextView);
  const Flat record = ArrowColumn("s", test::kArrowStruct, {}, {kTextColumn, views});
  const auto view = [](int32_t length, const std::string& rest) {
    return LittleEndian<int32_t>({length}) + rest;
  };
  const std::string far = "text" + LittleEndian<int32_t>({1, 2});
  TestBatch batch = {
      .rows = 3,
      .nodes = {3, 0, 3, 1, 3, 0, 3, 0},
      .buffers = {"", view(2, "ab----------") + view(0, std::string(12, '-')) + view(13, far),
                  "unused", "--thirteen bytes", "\x05", "", LittleEndian<int32_t>({0, 1, 2, 3}),
                  "abc", "",
                  view(12, "twelve bytes") + view(1, std::string(12, 'x')) +
                      view(2, std::string(12, 'y'))},
      .views = {2, 0}};
  const std::vector<Flat> columns = {views, record};
  std::string bytes = ArrowStream(columns, {batch});
  EXPECT_THAT(ReadLeaf(bytes, 0), ElementsAre("ab", "", "thirteen byte"));
  EXPECT_THAT(ReadLeaf(bytes, 1), ElementsAre("a", "null", "c"));
  EXPECT_THAT(ReadLeaf(bytes, 2), ElementsAre("twelve bytes", "null", "yy"));
  batch.views = {1, 1};
  EXPECT_THAT(LastOf(ReadLeaf(ArrowStream(columns, {batch}))),
              HasSubstr("column 'v', batch 1: a text view has a wrong place"));
  batch.views = {1};
  EXPECT_THAT(LastOf(ReadLeaf(ArrowStream(columns, {batch}), 2)), HasSubstr("fewer fields"));
  batch.views = {2, INT64_MAX};
  EXPECT_THAT(LastOf(ReadLeaf(ArrowStream(columns, {batch}), 2)), HasSubstr("lacks its buffers"));
}

TestBatch DictionaryOf(const std::string& letters, bool adds) {
  std::vector<int32_t> offsets;
  for (size_t i = 0; i <= letters.size(); ++i) offsets.push_back(static_cast<int32_t>(i));
  const auto count = static_cast<int64_t>(letters.size());
  return {.rows = count,
          .nodes = {count, 0},
          .buffers = {"", LittleEndian(offsets), letters},
          .dictionary = 7,
          .adds = adds};
}

TEST(Arrow, DictionariesGrowAndAreReplaced) {
  const Flat column = test::WithDictionary(kTextColumn, 7, 8);
  const auto indexes = [](const std::string& bytes) {
    const auto count = static_cast<int64_t>(bytes.size());
    return TestBatch{.rows = count, .nodes = {count, 1}, .buffers = {"\xFE", bytes}};
  };
  const std::vector<TestBatch> growing = {DictionaryOf("ab", false), indexes("\x63\x01"),
                                          DictionaryOf("c", true),
                                          indexes(std::string("\x63\x02\x00", 3))};
  EXPECT_THAT(ReadLeaf(ArrowStream({column}, growing)), ElementsAre("null", "b", "null", "c", "a"));
  EXPECT_THAT(ReadLeaf(ArrowFileBytes({column}, growing)),
              ElementsAre("null", "b", "null", "c", "a"));
  const std::vector<TestBatch> replaced = {DictionaryOf("ab", false), indexes("\x63\x01"),
                                           DictionaryOf("xyz", false), indexes("\x63\x01")};
  EXPECT_THAT(ReadLeaf(ArrowStream({column}, replaced)), ElementsAre("null", "b", "null", "y"));
  EXPECT_THAT(LastOf(ReadLeaf(ArrowFileBytes({column}, replaced))), HasSubstr("two dictionaries"));
  for (const char* const wrong : {"\x63\x02", "\x63\xFF"}) {
    EXPECT_THAT(
        LastOf(ReadLeaf(ArrowStream({column}, {DictionaryOf("ab", false), indexes(wrong)}))),
        HasSubstr("column 'ref', batch 1: a value is not in its dictionary"));
  }
}

std::string Packed(const std::string& raw, int codec) {
  std::string packed(LZ4F_compressFrameBound(raw.size(), nullptr) + ZSTD_compressBound(raw.size()),
                     '\0');
  packed.resize(
      codec == 0 ? LZ4F_compressFrame(packed.data(), packed.size(), raw.data(), raw.size(), nullptr)
                 : ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), 1));
  return LittleEndian<int64_t>({static_cast<int64_t>(raw.size())}) + packed;
}

TEST(Arrow, PackedBuffers) {
  for (const int codec : {0, 1}) {
    TestBatch batch = ThreeTexts();
    batch.codec = codec;
    batch.buffers[0] = LittleEndian<int64_t>({-1}) + batch.buffers[0];
    batch.buffers[1] = Packed(batch.buffers[1], codec);
    batch.buffers[2] = Packed(batch.buffers[2], codec);
    const auto error = [&] { return LastOf(ReadLeaf(ArrowStream({kTextColumn}, {batch}))); };
    EXPECT_THAT(ReadLeaf(ArrowStream({kTextColumn}, {batch})), ElementsAre("one", "null", ""));
    std::string& texts = batch.buffers[2];
    texts.back() = static_cast<char>(texts.back() + 1);
    texts.resize(texts.size() - 1);
    EXPECT_THAT(error(), HasSubstr(codec == 0 ? "damaged LZ4 data" : "damaged zstd data"));
    texts.replace(0, 8, LittleEndian<int64_t>({7}));
    EXPECT_THAT(error(), HasSubstr("damaged"));
    texts.replace(0, 8, LittleEndian<int64_t>({-2}));
    EXPECT_THAT(error(), HasSubstr("a buffer has a wrong size"));
    texts.replace(0, 8, LittleEndian<int64_t>({INT64_MAX}));
    EXPECT_THAT(error(), HasSubstr("more than 1 GiB; write it with smaller batches"));
    texts = "short";
    EXPECT_THAT(error(), HasSubstr("a buffer ends early"));
  }
  TestBatch batch = ThreeTexts();
  batch.codec = 2;
  for (std::string& buffer : batch.buffers) buffer = LittleEndian<int64_t>({8}) + buffer;
  EXPECT_THAT(LastOf(ReadLeaf(ArrowStream({kTextColumn}, {batch}))), HasSubstr("unknown codec"));
}

TEST(Arrow, OffsetsThatLie) {
  struct Lie {
    Numbers offsets;
    std::string_view what;
  };
  for (const Lie& lie : {Lie{{0, 3, 2, 6}, "an offset is less than the one before it"},
                         Lie{{-1, 3, 6, 6}, "an offset is less than the one before it"},
                         Lie{{0, 3, 6, 7}, "a buffer is shorter than its values"},
                         Lie{{0, 3, 6}, "a buffer is shorter than its values"}}) {
    TestBatch batch = ThreeTexts();
    batch.buffers[1] = LittleEndian(lie.offsets);
    const std::string error = LastOf(ReadLeaf(ArrowFileBytes({kTextColumn}, {batch})));
    EXPECT_THAT(error, HasSubstr("a.arrow: column 'ref', batch 1: " + std::string(lie.what)));
    EXPECT_THAT(error, EndsWith("; get an undamaged copy, or write the file again"));
  }
}

TEST(Arrow, CountsThatLie) {
  const auto error = [](const TestBatch& batch) {
    return LastOf(ReadLeaf(ArrowStream({kTextColumn}, {batch})));
  };
  TestBatch batch = ThreeTexts();
  batch.rows = 2;
  EXPECT_THAT(error(batch), HasSubstr("it has another number of values than rows"));
  batch = {.rows = 1'000'000, .nodes = {1'000'000, 0}, .buffers = ThreeTexts().buffers};
  EXPECT_THAT(error(batch), HasSubstr("a buffer is shorter than its values"));
  batch = {.rows = -1, .nodes = {-1, 0}, .buffers = ThreeTexts().buffers};
  EXPECT_THAT(error(batch), HasSubstr("it has too many rows"));
  batch = ThreeTexts();
  batch.nodes.clear();
  EXPECT_THAT(error(batch), HasSubstr("it has another number of values than rows"));
  batch = ThreeTexts();
  batch.buffers.resize(2);
  EXPECT_THAT(error(batch), HasSubstr("a buffer is outside its batch"));
}

TEST(Arrow, OtherTypesAreNamed) {
  Flat deep = kTextColumn;
  for (int i = 0; i < 40; ++i) deep = ArrowColumn("s", test::kArrowStruct, {}, {deep});
  EXPECT_THAT(LastOf(ReadLeaf(ArrowStream({deep}, {}))), HasSubstr("nested too deeply"));
  const Flat list = ArrowColumn("x", test::kArrowList, {}, {kTextColumn});
  struct Other {
    Flat column;
    std::string_view what;
  };
  for (const Other& other :
       {Other{ArrowColumn("ref", test::kArrowFloat), "numbers with fractions"},
        Other{ArrowColumn("ref", test::kArrowDate), "dates"},
        Other{ArrowColumn("ref", test::kArrowMap, {}, {list}), "maps"},
        Other{ArrowColumn("ref", test::kArrowList, {}, {list}), "lists of lists"},
        Other{test::WithDictionary(ArrowColumn("ref", test::kArrowDate), 1, 32), "dates"}}) {
    const std::string bytes = ArrowStream({other.column}, {});
    EXPECT_THAT(test::ReadErrorOf("a.arrow", bytes, Role::kReference, "ref"),
                HasSubstr("the column 'ref' has " + std::string(other.what) + ", not texts"));
  }
  EXPECT_THAT(LastOf(ReadLeaf(ArrowStream({Flat().Text(0, "ref").Number(2, 99)}, {}))),
              HasSubstr("the column 'ref' has an unknown type"));
  EXPECT_THAT(LastOf(ReadLeaf(ArrowStream({ArrowColumn("n", test::kArrowInt)}, {}))),
              HasSubstr("the column 'n' has numbers of an unknown width"));
}

TEST(Arrow, FilesThatAreNotRead) {
  const std::string stream = ArrowStream({kTextColumn}, {ThreeTexts()});
  const std::string file = ArrowFileBytes({kTextColumn}, {ThreeTexts()});
  const auto error = [](const std::string& bytes) { return LastOf(ReadLeaf(bytes)); };
  EXPECT_THAT(error(stream + stream), HasSubstr("several streams, one behind the other"));
  EXPECT_THAT(error(stream.substr(0, stream.size() - 8) + stream), HasSubstr("several streams"));
  EXPECT_THAT(error(stream.substr(0, stream.size() - 16)), HasSubstr("was cut off"));
  EXPECT_THAT(error(stream.substr(0, 40)),
              HasSubstr("the metadata of message 1 are not all there"));
  EXPECT_THAT(error(file.substr(0, file.size() - 1)), HasSubstr("Arrow without its footer"));
  EXPECT_THAT(error("ARROW1"), HasSubstr("too short"));
  EXPECT_THAT(error("FEA1 and more"), HasSubstr("it is Feather 1, which is not read"));
  EXPECT_THAT(error("text"), HasSubstr("it is not Arrow"));
  EXPECT_THAT(error("\xFF\xFF\xFF\xFF" + std::string(4, '\0')), HasSubstr("it has no schema"));
  const test::ArrowPart batch = test::BatchPart(ThreeTexts());
  EXPECT_THAT(error(batch.head + batch.body), HasSubstr("its first message is not its schema"));
  const Flat schema = test::ArrowSchema({kTextColumn});
  EXPECT_THAT(error(test::MakePart(1, Flat(schema).Number(0, 1), "").head),
              HasSubstr("its numbers are big-endian"));
  EXPECT_THAT(error(test::MakePart(1, schema, "", 2).head),
              HasSubstr("it is of a version of Arrow"));
  EXPECT_THAT(error(test::MakePart(1, schema, "").head + test::MakePart(4, {}, "").head),
              HasSubstr("message 2 is of an unknown kind"));
}

// Whatever a byte says, the texts are read or an error names the file.
TEST(Arrow, AnyByteMayBeWrong) {
  const Flat lists = ArrowColumn("refs", test::kArrowList, {}, {kTextColumn});
  TestBatch batch = {
      .rows = 2,
      .nodes = {2, 1, 3, 1, 2, 1},
      .buffers = {"\x02", LittleEndian<int32_t>({0, 1, 3}), "\x05",
                  LittleEndian<int32_t>({0, 1, 2, 3}), "abc", "\x01", std::string("\x01\x00", 2)}};
  const std::vector<Flat> columns = {lists, test::WithDictionary(kTextColumn, 7, 8)};
  std::mt19937_64 random(1);
  for (const std::string& whole : {ArrowStream(columns, {DictionaryOf("ab", false), batch}),
                                   ArrowFileBytes(columns, {DictionaryOf("ab", false), batch})}) {
    ASSERT_THAT(ReadLeaf(whole), ElementsAre("[]", "[null|c]"));
    ASSERT_THAT(ReadLeaf(whole, 1), ElementsAre("b", "null"));
    for (size_t at = 0; at < whole.size(); ++at) {
      for (const int change : {1, 0x80, static_cast<int>(random() % 255) + 1}) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ change);
        for (const size_t leaf : {0U, 1U}) {
          const auto values = ReadLeaf(bytes, leaf);
          if (values.size() != 2)
            EXPECT_THAT(LastOf(values),
                        testing::AnyOf("", HasSubstr("a.arrow: "), "no such leaf", "[]", "b"));
        }
      }
      ReadLeaf(whole.substr(0, at));
    }
  }
}

// Reads every field of any table as everything.
void ReadTables(const FlatTable& table, int depth, uint64_t& sum) {
  if (depth == 4) return;
  for (size_t field = 0; field < 6; ++field) {
    sum += table.Get<uint64_t>(field) + table.Text(field).size();
    const FlatVector vector = table.Vector(field, 24), tables = table.Tables(field);
    if (vector.size() > 0) sum += vector.Get<uint64_t>(vector.size() - 1, 16);
    if (tables.size() > 0) ReadTables(tables.Table(tables.size() - 1), depth + 1, sum);
    ReadTables(table.Table(field), depth + 1, sum);
  }
}

TEST(FlatBuffer, NeverReadsPastItsBytes) {
  const std::string whole =
      test::ArrowSchema({kTextColumn, ArrowColumn("b", test::kArrowBool)}).Bytes();
  std::mt19937_64 random(2);
  for (int i = 0; i < 4'000; ++i) {
    // Without room behind the last byte, so that sanitizers see a read past it.
    std::vector<char> bytes(whole.begin(), whole.end());
    bytes.resize(random() % (bytes.size() + 1));
    bytes.shrink_to_fit();
    for (uint64_t n = random() % 4; n > 0 && !bytes.empty(); --n) {
      bytes[random() % bytes.size()] =
          static_cast<char>(random() % 3 == 0 ? random() : random() % 9);
    }
    FlatBuffer buffer({bytes.data(), bytes.size()});
    uint64_t sum = 0;
    ReadTables(buffer.Root(), 0, sum);
    if (!buffer.fault().empty()) EXPECT_THAT(buffer.fault(), HasSubstr("the metadata"));
  }
}

TEST(FlatBuffer, FieldsThatAreNotThere) {
  const std::string bytes = Flat().Number(1, 5).Text(3, "text").Bytes();
  FlatBuffer buffer(bytes);
  const FlatTable table = buffer.Root();
  EXPECT_EQ(table.Get<int32_t>(1), 5);
  EXPECT_EQ(table.Get<int32_t>(0, 9), 9);
  EXPECT_EQ(table.Get<int32_t>(70, 9), 9);
  EXPECT_EQ(table.Text(3), "text");
  EXPECT_EQ(table.Text(2), "");
  EXPECT_FALSE(table.Table(0).exists());
  EXPECT_EQ(table.Tables(2).size(), 0U);
  EXPECT_EQ(FlatTable().Get<int8_t>(0, 3), 3);
  EXPECT_EQ(buffer.fault(), "");
}

}  // namespace
}  // namespace mtgauge
