// Groups of segments by several fields: the name of a group is made of the values of all fields.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/input/tables/unit_table.h"

namespace mtgauge {

// Splits "lang,domain" into its fields. Returns none for an empty text.
std::vector<std::string> SplitFields(std::string_view by);

// Finds these fields among a file's fields with FindField(). Returns none if any field is missing.
std::vector<std::string> FindFields(const std::vector<std::string>& fields, std::string_view by);

// Makes the name of a group from its values, and splits it again. If there are several values, none
// contains the separator.
inline constexpr char kValueSeparator = '\t';
std::string JoinValues(std::span<const std::string_view> values);
std::vector<std::string> SplitValues(std::string_view group, size_t fields);
// Returns a label to display, like "en-de, news".
std::string GroupLabel(std::string_view group, size_t fields);

// Groups by several fields: combines tables of the same segments, one for each field.
UnitTable CrossUnits(const std::vector<UnitTable>& tables);

}  // namespace mtgauge
