// Tables with quotes as in RFC 4180: CSV, and columns that tabs separate. A quote opens a field
// only at its first byte, and two stand for one; separators and line ends may be between quotes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/input/formats/format.h"
#include "core/input/row_steps.h"
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

// Cuts rows into fields without their quotes.
class FieldCutter {
 public:
  FieldCutter(std::string file, char separator) : file_(std::move(file)), separator_(separator) {}

  // Sets fields that are valid until the next call.
  Status Cut(const Row& row, std::vector<std::string_view>& fields) {
    fields.clear();
    unquoted_.clear();
    std::string_view rest = row.text;
    for (bool more = true; more;) {
      if (rest.starts_with('"')) {
        MTG_RETURN_IF_ERROR(TakeQuoted(row, rest, fields.emplace_back()));
      } else {
        const std::string_view field = rest.substr(0, rest.find(separator_));
        fields.push_back(field);
        rest.remove_prefix(field.size());
      }
      more = !rest.empty();
      if (more) rest.remove_prefix(1);
    }
    return OkStatus();
  }

 private:
  Status TakeQuoted(const Row& row, std::string_view& rest, std::string_view& field) {
    const auto error = [&](const std::string& message, const std::string& remedy) {
      const std::string_view before = row.text.substr(0, row.text.size() - rest.size());
      const auto lines = static_cast<uint64_t>(std::count(before.begin(), before.end(), '\n'));
      return InputError(
          {file_, row.line + lines}, message,
          fmt::format("{}; {}", remedy,
                      separator_ == '\t' ? "if quotes are text, set `input-format` tsv"
                                         : "if each line is a segment, set `input-format` text"));
    };
    size_t end = 1, pairs = 0;
    while ((end = rest.find('"', end)) != rest.npos && rest.substr(end + 1).starts_with('"')) {
      end += 2;
      ++pairs;
    }
    if (end == rest.npos) {
      return error("a quote at the beginning of a field is never closed",
                   "close it, and write quotes in a text twice");
    }
    if (end + 1 < rest.size() && rest[end + 1] != separator_) {
      return error("text follows the quote that closes a field", "write quotes in a text twice");
    }
    field = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    if (pairs > 0) field = unquoted_.emplace_back(WithoutPairs(field));
    return OkStatus();
  }

  static std::string WithoutPairs(std::string_view field) {
    std::string text;
    for (size_t i = 0; i < field.size(); ++i) {
      text += field[i];
      if (field[i] == '"') ++i;
    }
    return text;
  }

  std::string file_;
  char separator_;
  std::deque<std::string> unquoted_;
};

class CsvReader final : public RowReader {
 public:
  // `count`: number of fields of the first row.
  CsvReader(const std::string& file, TableColumns columns, size_t count, char separator)
      : file_(file), count_(count), cutter_(file, separator), segments_(file, std::move(columns)) {}

  Status Read(const Row& row, std::span<BlockFiller> fillers) override {
    if (row.line <= segments_.columns().header) return OkStatus();
    if (row.text.empty() && count_ > 1) return OkStatus();
    MTG_RETURN_IF_ERROR(cutter_.Cut(row, fields_));
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
};

Result<std::vector<Column>> OpenSeparated(std::unique_ptr<Source> source, char separator, Role role,
                                          const OpenOptions& options) {
  auto rows = std::make_unique<RowSource>(std::move(source), std::make_unique<CsvEnds>(separator));
  MTG_ASSIGN_OR_RETURN(const Row first, rows->FirstRow(options));
  const std::string file = rows->name();
  FieldCutter cutter(file, separator);
  FirstFields names{file, first.line, {}};
  MTG_RETURN_IF_ERROR(cutter.Cut(first, names.fields));
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

// Returns the separator that is most frequent outside quotes in the first line; a comma if none is
// there.
char SeparatorOf(std::string_view line) {
  constexpr std::string_view kSeparators = ",;\t|";
  std::array<size_t, kSeparators.size()> counts{};
  bool in_quotes = false;
  for (const char c : line) {
    in_quotes ^= c == '"';
    const size_t separator = kSeparators.find(c);
    if (!in_quotes && separator != kSeparators.npos) ++counts[separator];
  }
  return kSeparators[static_cast<size_t>(std::max_element(counts.begin(), counts.end()) -
                                         counts.begin())];
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
  const auto cutter = std::make_shared<FieldCutter>(file, separator);
  return DescribeTable(rows, [cutter](const Row& row, std::vector<std::string_view>& fields) {
    return cutter->Cut(row, fields);
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
