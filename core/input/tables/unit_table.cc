// Reads the lines in one pass, and numbers names in order of appearance.
#include "core/input/tables/unit_table.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <unordered_map>

#include "core/input/formats/format.h"
#include "core/input/tables/text_file.h"
#include "core/simd/kernels.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

bool IsJson(std::string_view text) {
  const std::string padded = std::string(text) + std::string(kTextPadding, '\0');
  simdjson::dom::parser parser;
  return parser.parse(padded.data(), text.size(), false).error() == simdjson::SUCCESS;
}

// Returns true for JSON Lines of objects or lists, and for one that is the whole text.
bool HoldsJson(std::string_view bytes) {
  const size_t start = bytes.find_first_not_of(" \t\r\n");
  if (start == bytes.npos || (bytes[start] != '{' && bytes[start] != '[')) return false;
  const std::string_view text = bytes.substr(start);
  return IsJson(text.substr(0, text.find('\n'))) || IsJson(text);
}

// Refuses a file whose lines are more than names.
Status CheckHoldsNames(const std::string& path, std::string_view bytes) {
  const FormatRow* const format = FormatOfName(path);
  const std::string_view name = format == nullptr ? std::string_view() : format->name;
  if (name == "json" || name == "jsonl" || HoldsJson(bytes)) {
    return InputError({path}, "this is JSON, not a name on each line",
                      "write the names alone, one on each line of a text file");
  }
  if (name != "csv") return OkStatus();
  return InputError(
      {path}, "this is CSV, not a name on each line",
      "write the names alone, one on each line of a text file, or separate columns by tabs");
}

}  // namespace

std::vector<std::string> NamesOfUnits(const UnitTable& table) {
  std::vector<std::string> names;
  for (const uint32_t unit : table.unit_of_segment) names.push_back(table.names[unit]);
  return names;
}

Result<UnitTable> ReadUnitTable(const std::string& path, uint32_t column) {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadTextFile(path));
  MTG_RETURN_IF_ERROR(CheckHoldsNames(path, bytes));
  return ParseUnitTable(path, bytes, column);
}

Result<UnitTable> ParseUnitTable(const std::string& name, std::string_view bytes, uint32_t column) {
  UnitTable table;
  std::unordered_map<std::string_view, uint32_t> numbers;
  for (const std::string_view line : CutLines(bytes)) {
    const std::vector<std::string_view> fields = CutFields(line);
    if (column >= fields.size() || fields[column].empty()) {
      return InputError({name, table.unit_of_segment.size() + 1},
                        fmt::format("there is no name in column {}", column + 1),
                        "write one line for each segment, with the name of its unit");
    }
    if (!IsValidUtf8(fields[column])) {
      return InputError({name, table.unit_of_segment.size() + 1}, "invalid UTF-8 in a name",
                        "convert the file to UTF-8 first, as iconv does");
    }
    const auto number = static_cast<uint32_t>(table.names.size());
    const auto [unit, is_new] = numbers.try_emplace(fields[column], number);
    if (is_new) table.names.emplace_back(fields[column]);
    table.unit_of_segment.push_back(unit->second);
  }
  if (table.names.empty()) {
    return InputError({name}, "empty", "give one line for each segment");
  }
  return table;
}

}  // namespace mtgauge
