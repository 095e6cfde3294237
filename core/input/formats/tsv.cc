// Tab-separated columns, without quoting. A column is chosen by its name in the first row, or by
// its number if there is no such row.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/input/byte_order_mark.h"
#include "core/input/formats/foreign.h"
#include "core/input/formats/format.h"
#include "core/input/tables/marked_lines.h"
#include "core/input/tables/row_source.h"
#include "core/input/tables/table_columns.h"

namespace mtgauge {
namespace {

// Every column may begin with a byte order mark, since `paste` keeps those of its files.
std::string_view WithoutMark(std::string_view field) {
  if (field.starts_with(kByteOrderMark)) field.remove_prefix(kByteOrderMark.size());
  return field;
}

// Cuts the first row; the fields keep their marks.
std::vector<std::string_view> MarkedFields(std::string_view row) {
  std::vector<std::string_view> fields;
  size_t end = row.find('\t');
  for (; end != std::string_view::npos; end = row.find('\t')) {
    fields.push_back(row.substr(0, end));
    row.remove_prefix(end + 1);
  }
  fields.push_back(row);
  return fields;
}

std::vector<std::string_view> CutAtTabs(std::string_view row) {
  std::vector<std::string_view> fields = MarkedFields(row);
  std::transform(fields.begin(), fields.end(), fields.begin(), WithoutMark);
  return fields;
}

class TsvReader final : public RowReader {
 public:
  // `doubts_quotes`: refuses texts in the quotes of CSV.
  TsvReader(const std::string& file, TableColumns columns, bool doubts_quotes)
      : file_(file), doubts_quotes_(doubts_quotes), segments_(file, std::move(columns)) {}

  Status Read(const Row& row, std::span<BlockFiller> fillers) override {
    Cut(row.text);
    return Add(row, fillers.front());
  }

  Status ReadLines(std::string_view rows, uint64_t& lines,
                   std::span<BlockFiller> fillers) override {
    marked_.Begin(rows);
    while (marked_.Next()) {
      const Row row = {marked_.line(), ++lines};
      if (marked_.is_marked()) {
        CutAtMarks();
      } else {
        Cut(row.text);
      }
      MTG_RETURN_IF_ERROR(Add(row, fillers.front()));
    }
    return OkStatus();
  }

 private:
  void Cut(std::string_view rest) {
    fields_.clear();
    for (size_t end; (end = rest.find('\t')) != rest.npos; rest.remove_prefix(end + 1)) {
      fields_.push_back(rest.substr(0, end));
    }
    fields_.push_back(rest);
  }

  // The same for the marked line; only the text if nothing else is needed.
  void CutAtMarks() {
    fields_.resize(marked_.count() + 1);
    const size_t text = segments_.columns().text;
    if (segments_.needs_only_texts()) {
      if (text < fields_.size()) fields_[text] = MarkedField(text);
      return;
    }
    for (size_t i = 0; i < fields_.size(); ++i) fields_[i] = MarkedField(i);
  }
  std::string_view MarkedField(size_t i) const {
    const char* const piece = marked_.piece().data();
    const std::string_view line = marked_.line();
    const char* const begin = i == 0 ? line.data() : piece + marked_.marks()[i - 1] + 1;
    const char* const end =
        i == marked_.count() ? line.data() + line.size() : piece + marked_.marks()[i];
    return {begin, static_cast<size_t>(end - begin)};
  }

  // Makes the segment of a row whose fields are cut.
  Status Add(const Row& row, BlockFiller& filler) {
    const TableColumns& columns = segments_.columns();
    if (row.line <= columns.header) return OkStatus();
    if (columns.header > 0 ? fields_.size() != columns.columns : fields_.size() <= columns.text) {
      return FieldsError(row);
    }
    std::string_view& text = fields_[columns.text];
    if (row.line == 1) text = WithoutMark(text);
    if (doubts_quotes_ && HasDoubledQuotes(text)) return QuotedTableError(file_, row.line);
    if (segments_.needs_only_texts()) {
      filler.AddLine(text, row.line);
      return OkStatus();
    }
    // An id of a row without one is empty.
    if (columns.id && *columns.id >= fields_.size()) fields_.resize(*columns.id + 1);
    return segments_.Add(row.line, fields_, filler);
  }

  Status FieldsError(const Row& row) const {
    const TableColumns& columns = segments_.columns();
    const std::string has = Counted(fields_.size(), "column");
    if (columns.header == 0) {
      return InputError({file_, row.line},
                        fmt::format("{}, but column {} was chosen", has, columns.text + 1),
                        "separate columns by one tab");
    }
    return InputError({file_, row.line},
                      fmt::format("{}, but line {} names {}", has, columns.header, columns.columns),
                      "separate columns by one tab, and remove tabs from texts");
  }

  std::string file_;
  bool doubts_quotes_;
  TableSegments segments_;
  MarkedLines marked_{WantedBytes{0, '\t', '\n'}};
  std::vector<std::string_view> fields_;  // of the row
};

Result<std::vector<Column>> OpenTsv(std::unique_ptr<Source> source, Role role,
                                    const OpenOptions& options) {
  auto rows = std::make_unique<RowSource>(std::move(source));
  MTG_ASSIGN_OR_RETURN(const Row first, rows->FirstRow(options));
  const std::string file = rows->name();
  const FirstFields names{file, first.line, CutAtTabs(first.text)};
  MTG_ASSIGN_OR_RETURN(const TableColumns found, FindTableColumns(names, role, options));
  rows->SetReaders([file, found, doubts_quotes = options.input_format.empty()] {
    return std::make_unique<TsvReader>(file, found, doubts_quotes);
  });
  std::vector<Column> columns(1);
  columns.front() = ColumnOf(names, found, options);
  const std::vector<std::string_view> fields = MarkedFields(first.text);
  if (found.text < fields.size() && fields[found.text].starts_with(kByteOrderMark)) {
    columns.front().warnings.push_back(MarkWarning(file, "at the beginning of a later column"));
  }
  columns.front().lines.header = found.header;
  columns.front().source = std::move(rows);
  return columns;
}

Result<std::vector<ColumnFacts>> DescribeTsv(std::unique_ptr<Source> source, const OpenOptions&) {
  RowSource rows(std::move(source));
  return DescribeTable(rows, [](const Row& row, std::vector<std::string_view>& fields) {
    fields = CutAtTabs(row.text);
    return OkStatus();
  });
}

constexpr std::string_view kTsvSuffixes[] = {".tsv"};

}  // namespace

extern const FormatRow kFormatTsv = {
    .name = "tsv",
    .help =
        "columns that tabs separate, chosen as FILE:NUMBER, or FILE:NAME if the first line names "
        "them",
    .suffixes = kTsvSuffixes,
    .detect = DetectByName,
    .open = OpenTsv,
    .chooses = true,
    .of_lines = true,
    .describe = DescribeTsv,
};

}  // namespace mtgauge
