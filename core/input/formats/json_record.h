// Records of JSON Lines.
//
// The whole line is parsed, not only the fields that are needed: invalid JSON is refused anywhere
// in it, and so are two fields with the same name. Numbers in fields that are not needed may have
// any length.
#pragma once

#include <simdjson.h>

#include <cstdint>
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

// Parses the object of a row; it is valid until the parser is used again.
Result<simdjson::dom::object> ParseRecord(const std::string& file, const Row& row,
                                          simdjson::dom::parser& parser);

}  // namespace mtgauge
