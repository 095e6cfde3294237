// Maps each segment to its unit: its document or its stratum.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

struct UnitTable {
  std::vector<uint32_t> unit_of_segment;  // dense, numbered by first appearance
  std::vector<std::string> names;         // [unit]
  uint64_t unnamed = 0;                   // segments that belong to no unit
  uint64_t first_unnamed = 0;             // the first of them, counted from 1; 0 if there is none
};

// Returns the name of each segment's unit.
std::vector<std::string> NamesOfUnits(const UnitTable& table);

// Reads one segment per line; of tab-separated columns, the one with index `column` (from 0) is the
// unit's name. Returns an InputError for an empty name, a line with fewer columns, JSON, and a file
// that is called one of JSON or CSV.
Result<UnitTable> ReadUnitTable(const std::string& path, uint32_t column);
// Parses the same from bytes; `name` is for messages.
Result<UnitTable> ParseUnitTable(const std::string& name, std::string_view bytes, uint32_t column);

}  // namespace mtgauge
