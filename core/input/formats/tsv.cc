// Tab-separated columns, without quoting. A column is chosen by its name in the first row, or by
// its number if there is no such row.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/input/byte_order_mark.h"
#include "core/input/formats/foreign.h"
#include "core/input/formats/format.h"
#include "core/input/group_values.h"
#include "core/input/tables/row_source.h"

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

// The fields of a row that make a segment.
struct Layout {
  size_t text = 0;
  std::optional<size_t> id, document;
  std::vector<size_t> groups = {};      // the columns of OpenOptions::by
  uint64_t header = 0;                  // line of the row with the names; 0 if there is none
  size_t columns = 0;                   // of the header
  std::vector<std::string> names = {};  // of all columns
  std::optional<size_t> system = {};
};

class TsvReader final : public RowReader {
 public:
  // `doubts_quotes`: refuses texts in the quotes of CSV.
  TsvReader(std::string file, const Layout& layout, bool doubts_quotes)
      : file_(std::move(file)),
        layout_(layout),
        doubts_quotes_(doubts_quotes),
        values_(layout.groups.size()) {}

  Status Read(const Row& row, BlockFiller& filler) override {
    if (row.line <= layout_.header) return OkStatus();
    Segment segment;
    std::string_view system;
    size_t fields = 0;
    std::string_view rest = row.text;
    for (bool more = true; more; ++fields) {
      const size_t end = rest.find('\t');
      more = end != std::string_view::npos;
      const std::string_view field = rest.substr(0, end);
      rest.remove_prefix(more ? end + 1 : rest.size());
      if (fields == layout_.text) segment.text = field;
      if (fields == layout_.id) segment.id = field;
      if (fields == layout_.document) segment.document = field;
      for (size_t g = 0; g < layout_.groups.size(); ++g) {
        if (fields == layout_.groups[g]) values_[g] = field;
      }
      if (fields == layout_.system) system = field;
    }
    if (layout_.header > 0 ? fields != layout_.columns : fields <= layout_.text) {
      return FieldsError(row, fields);
    }
    if (row.line == 1) segment.text = WithoutMark(segment.text);
    if (doubts_quotes_ && HasDoubledQuotes(segment.text)) return QuotedTableError(file_, row.line);
    for (size_t g = 0; g < values_.size(); ++g) {
      if (values_[g].empty())
        return NoGroupError(file_, row.line, layout_.names[layout_.groups[g]]);
    }
    if (values_.size() == 1) segment.group = values_.front();
    if (values_.size() > 1) segment.group = group_ = JoinValues(values_);
    segment.line = row.line;
    filler.Add(segment, system);
    return OkStatus();
  }

 private:
  Status FieldsError(const Row& row, size_t fields) const {
    const std::string has = Counted(fields, "column");
    if (layout_.header == 0) {
      return InputError({file_, row.line},
                        fmt::format("{}, but column {} was chosen", has, layout_.text + 1),
                        "separate columns by one tab");
    }
    return InputError({file_, row.line},
                      fmt::format("{}, but line {} names {}", has, layout_.header, layout_.columns),
                      "separate columns by one tab, and remove tabs from texts");
  }

  std::string file_;
  Layout layout_;
  bool doubts_quotes_;
  std::vector<std::string_view> values_;  // of the row, for Layout::groups
  std::string group_;
};

