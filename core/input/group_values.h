// Groups of segments by several fields: a group is one name, put together from the values of all.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/input/tables/unit_table.h"

namespace mtgauge {

// "lang,domain" as its fields; no field for an empty text.
std::vector<std::string> SplitFields(std::string_view by);

// Which of a file's fields these are, as FindField() has it; empty: one at least is not there.
std::vector<std::string> FindFields(const std::vector<std::string>& fields, std::string_view by);

// The name of a group, and its values. No value of several holds the separator.
inline constexpr char kValueSeparator = '\t';
std::string JoinValues(std::span<const std::string_view> values);
std::vector<std::string> SplitValues(std::string_view group, size_t fields);
// For people: "en-de, news".
std::string GroupLabel(std::string_view group, size_t fields);

// Groups by several fields out of tables of the same segments, one for each field.
UnitTable CrossUnits(const std::vector<UnitTable>& tables);

}  // namespace mtgauge
