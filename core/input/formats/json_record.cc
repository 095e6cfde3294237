// Parses a record and checks it.
#include "core/input/formats/json_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <new>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/base/split.h"
#include "core/input/tables/record_segments.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

// Returns true if these characters form a valid JSON integer that does not fit into 64 bits.
bool IsHugeInteger(std::string_view number) {
  const std::string_view digits = number.substr(number.starts_with('-') ? 1 : 0);
  if (digits.empty() || digits.front() == '0') return false;
  if (!std::all_of(digits.begin(), digits.end(), IsDigit)) return false;
  int64_t signed_value = 0;
  uint64_t value = 0;
  const char* const end = number.data() + number.size();
  return std::from_chars(number.data(), end, signed_value).ec != std::errc() &&
         std::from_chars(number.data(), end, value).ec != std::errc();
}

// Replaces each huge integer in the row with a number that is not an integer. simdjson cannot parse
// huge integers, and they are not valid names: if such a field is needed, the replacement is
// refused just as well.
std::string WithoutHugeIntegers(std::string_view row) {
  constexpr std::string_view kOfNumbers = "+-.0123456789eE";
  std::string out;
  bool quoted = false;
  for (size_t at = 0; at < row.size();) {
    const size_t end = std::min(row.find_first_not_of(kOfNumbers, at), row.size());
    if (!quoted && end > at) {
      const std::string_view number = row.substr(at, end - at);
      out += IsHugeInteger(number) ? "0.5" : number;
      at = end;
      continue;
    }
    if (row[at] == '"') quoted = !quoted;
    if (row[at] == '\\' && at + 1 < row.size()) out += row[at++];
    out += row[at++];
  }
  return out;
}

Status CheckKeys(const std::string& file, const Row& row, const dom::object& record) {
  std::vector<std::string_view> keys;
  for (const dom::key_value_pair field : record) keys.push_back(field.key);
  std::sort(keys.begin(), keys.end());
  const auto twice = std::adjacent_find(keys.begin(), keys.end());
  if (twice == keys.end()) return OkStatus();
  return BadRow(file, row.line, fmt::format("the record has two fields '{}'", *twice),
                "use each name once");
}

}  // namespace

std::optional<dom::element> FindPath(const dom::object& record, std::string_view path) {
  dom::element value;
  if (record.at_key(path).get(value) == simdjson::SUCCESS) return value;
  for (size_t dot = path.rfind('.'); dot != path.npos && dot > 0; dot = path.rfind('.', dot - 1)) {
    dom::object inner;
    if (record.at_key(path.substr(0, dot)).get(value) != simdjson::SUCCESS) continue;
    if (value.is_null()) return value;
    if (value.get(inner) != simdjson::SUCCESS) continue;
    const std::optional<dom::element> found = FindPath(inner, path.substr(dot + 1));
    if (found) return found;
  }
  const std::optional<ListPath> split = SplitElement(path);
  if (!split) return std::nullopt;
  const std::optional<dom::element> list = FindPath(record, split->list);
  if (list && list->is_array() &&
      dom::array(*list).at(split->element).get(value) == simdjson::SUCCESS) {
    return value;
  }
  return std::nullopt;
}

std::string_view JsonFault(simdjson::error_code error) {
  switch (error) {
    case simdjson::EMPTY:
      return "there is nothing";
    case simdjson::UTF8_ERROR:
      return "a text is not UTF-8";
    case simdjson::UNCLOSED_STRING:
      return "a string has no end";
    case simdjson::STRING_ERROR:
      return "a string has an escape that JSON does not allow, such as \\ud800 alone";
    case simdjson::UNESCAPED_CHARS:
      return "a string has a character that JSON does not allow, such as \\x01";
    case simdjson::NUMBER_ERROR:
      return "a number is not one of JSON";
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR:
      return "a word is not true, false or null";
    case simdjson::DEPTH_ERROR:
      return "it is nested too deeply";
    default:  // a later version's error for numbers is here, too
      return "a comma, colon, bracket, key or value is missing or not allowed";
  }
}

namespace {

std::string RemedyOf(simdjson::error_code error, std::string_view usual) {
  switch (error) {
    case simdjson::UTF8_ERROR:
      return "convert the file to UTF-8";
    case simdjson::STRING_ERROR:
      return "write \\ufffd for half a character, and correct other escapes";
    case simdjson::UNESCAPED_CHARS:
      return "write control characters as escapes, such as \\u0001";
    default:
      return std::string(usual);
  }
}

}  // namespace

Result<dom::element> ParseValue(const std::string& file, const Row& row, dom::parser& parser,
                                std::string_view remedy) {
  static_assert(kTextPadding >= simdjson::SIMDJSON_PADDING);
  dom::element root;
  auto error = parser.parse(row.text.data(), row.text.size(), false).get(root);
  // simdjson's versions have different errors for huge integers.
  if (error != simdjson::SUCCESS && error != simdjson::MEMALLOC) {
    error = parser.parse(WithoutHugeIntegers(row.text)).get(root);
  }
  if (error == simdjson::MEMALLOC) throw std::bad_alloc();
  if (error != simdjson::SUCCESS) {
    return BadRow(file, row.line, fmt::format("not valid JSON: {}", JsonFault(error)),
                  RemedyOf(error, remedy));
  }
  return root;
}

Result<dom::object> ParseRecord(const std::string& file, const Row& row, dom::parser& parser,
                                std::string_view remedy) {
  MTG_ASSIGN_OR_RETURN(const dom::element root, ParseValue(file, row, parser, remedy));
  dom::object object;
  if (root.get(object) != simdjson::SUCCESS) {
    return BadRow(file, row.line, "not a JSON object",
                  "write one JSON object per line, as in {\"hyp\": \"...\"}");
  }
  MTG_RETURN_IF_ERROR(CheckKeys(file, row, object));
  return object;
}

}  // namespace mtgauge
