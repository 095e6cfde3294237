// Reads the lines in one pass, and numbers names in order of appearance.
#include "core/input/tables/unit_table.h"

#include <fmt/format.h>

#include <unordered_map>

#include "core/input/tables/text_file.h"

namespace mtgauge {

std::vector<std::string> NamesOfUnits(const UnitTable& table) {
  std::vector<std::string> names;
  for (const uint32_t unit : table.unit_of_segment) names.push_back(table.names[unit]);
  return names;
}

Result<UnitTable> ReadUnitTable(const std::string& path, uint32_t column) {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadTextFile(path));
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
