// Rows of fields of which some are in quotes, as in RFC 4180: a quote opens a field only at its
// first byte, and two stand for one; separators and line ends may be between quotes.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/row_source.h"

namespace mtgauge {

// Cuts rows into fields without their quotes.
class FieldCutter {
 public:
  // `otherwise`: what to do if the file has no such rows, for errors; may be empty.
  FieldCutter(std::string file, char separator, std::string otherwise)
      : file_(std::move(file)), separator_(separator), otherwise_(std::move(otherwise)) {}

  // Sets the fields. Those with quotes inside point into `unquoted`, which grows; the others into
  // the row.
  Status Cut(const Row& row, std::vector<std::string_view>& fields,
             std::deque<std::string>& unquoted) const;

 private:
  Status TakeQuoted(const Row& row, std::string_view& rest, std::string_view& field,
                    std::deque<std::string>& unquoted) const;

  std::string file_;
  char separator_;
  std::string otherwise_;
};

// Returns the separator that is most frequent outside quotes in the first line: a comma, semicolon,
// tab or bar; a comma if none is there.
char SeparatorOf(std::string_view line);

}  // namespace mtgauge
