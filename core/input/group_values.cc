// Joins and splits the names of groups.
#include "core/input/group_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unordered_map>

#include "core/input/formats/format.h"

namespace mtgauge {
namespace {

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (size_t end = text.find(separator); end != text.npos; end = text.find(separator)) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.emplace_back(text);
  return parts;
}

}  // namespace

std::vector<std::string> SplitFields(std::string_view by) {
  if (by.empty()) return {};
  return Split(by, ',');
}

std::vector<std::string> FindFields(const std::vector<std::string>& fields, std::string_view by) {
  std::vector<std::string> found;
  for (const std::string& field : SplitFields(by)) {
    found.push_back(FindField(fields, field));
    if (found.back().empty()) return {};
  }
  return found;
}

std::string JoinValues(std::span<const std::string_view> values) {
  return fmt::format("{}", fmt::join(values, std::string_view(&kValueSeparator, 1)));
}

std::vector<std::string> SplitValues(std::string_view group, size_t fields) {
  return fields < 2 ? std::vector{std::string(group)} : Split(group, kValueSeparator);
}

std::string GroupLabel(std::string_view group, size_t fields) {
  return fmt::format("{}", fmt::join(SplitValues(group, fields), ", "));
}

namespace {

UnitTable Cross(const UnitTable& a, const UnitTable& b) {
  UnitTable both;
  std::unordered_map<uint64_t, uint32_t> numbers;
  for (size_t i = 0; i < a.unit_of_segment.size(); ++i) {
    const uint32_t in_a = a.unit_of_segment[i], in_b = b.unit_of_segment[i];
    const auto next = static_cast<uint32_t>(both.names.size());
    const auto [unit, is_new] = numbers.try_emplace(uint64_t{in_a} << 32 | in_b, next);
    if (is_new) {
      const std::string_view values[] = {a.names[in_a], b.names[in_b]};
      both.names.push_back(JoinValues(values));
    }
    both.unit_of_segment.push_back(unit->second);
  }
  return both;
}

}  // namespace

UnitTable CrossUnits(const std::vector<UnitTable>& tables) {
  UnitTable all = tables.front();
  for (size_t t = 1; t < tables.size(); ++t) all = Cross(all, tables[t]);
  return all;
}

}  // namespace mtgauge
