// Joins records by a field instead of by their order.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/formats/format.h"

namespace mtgauge {

// Splits the values within a key: "{lang}_#_{domain}_#_{doc}_#_{}" splits "cs-de_#_news_#_a12_#_3".
// Each name matches as little as possible, the last one the rest; the part matched by {} is
// unnamed.
class KeyTemplate {
 public:
  // Returns a UsageError if there are no names, or no separator between two.
  static Result<KeyTemplate> Parse(std::string_view text);

  std::vector<std::string> names() const;
  // Returns the value of each name, in order; nothing if the key does not match.
  std::optional<std::vector<std::string_view>> Match(std::string_view key) const;

 private:
  struct Part {
    std::string name;  // may be empty
    std::string stop;  // the separator after it
  };
  std::string begin_;
  std::vector<Part> parts_;
};

// Reads a column of records, whose ids are the field OpenOptions::key, to its end into memory: one
// table for each system that the records name, in order of appearance. References, which are the
// same for all systems, get one table. Returns an InputError for a record without an id, for an id
// that its system already has, and if references with the same id differ. OpenOptions::split_key,
// if set, must be a template; it gives the segments documents and groups.
Result<std::vector<Column>> ReadTables(Column column, Role role, const OpenOptions& options);

}  // namespace mtgauge
