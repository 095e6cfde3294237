// Records of JSON Lines that have texts, whole numbers, true, false and null only, and so need no
// parser.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"
#include "core/input/tables/marked_lines.h"
#include "core/input/tables/record_segments.h"

namespace mtgauge {

struct FlatField {
  std::string_view key;
  FieldValue value;
};

class FlatRecord {
 public:
  // The bytes to be marked in rows: quotes, escapes, and those that JSON allows in no string.
  static constexpr WantedBytes kMarks = {' ', '"', '\\'};

  // Finds the fields of a line, which is UTF-8. Returns false if it must be parsed: if it has a
  // list, an object, a fraction, an escape in a name, two fields with the same name, or anything
  // that is not valid. If not, the fields have the same names and values as after ParseRecord().
  [[nodiscard]] bool Read(const MarkedLines& line);
  // They are valid until the next call, and as long as the line.
  std::span<const FlatField> fields() const { return fields_; }
  // Whether the names are those of the row that was read before.
  bool has_same_names() const { return same_names_; }
  // Whether a text of the row has escapes, which are decoded.
  bool has_escapes() const { return decoded_size_ > 0; }

 private:
  bool ReadAsBefore(std::string_view rest);
  bool ReadFields(std::string_view rest);
  bool TakeKey(std::string_view& rest, std::string_view& key);
  bool TakeValue(std::string_view& rest, FieldValue& value);
  bool TakeText(std::string_view& rest, std::string_view& text);
  bool TakeEscaped(std::string_view& rest, std::string_view& text);
  bool KeepNames();

  const char* base_ = nullptr;      // of the marks
  const uint32_t* mark_ = nullptr;  // the next one
  Buffer<char> decoded_;            // texts with escapes
  size_t decoded_size_ = 0;
  std::vector<FlatField> fields_;
  std::vector<std::string> names_;  // of the last row that was read; all are different
  std::vector<std::string> shape_;  // of that row: what is before each value, and after the last
  bool same_names_ = false;
};

}  // namespace mtgauge
