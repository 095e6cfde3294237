// Cuts rows field by field.
#include "core/input/tables/quoted_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace mtgauge {
namespace {

std::string WithoutPairs(std::string_view field) {
  std::string text;
  for (size_t i = 0; i < field.size(); ++i) {
    text += field[i];
    if (field[i] == '"') ++i;
  }
  return text;
}

}  // namespace

Status FieldCutter::Cut(const Row& row, std::vector<std::string_view>& fields,
                        std::deque<std::string>& unquoted) const {
  fields.clear();
  std::string_view rest = row.text;
  for (bool more = true; more;) {
    if (rest.starts_with('"')) {
      MTG_RETURN_IF_ERROR(TakeQuoted(row, rest, fields.emplace_back(), unquoted));
    } else {
      const std::string_view field = rest.substr(0, rest.find(separator_));
      fields.push_back(field);
      rest.remove_prefix(field.size());
    }
    more = !rest.empty();
    if (more) rest.remove_prefix(1);
  }
  return OkStatus();
}

Status FieldCutter::TakeQuoted(const Row& row, std::string_view& rest, std::string_view& field,
                               std::deque<std::string>& unquoted) const {
  const auto error = [&](const std::string& message, const std::string& remedy) {
    const std::string_view before = row.text.substr(0, row.text.size() - rest.size());
    const auto lines = static_cast<uint64_t>(std::count(before.begin(), before.end(), '\n'));
    return InputError({file_, row.line + lines}, message,
                      otherwise_.empty() ? remedy : fmt::format("{}; {}", remedy, otherwise_));
  };
  size_t end = 1, pairs = 0;
  while ((end = rest.find('"', end)) != rest.npos && rest.substr(end + 1).starts_with('"')) {
    end += 2;
    ++pairs;
  }
  if (end == rest.npos) {
    return error("a quote at the beginning of a field is never closed",
                 "close it, and write quotes in a text twice");
  }
  if (end + 1 < rest.size() && rest[end + 1] != separator_) {
    return error("text follows the quote that closes a field", "write quotes in a text twice");
  }
  field = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  if (pairs > 0) field = unquoted.emplace_back(WithoutPairs(field));
  return OkStatus();
}

char SeparatorOf(std::string_view line) {
  constexpr std::string_view kSeparators = ",;\t|";
  std::array<size_t, kSeparators.size()> counts{};
  bool in_quotes = false;
  for (const char c : line) {
    in_quotes ^= c == '"';
    const size_t separator = kSeparators.find(c);
    if (!in_quotes && separator != kSeparators.npos) ++counts[separator];
  }
  return kSeparators[static_cast<size_t>(std::max_element(counts.begin(), counts.end()) -
                                         counts.begin())];
}

}  // namespace mtgauge
