// Records of JSON Lines.
//
// A whole line is parsed, not only the fields that are wanted: what is not JSON is refused wherever
// it stands, and so are two fields with one name. Numbers may be as long as they like in fields
// that are not wanted.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <utility>

#include "core/base/status.h"
#include "core/input/tables/row_source.h"

namespace mtgauge {

// The InputError for a row.
inline absl::Status BadRow(const std::string& file, uint64_t line, std::string what,
                           std::string remedy) {
  return InputError({file, line}, std::move(what), std::move(remedy));
}

// The object of a row; valid until the parser is used again.
absl::StatusOr<simdjson::dom::object> ParseRecord(const std::string& file, const Row& row,
                                                  simdjson::dom::parser& parser);

}  // namespace mtgauge
