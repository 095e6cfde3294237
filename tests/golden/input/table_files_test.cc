// Tables of pandas, polars, DuckDB, Excel and others: each gives the texts of its JSON Lines twin.
// Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/shared_data.h"
#include "tests/unit/core/input/opened_columns.h"

namespace mtgauge::table_files_test {
namespace {

test::Opened Read(const std::filesystem::path& file, const std::string& column,
                  const std::string& format) {
  OpenOptions options = test::Choosing(column);
  options.input_format = format;
  auto source = OpenSource(file);
  EXPECT_TRUE(source.ok()) << source.status();
  constexpr uint32_t kBlockBytes = 1 << 12;
  return test::ReadColumns(OpenColumns(*std::move(source), Role::kReference, options),
                           Role::kReference, kBlockBytes);
}

void ExpectTwin(const std::filesystem::path& file, const std::string& format,
                const std::filesystem::path& twin, const std::string& column) {
  const test::Opened found = Read(file, column, format), wanted = Read(twin, column, "jsonl");
  ASSERT_TRUE(found.status.ok()) << found.status;
  ASSERT_TRUE(wanted.status.ok()) << wanted.status;
  EXPECT_GT(wanted.driven.lines[0].size(), 50U);
  EXPECT_EQ(found.driven.lines, wanted.driven.lines) << column;
  // A field of a table with quotes cannot be null.
  if (format != "csv" && format != "tsv-quoted")
    EXPECT_EQ(found.driven.missing, wanted.driven.missing);
}

TEST(TableFilesGolden, GiveWhatTheirTwinsGive) {
  MTG_SKIP_WITHOUT_SHARED("golden/data/files.tsv");
  const std::filesystem::path folder = SharedFolder() / "golden/data";
  const std::set<std::string> read = {"csv", "tsv-quoted", "json", "jsonl", "parquet"};
  size_t files = 0;
  for (const std::string& line : ReadLines(folder / "files.tsv")) {
    const Lines fields = Fields(line);
    if (fields.size() < 3 || !read.contains(fields[1]) || fields[2] == "empty" ||
        fields[0].find('*') != std::string::npos) {
      continue;
    }
    SCOPED_TRACE(fields[0]);
    ++files;
    const std::filesystem::path file = folder / fields[0];
    const std::filesystem::path twin = folder / "expect" / (fields[2] + ".jsonl");
    if (fields[2] == "strings") {
      Lines texts;
      for (const std::string& text : ReadLines(twin)) texts.push_back(nlohmann::json::parse(text));
      EXPECT_EQ(Read(file, "", fields[1]).driven.lines[0], texts);
      continue;
    }
    const Lines columns = fields[2] == "nested" ? Lines{"translation.de", "translation.en", "refs"}
                                                : Lines{"ref", "hyp_a", "hyp_b", "domain"};
    for (const std::string& column : columns) ExpectTwin(file, fields[1], twin, column);
  }
  EXPECT_GE(files, 50U);
}

}  // namespace
}  // namespace mtgauge::table_files_test