// Returns the number of a column, from 1, if `column` is a number.
std::optional<size_t> NumberOf(std::string_view column) {
  size_t number = 0;
  const char* const end = column.data() + column.size();
  const auto [stop, error] = std::from_chars(column.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

Result<Layout> ByName(const std::string& file, const Row& header, Role role,
                      const OpenOptions& options) {
  const std::string& column = options.column;
  const std::vector<std::string_view> names = CutAtTabs(header.text);
  const auto place = [&names](const auto& is_wanted) -> std::optional<size_t> {
    const auto found = std::find_if(names.begin(), names.end(), is_wanted);
    if (found == names.end()) return std::nullopt;
    return static_cast<size_t>(found - names.begin());
  };
  std::optional<size_t> text;
  if (!column.empty()) {
    text = place([&column](std::string_view name) { return name == column; });
    if (text && std::count(names.begin(), names.end(), column) > 1) {
      return InputError({file, header.line}, fmt::format("two columns are called '{}'", column),
                        fmt::format("give the column's number, as in {}:{}", file, *text + 1));
    }
  } else {
    for (const std::string_view wanted : TextNames(role)) {
      if (!text) text = place([wanted](std::string_view name) { return name == wanted; });
    }
  }
  if (!text) {
    return InputError(
        {file, header.line},
        fmt::format("no column is called '{}'", column.empty() ? TextNames(role).front() : column),
        fmt::format("name a column of this line, as in {}:NAME, or give its number if this line is "
                    "a segment",
                    file));
  }
  Layout layout{*text, place(IsIdName), place(IsDocumentName), {}, header.line, names.size()};
  layout.names.assign(names.begin(), names.end());
  for (const std::string& group : FindFields(layout.names, options.by)) {
    layout.groups.push_back(*place([&](std::string_view name) { return name == group; }));
  }
  if (options.key.empty()) return layout;
  layout.id = place([&options](std::string_view name) { return name == options.key; });
  const std::optional<size_t> key = NumberOf(options.key);
  if (!layout.id && key && *key > 0 && *key <= names.size()) layout.id = *key - 1;
  layout.system = place([](std::string_view name) { return name == "system"; });
  if (layout.id) return layout;
  return InputError(
      {.file = file, .line = header.line, .option = "key"},
      fmt::format("no column is called '{}', which `key` names", options.key),
      fmt::format("name a column of this line, or give its number, 1 to {}", names.size()));
}

Result<Layout> FindColumn(const std::string& file, const Row& first, Role role,
                          const OpenOptions& options) {
  if (first.line == 0) return Layout();
  const std::optional<size_t> number = NumberOf(options.column);
  if (!number) return ByName(file, first, role, options);
  if (*number == 0) {
    return InputError({file}, "there is no column 0", "count columns from 1");
  }
  Layout layout;
  layout.text = *number - 1;
  if (options.key.empty()) return layout;
  const std::optional<size_t> key = NumberOf(options.key);
  if (key && *key > 0) layout.id = *key - 1;
  if (layout.id) return layout;
  return InputError({.file = file, .option = "key"},
                    fmt::format("columns without names cannot be joined by '{}'", options.key),
                    "give `key` a number, or choose the text by its name");
}

// Warns if a column chosen by number begins with a name, which would be scored as a segment.
std::vector<InputWarning> WarnOfHeader(const std::string& file, const Row& first,
                                       const Layout& layout) {
  const std::vector<std::string_view> fields = CutAtTabs(first.text);
  if (first.line == 0 || layout.header > 0 || layout.text >= fields.size()) return {};
  const std::string cell(fields[layout.text]);
  if (!IsColumnName(cell)) return {};
  return {{"header",
           fmt::format(
               "{}:{}: column {} begins with '{}', which looks like a header but was scored as a "
               "segment; choose the column by name, {}:{}",
               file, first.line, layout.text + 1, cell, file, cell)}};
}

// Any text can be a table: only the file's name or a chosen column decides.
Detected DetectTsv(std::string_view) { return Detected::kNo; }

Result<std::vector<Column>> OpenTsv(std::unique_ptr<Source> source, Role role,
                                    const OpenOptions& options) {
  auto rows = std::make_unique<RowSource>(std::move(source));
  MTG_ASSIGN_OR_RETURN(const Row first, rows->FirstRow(options));
  MTG_ASSIGN_OR_RETURN(const Layout layout, FindColumn(rows->name(), first, role, options));
  rows->SetReader(std::make_unique<TsvReader>(rows->name(), layout, options.input_format.empty()));
  std::vector<Column> columns(1);
  columns.front().warnings = WarnOfHeader(rows->name(), first, layout);
  const std::vector<std::string_view> fields = MarkedFields(first.text);
  if (layout.text < fields.size() && fields[layout.text].starts_with(kByteOrderMark)) {
    columns.front().warnings.push_back(
        MarkWarning(rows->name(), "at the beginning of a later column"));
  }
  if (layout.header > 0) columns.front().name = options.column;
  columns.front().fields = layout.names;
  columns.front().lines.header = layout.header;
  columns.front().source = std::move(rows);
  return columns;
}

constexpr std::string_view kTsvSuffixes[] = {".tsv", ".tsv.gz", ".tsv.xz", ".tsv.zst"};

}  // namespace

extern const FormatRow kFormatTsv = {
    "tsv",
    "columns that tabs separate, chosen as FILE:NUMBER, or FILE:NAME if the first line names them",
    kTsvSuffixes,
    DetectTsv,
    OpenTsv,
    true,
    true,
};

}  // namespace mtgauge
