// Files of tables: their columns are read as they were written, however many lines there are and
// whenever bytes are taken. What other libraries read is tested in Python.
#include "core/report/columns/table_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/input/columns/arrow.h"
#include "core/input/columns/column_file.h"
#include "core/input/columns/parquet.h"
#include "core/input/source.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;
using enum ColumnType;

using Values = std::vector<std::optional<std::string>>;

std::shared_ptr<const ColumnFile> OpenTable(std::string_view format, const std::string& bytes) {
  std::shared_ptr<Source> source = MemorySource("table", bytes, true);
  auto file = format == kParquet ? OpenParquet(std::move(source)) : OpenArrow(std::move(source));
  EXPECT_TRUE(file.ok()) << file.status();
  return file.ok() ? std::move(file).value() : nullptr;
}

// Returns the values of a column of texts, whole numbers or switches.
Values ReadColumn(const ColumnFile& file, size_t column) {
  const std::unique_ptr<LeafReader> reader = file.Read(column, 0);
  Values values;
  for (LeafRows rows;;) {
    const Result<bool> more = reader->Next(rows);
    EXPECT_TRUE(more.ok()) << more.status();
    if (!more.ok() || !*more) return values;
    for (const std::string_view value : rows.elements) {
      values.push_back(value.data() == nullptr ? std::nullopt : std::optional(std::string(value)));
    }
  }
}

// What a reader of text makes of a cell. An empty text is none.
std::optional<std::string> Printed(const TableCell& cell) {
  if (const auto* const text = std::get_if<std::string>(&cell)) {
    return text->empty() ? std::nullopt : std::optional(*text);
  }
  if (const auto* const whole = std::get_if<int64_t>(&cell)) return std::to_string(*whole);
  if (const auto* const truth = std::get_if<bool>(&cell)) return *truth ? "true" : "false";
  return std::nullopt;
}

// A table of random values. `repeat`: texts are few, so that they get a dictionary.
Table RandomTable(uint64_t seed, size_t lines, bool repeat) {
  std::mt19937_64 random(seed);
  const auto below = [&](uint64_t n) { return random() % n; };
  Table table;
  table.columns = {{"text \"ß", kText},
                   {"whole", kWhole},
                   {"switch", kSwitch},
                   {"none", kText},
                   {"real", kReal}};
  for (size_t i = 0; i < lines; ++i) {
    const std::string text =
        repeat ? std::string(below(4), 'x') : std::string(below(9), 'a') + std::to_string(i);
    std::vector<TableCell> line = {text, static_cast<int64_t>(random()), below(2) == 0,
                                   std::string(), std::sqrt(static_cast<double>(i))};
    for (TableCell& cell : line) {
      if (below(5) == 0) cell = {};
    }
    table.lines.push_back(line);
  }
  return table;
}

TEST(TableEncoderTest, ColumnsAreReadAsTheyWereWritten) {
  for (const std::string_view format : {kParquet, kArrow}) {
    for (const bool to_pipe : {false, true}) {
      uint64_t seed = 0;
      for (const size_t lines : {0, 1, 7, 8, 9, 1000, 16'384, 16'385, 131'072, 140'000}) {
        SCOPED_TRACE(std::string(format) + ' ' + std::to_string(lines));
        const Table table = RandomTable(seed, lines, seed % 2 == 0);
        ++seed;
        WriteOptions options;
        options.to_pipe = to_pipe;
        const auto file =
            OpenTable(format, TableBytes(*FindTableFormat(format), table, "schema", options));
        ASSERT_NE(file, nullptr);
        ASSERT_EQ(file->leaves().size(), table.columns.size());
        for (size_t c = 0; c < table.columns.size(); ++c) {
          EXPECT_EQ(file->leaves()[c].name, table.columns[c].name);
          if (table.columns[c].type == kReal) continue;  // not read as text
          Values written;
          for (const auto& line : table.lines) written.push_back(Printed(line[c]));
          EXPECT_EQ(ReadColumn(*file, c), written) << table.columns[c].name;
        }
      }
    }
  }
}

