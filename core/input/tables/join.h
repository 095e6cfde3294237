// Joining records by a field instead of by their order.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/formats/format.h"

namespace mtgauge {

// What the field that joins records tells besides: "{lang}_#_{domain}_#_{doc}_#_{}" takes
// "cs-de_#_news_#_a12_#_3" apart. Each name takes as little as it can, the last one what is left;
// what {} stands for has no name.
class KeyTemplate {
 public:
  // A UsageError where there are no names, or nothing between two.
  static absl::StatusOr<KeyTemplate> Parse(std::string_view text);

  std::vector<std::string> names() const;
  // What each name stands for, in order; nothing where the key is not so.
  std::optional<std::vector<std::string_view>> Match(std::string_view key) const;

 private:
  struct Part {
    std::string name;  // may be empty
    std::string stop;  // what stands behind it
  };
  std::string begin_;
  std::vector<Part> parts_;
};

// Reads a column of records whose ids are the field OpenOptions::key, to its end, into memory: one
// table for each system that its records name, in order of appearance. Of references, which are the
// same whatever the system, there is one. A record without an id, or with one that its system has
// already, is an InputError, and so are references of one id that differ. OpenOptions::split_key,
// if any, must be a template; it gives the segments documents and groups.
absl::StatusOr<std::vector<Column>> ReadTables(Column column, Role role,
                                               const OpenOptions& options);

}  // namespace mtgauge
