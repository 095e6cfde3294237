// Tables with quotes (quoted_fields.h): CSV, and columns that tabs separate.
#include <fmt/format.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/input/formats/format.h"
#include "core/input/row_steps.h"
#include "core/input/tables/quoted_fields.h"
#include "core/input/tables/row_source.h"
#include "core/input/tables/table_columns.h"

namespace mtgauge {
namespace {

class CsvEnds final : public RowEnds {
 public:
  explicit CsvEnds(char separator) : row_(separator) {}
  size_t Find(std::string_view piece) override { return row_.FindEnd(piece); }
  void Restart() override { row_.Restart(); }

 private:
  QuotedRow row_;
};

FieldCutter CutterOf(const std::string& file, char separator) {
  return {file, separator,
          separator == '\t' ? "if quotes are text, set `input-format` tsv"
                            : "if each line is a segment, set `input-format` text"};
}

class CsvReader final : public RowReader {
 public:
  // `count`: number of fields of the first row.
  CsvReader(const std::string& file, TableColumns columns, size_t count, char separator)
      : file_(file),
        count_(count),
        cutter_(CutterOf(file, separator)),
        segments_(file, std::move(columns)) {}

  Status Read(const Row& row, std::span<BlockFiller> fillers) override {
    if (row.line <= segments_.columns().header) return OkStatus();
    if (row.text.empty() && count_ > 1) return OkStatus();
    unquoted_.clear();
    MTG_RETURN_IF_ERROR(cutter_.Cut(row, fields_, unquoted_));
    if (fields_.size() == count_) return segments_.Add(row.line, fields_, fillers.front());
    return InputError(
        {file_, row.line},
        fmt::format("{}, but the first row has {}", Counted(fields_.size(), "column"), count_),
        "put a text that contains the separator into quotes");
  }

 private:
  std::string file_;
  size_t count_;
  FieldCutter cutter_;
  TableSegments segments_;
  std::vector<std::string_view> fields_;  // of the row
  std::deque<std::string> unquoted_;      // the same
};

Result<std::vector<Column>> OpenSeparated(std::unique_ptr<Source> source, char separator, Role role,
                                          const OpenOptions& options) {
  auto rows = std::make_unique<RowSource>(std::move(source), std::make_unique<CsvEnds>(separator));
  MTG_ASSIGN_OR_RETURN(const Row first, rows->FirstRow(options));
  const std::string file = rows->name();
  std::deque<std::string> unquoted;
  FirstFields names{file, first.line, {}};
  MTG_RETURN_IF_ERROR(CutterOf(file, separator).Cut(first, names.fields, unquoted));
  MTG_ASSIGN_OR_RETURN(TableColumns found, FindTableColumns(names, role, options));
  const size_t fields = names.fields.size();
  for (const size_t column : {found.text, found.id.value_or(0)}) {
    if (first.line == 0 || column < fields) continue;
    return InputError(
        {file, first.line},
        fmt::format("{}, but column {} was chosen", Counted(fields, "column"), column + 1),
        "count columns from 1");
  }
  std::vector<Column> columns(1);
  columns.front() = ColumnOf(names, found, options);
  columns.front().lines = {
      .header = found.header, .skips_blank = fields > 1, .separator = separator};
  rows->SetReaders([file, found = std::move(found), fields, separator] {
    return std::make_unique<CsvReader>(file, found, fields, separator);
  });
  columns.front().source = std::move(rows);
  return columns;
}

Result<std::vector<Column>> OpenCsv(std::unique_ptr<Source> source, Role role,
                                    const OpenOptions& options) {
  RowSource rows(std::move(source));
  MTG_ASSIGN_OR_RETURN(const Row first, rows.FirstRow(options));
  const char separator = SeparatorOf(first.text);
  return OpenSeparated(rows.TakeBytes(), separator, role, options);
}

Result<std::vector<Column>> OpenQuotedTsv(std::unique_ptr<Source> source, Role role,
                                          const OpenOptions& options) {
  return OpenSeparated(std::move(source), '\t', role, options);
}

Result<std::vector<ColumnFacts>> DescribeSeparated(std::unique_ptr<Source> source, char separator) {
  RowSource rows(std::move(source), std::make_unique<CsvEnds>(separator));
  const std::string file = rows.name();
  const FieldCutter cutter = CutterOf(file, separator);
  std::deque<std::string> unquoted;
  return DescribeTable(rows, [&](const Row& row, std::vector<std::string_view>& fields) {
    return cutter.Cut(row, fields, unquoted);
  });
}

Result<std::vector<ColumnFacts>> DescribeCsv(std::unique_ptr<Source> source,
                                             const OpenOptions& options) {
  RowSource rows(std::move(source));
  MTG_ASSIGN_OR_RETURN(const Row first, rows.FirstRow(options));
  const char separator = SeparatorOf(first.text);
  return DescribeSeparated(rows.TakeBytes(), separator);
}

Result<std::vector<ColumnFacts>> DescribeQuotedTsv(std::unique_ptr<Source> source,
                                                   const OpenOptions&) {
  return DescribeSeparated(std::move(source), '\t');
}

constexpr std::string_view kCsvSuffixes[] = {".csv"};

}  // namespace

extern const FormatRow kFormatCsv = {
    .name = "csv",
    .help =
        "a table with quotes and a header, chosen as FILE:NAME; commas, semicolons, tabs or bars "
        "separate",
    .suffixes = kCsvSuffixes,
    .detect = DetectByName,
    .open = OpenCsv,
    .chooses = true,
    .of_lines = true,
    .any_text = true,
    .describe = DescribeCsv,
};

extern const FormatRow kFormatQuotedTsv = {
    .name = "tsv-quoted",
    .help = "tsv with quotes as in CSV",
    .suffixes = {},
    .detect = DetectByName,
    .open = OpenQuotedTsv,
    .chooses = true,
    .of_lines = true,
    .any_text = true,
    .describe = DescribeQuotedTsv,
};

}  // namespace mtgauge
