// Finds the columns of a table, and makes segments of its rows.
#include "core/input/tables/table_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "core/input/group_values.h"
#include "core/input/tables/row_source.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// Returns the number of a column, from 1, if `column` is a number.
std::optional<size_t> NumberOf(std::string_view column) {
  size_t number = 0;
  const char* const end = column.data() + column.size();
  const auto [stop, error] = std::from_chars(column.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

Result<TableColumns> ByName(const FirstFields& header, Role role, const OpenOptions& options) {
  const std::string& file = header.file;
  const std::string& column = options.column;
  const std::vector<std::string_view>& names = header.fields;
  const auto place = [&names](const auto& is_wanted) -> std::optional<size_t> {
    const auto found = std::find_if(names.begin(), names.end(), is_wanted);
    if (found == names.end()) return std::nullopt;
    return static_cast<size_t>(found - names.begin());
  };
  std::optional<size_t> text;
  if (!column.empty()) {
    text = place([&column](std::string_view name) { return name == column; });
  } else {
    for (const std::string_view wanted : TextNames(role)) {
      if (!text) text = place([wanted](std::string_view name) { return name == wanted; });
    }
  }
  if (!text && FindInvalidUtf8(names.front())) {
    return InputError({file, header.line}, "the names of the columns are not UTF-8",
                      std::string(InvalidUtf8Remedy(names.front(), header.line)));
  }
  if (!text) {
    return InputError(
        {file, header.line},
        fmt::format("no column is called '{}'", column.empty() ? TextNames(role).front() : column),
        names.size() == 1
            ? std::string("if each line is a segment of plain text, set `input-format` text")
            : fmt::format("name a column of this line, as in {}:NAME{}, or give its number if this "
                          "line is a segment",
                          file, KnownColumns({names.begin(), names.end()})));
  }
  for (const std::string_view other :
       column.empty() ? TextNames(role) : std::span<const std::string_view>()) {
    if (other == names[*text] || std::ranges::find(names, other) == names.end()) continue;
    return InputError({file, header.line},
                      fmt::format("the table has both '{}' and '{}'", names[*text], other),
                      fmt::format("choose one, as in {}:{}", file, names[*text]));
  }
  if (std::count(names.begin(), names.end(), names[*text]) > 1) {
    return InputError({file, header.line},
                      fmt::format("the name '{}' is there twice", names[*text]),
                      "give the columns different names");
  }
  TableColumns layout;
  layout.text = *text;
  layout.id = place(IsIdName);
  layout.document = place(IsDocumentName);
  layout.header = header.line;
  layout.columns = names.size();
  layout.names.assign(names.begin(), names.end());
  layout.groups_may_lack = options.by_may_lack;
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

// Warns if a column chosen by number begins with a name, which would be scored as a segment.
std::vector<InputWarning> WarnOfHeader(const FirstFields& first, const TableColumns& layout) {
  const std::string& file = first.file;
  if (first.line == 0 || layout.header > 0 || layout.text >= first.fields.size()) return {};
  const std::string cell(first.fields[layout.text]);
  if (!IsColumnName(cell)) return {};
  const bool once = std::ranges::count(first.fields, cell) == 1;
  return {{"header",
           fmt::format(
               "{}:{}: column {} begins with '{}', which looks like a header but was scored as a "
               "segment; {}choose the column by name, {}:{}",
               file, first.line, layout.text + 1, cell, once ? "" : "rename one of these, and ",
               file, once ? cell : "NAME")}};
}

}  // namespace

Result<TableColumns> FindTableColumns(const FirstFields& first, Role role,
                                      const OpenOptions& options) {
  const std::string& file = first.file;
  if (first.line == 0) return TableColumns();
  const std::optional<size_t> number = NumberOf(options.column);
  if (!number) return ByName(first, role, options);
  if (*number == 0) {
    return InputError({file}, "there is no column 0", "count columns from 1");
  }
  TableColumns layout;
  layout.text = *number - 1;
  if (options.key.empty()) return layout;
  const std::optional<size_t> key = NumberOf(options.key);
  if (key && *key > 0) layout.id = *key - 1;
  if (layout.id) return layout;
  return InputError({.file = file, .option = "key"},
                    fmt::format("columns without names cannot be joined by '{}'", options.key),
                    "give `key` a number, or choose the text by its name");
}

Column ColumnOf(const FirstFields& first, const TableColumns& columns, const OpenOptions& options) {
  Column column;
  if (columns.header > 0) column.name = options.column;
  column.fields = columns.names;
  column.warnings = WarnOfHeader(first, columns);
  return column;
}

Status TableSegments::Add(uint64_t line, std::span<const std::string_view> fields,
                          BlockFiller& filler) {
  const auto field = [fields](std::optional<size_t> column) {
    return column ? fields[*column] : std::string_view();
  };
  Segment segment;
  segment.text = fields[columns_.text];
  segment.id = field(columns_.id);
  segment.document = field(columns_.document);
  for (size_t g = 0; g < values_.size(); ++g) {
    const size_t column = columns_.groups[g];
    values_[g] = fields[column];
    if (values_[g].empty() && !columns_.groups_may_lack)
      return NoGroupError(file_, line, columns_.names[column]);
  }
  if (values_.size() == 1) segment.group = values_.front();
  if (values_.size() > 1) segment.group = group_ = JoinValues(values_);
  segment.line = line;
  MTG_RETURN_IF_ERROR(CheckNames(file_, line, segment, field(columns_.system)));
  filler.Add(segment, field(columns_.system));
  return OkStatus();
}

namespace {

class FirstTwoRows final : public RowReader {
 public:
  FirstTwoRows(CutRow cut, std::vector<ColumnFacts>& columns)
      : cut_(std::move(cut)), columns_(columns) {}

  Status Read(const Row& row, std::span<BlockFiller>) override {
    if (rows_ == 2 || row.text.empty()) return OkStatus();
    MTG_RETURN_IF_ERROR(cut_(row, fields_));
    if (rows_++ == 0) {
      for (const std::string_view name : fields_)
        columns_.push_back({std::string(name), "texts", ""});
    } else {
      const size_t count = std::min(fields_.size(), columns_.size());
      for (size_t i = 0; i < count; ++i) columns_[i].first = fields_[i];
    }
    return OkStatus();
  }

 private:
  CutRow cut_;
  std::vector<ColumnFacts>& columns_;
  std::vector<std::string_view> fields_;
  size_t rows_ = 0;
};

}  // namespace

Result<std::vector<ColumnFacts>> DescribeTable(RowSource& rows, CutRow cut) {
  constexpr uint32_t kBlockBytes = 64 << 10;
  std::vector<ColumnFacts> columns;
  rows.SetReaders([&] { return std::make_unique<FirstTwoRows>(cut, columns); });
  const auto has_both = [&columns] {
    return std::any_of(columns.begin(), columns.end(),
                       [](const ColumnFacts& column) { return !column.first.empty(); });
  };
  for (Block block; !block.last && !has_both(); ++block.index) {
    rows.Read(kBlockBytes, block);
    MTG_RETURN_IF_ERROR(block.status);
  }
  return columns;
}

}  // namespace mtgauge
