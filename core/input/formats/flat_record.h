// Records of JSON Lines that have texts, whole numbers, true, false and null only, and so need no
// parser.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/input/tables/record_segments.h"

namespace mtgauge {

struct FlatField {
  std::string_view key;
  FieldValue value;
};

class FlatRecord {
 public:
  // Finds the fields of a row. Returns false if the row must be parsed: if it has a list, an
  // object, a fraction, an escape, two fields with the same name, or anything that is not
  // valid. If not, the fields have the same names and values as after ParseRecord().
  [[nodiscard]] bool Read(std::string_view row);
  // They are valid until the next call, and as long as the row.
  std::span<const FlatField> fields() const { return fields_; }
  // Whether the names are those of the row that was read before.
  bool has_same_names() const { return same_names_; }

 private:
  bool ReadFields(std::string_view rest);
  bool TakeKey(std::string_view& rest, std::string_view& key);
  bool KeepNames();

  std::vector<FlatField> fields_;
  std::vector<std::string> names_;  // of the last row that was read; all are different
  bool same_names_ = false;
};

}  // namespace mtgauge
