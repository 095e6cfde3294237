// Records of JSON Lines.
//
// The whole line is parsed, not only the fields that are needed: invalid JSON is refused anywhere
// in it, and so are two fields with the same name. Numbers in fields that are not needed may have
// any length.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/status.h"
#include "core/input/tables/row_source.h"

namespace mtgauge {

// The InputError for a row.
inline Status BadRow(const std::string& file, uint64_t line, std::string what, std::string remedy) {
  return InputError({file, line}, std::move(what), std::move(remedy));
}

// What is wrong with JSON, in words that do not depend on simdjson's version.
std::string_view JsonFault(simdjson::error_code error);

// Parses the value of a row; it is valid until the parser is used again.
Result<simdjson::dom::element> ParseValue(const std::string& file, const Row& row,
                                          simdjson::dom::parser& parser, std::string_view remedy);
// The same for an object whose fields have different names.
Result<simdjson::dom::object> ParseRecord(
    const std::string& file, const Row& row, simdjson::dom::parser& parser,
    std::string_view remedy = "write one JSON object per line");

// Returns the value that a path names: the name of a field, names of fields within fields with dots
// between them, or one element of a list, as in a.b[0]. A field whose name is the whole path wins,
// then the longest first name. What is within null is null. Nothing if it is not there.
std::optional<simdjson::dom::element> FindPath(const simdjson::dom::object& record,
                                               std::string_view path);

}  // namespace mtgauge
