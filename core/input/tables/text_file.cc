// Reads a file to its end, and splits text at LF and tabs.
#include "core/input/tables/text_file.h"

#include <algorithm>

#include "core/input/byte_order_mark.h"
#include "core/input/formats/foreign.h"
#include "core/input/row_steps.h"
#include "core/input/source.h"
#include "core/input/tables/marked_lines.h"
#include "core/input/tables/quoted_fields.h"

namespace mtgauge {
namespace {

std::string_view WithoutSpacesAround(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> CutAt(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  size_t end = line.find(separator);
  for (; end != std::string_view::npos; end = line.find(separator)) {
    fields.push_back(WithoutSpacesAround(line.substr(0, end)));
    line.remove_prefix(end + 1);
  }
  fields.push_back(WithoutSpacesAround(line));
  return fields;
}

// Returns a field without tabs and line ends.
std::string_view InOneLine(std::string_view field, std::deque<std::string>& changed) {
  constexpr std::string_view kBreaks = "\t\r\n";
  if (field.find_first_of(kBreaks) == field.npos) return field;
  std::string& text = changed.emplace_back(field);
  for (char& c : text) c = kBreaks.find(c) == kBreaks.npos ? c : ' ';
  return text;
}

// Cuts a table whose fields may be in quotes.
Status CutQuoted(const std::string& name, std::string_view text, size_t most, TableRows& table) {
  const char separator = SeparatorOf(text.substr(0, text.find('\n')));
  const FieldCutter cutter(name, separator, "");
  QuotedRow ends(separator);
  for (size_t line = 1; !text.empty() && table.rows.size() < most;) {
    std::string_view row = text.substr(0, ends.FindEnd(text));
    text.remove_prefix(std::min(row.size() + 1, text.size()));
    const size_t number = line;
    line += 1 + static_cast<size_t>(std::count(row.begin(), row.end(), '\n'));
    if (row.ends_with('\r')) row.remove_suffix(1);
    if (row.empty() && !table.rows.empty() && table.rows[0].size() > 1) continue;
    std::vector<std::string_view>& fields = table.AddRow(number, row);
    MTG_RETURN_IF_ERROR(cutter.Cut({row, number}, fields, table.unquoted));
    for (std::string_view& field : fields) {
      field = WithoutSpacesAround(InOneLine(field, table.unquoted));
    }
  }
  return OkStatus();
}

// Whether a line has a tab outside of quotes.
bool IsCutAtTabs(std::string_view line) {
  bool in_quotes = false;
  for (const char c : line) {
    in_quotes ^= c == '"';
    if (c == '\t' && !in_quotes) return true;
  }
  return false;
}

}  // namespace

Result<std::string> ReadTextFile(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(const std::unique_ptr<Source> source, OpenSource(path));
  return ReadText(*source);
}

Result<std::string> ReadText(Source& source) {
  std::string bytes;
  for (Block block; !block.last; ++block.index) {
    source.Read(1 << 20, block);
    if (!block.status.ok()) return block.status;
    bytes.append(block.data.data(), block.bytes);
  }
  MTG_RETURN_IF_ERROR(CheckNotBinary(source.name(), bytes));
  if (bytes.starts_with(kByteOrderMark)) bytes.erase(0, kByteOrderMark.size());
  return bytes;
}

std::vector<std::string_view> CutLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) lines.push_back(TakeLine(text));
  return lines;
}

std::vector<std::string_view> CutFields(std::string_view line) { return CutAt(line, '\t'); }

Result<TableRows> CutTable(const std::string& name, std::string_view text, size_t most) {
  TableRows table;
  if (!IsCutAtTabs(text.substr(0, text.find('\n')))) {
    MTG_RETURN_IF_ERROR(CutQuoted(name, text, most, table));
    return table;
  }
  while (!text.empty() && table.rows.size() < most) {
    const std::string_view line = TakeLine(text);
    table.AddRow(table.rows.size() + 1, line) = CutFields(line);
  }
  return table;
}

}  // namespace mtgauge