// Lines with long texts are kept together in smaller groups, whose offsets fit.
TEST(TableEncoderTest, LongTextsMakeSmallGroups) {
  for (const std::string_view format : {kParquet, kArrow}) {
    Table table;
    table.columns = {{"text", kText}};
    for (char c = 'a'; c < 'e'; ++c) table.lines.push_back({std::string(30 << 20, c)});
    const auto file = OpenTable(format, TableBytes(*FindTableFormat(format), table, "", {}));
    ASSERT_NE(file, nullptr);
    const std::unique_ptr<LeafReader> reader = file->Read(0, 0);
    std::vector<size_t> sizes;
    for (LeafRows rows;;) {
      const Result<bool> more = reader->Next(rows);
      ASSERT_TRUE(more.ok()) << more.status();
      if (!*more) break;
      for (const std::string_view value : rows.elements) sizes.push_back(value.size());
    }
    EXPECT_EQ(sizes, std::vector<size_t>(4, 30 << 20)) << format;
  }
}

TEST(TableEncoderTest, TakingEarlyChangesNoByte) {
  const Table table = RandomTable(1, 140'000, false);
  for (const std::string_view format : {kParquet, kArrow}) {
    TableStream stream(*FindTableFormat(format), {table.columns, {{"mtgauge.schema", "s"}}}, {});
    std::string bytes;
    for (const auto& line : table.lines) {
      for (const TableCell& cell : line) {
        std::visit([&](const auto& value) { stream.Add(value); }, cell);
      }
      if (line[1].index() > 0) bytes += stream.Take(false);
    }
    bytes += stream.Take(true);
    EXPECT_EQ(bytes == TableBytes(*FindTableFormat(format), table, "s", {}), true) << format;
  }
}

TEST(TableEncoderTest, BytesThatAreNoTextAreReplaced) {
  Table table;
  table.columns = {{"na\xFFme", kText}};
  table.lines = {{std::string("a\xFFz")}};
  for (const std::string_view format : {kParquet, kArrow}) {
    const auto file = OpenTable(format, TableBytes(*FindTableFormat(format), table, "", {}));
    ASSERT_NE(file, nullptr);
    EXPECT_EQ(file->leaves()[0].name, "na\uFFFDme");
    EXPECT_THAT(ReadColumn(*file, 0), ElementsAre("a\uFFFDz"));
  }
}

TEST(TableEncoderTest, TablesThatAreNoneAreRefused) {
  const OwnFolder folder;
  const std::string path = folder.Path("out.parquet");
  const Table good = {{{"a", kText}, {"b", kReal}}, {{std::string("x"), 1.0}, {TableCell(), 2.0}}};
  EXPECT_TRUE(WriteTable(good, folder.Path("good.parquet")).ok());
  Table twice = good, cut = good, other = good;
  twice.columns[1].name = "a";
  cut.lines[1].pop_back();
  other.lines[0][1] = int64_t{1};
  for (const Table& bad : {Table(), twice, cut, other}) {
    EXPECT_EQ(WriteTable(bad, path).kind(), ErrorKind::kUsage);
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_THAT(WriteTable(cut, path).message(), testing::HasSubstr("line 2"));
}

TEST(TableEncoderTest, NumbersThatAreNotFiniteAreMissing) {
  ColumnValues column;
  for (const double value : {double{NAN}, double{INFINITY}, -double{INFINITY}, -0.0, 5e-324})
    column.Add(value);
  EXPECT_THAT(column.there, ElementsAre(0, 0, 0, 1, 1));
  EXPECT_TRUE(std::signbit(column.Real(3)));
  EXPECT_EQ(column.Real(4), 5e-324);
}

}  // namespace
}  // namespace mtgauge
