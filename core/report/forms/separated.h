// Tables as lines whose fields a separator divides: tsv and csv.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/printing.h"
#include "core/report/write_options.h"
#include "mtgauge/table.h"

namespace mtgauge {

// Returns a field of CSV (RFC 4180): in quotes if it needs them.
std::string CsvField(std::string_view text);

struct Separation {
  char separator;
  std::string (*field)(std::string_view text);
  std::string_view skipped;  // in place of a score of a segment that is left out
};
inline constexpr Separation kTabs = {'\t', OneLine, "skipped"}, kCommas = {',', CsvField, ""};

// Appends fields to a text, line by line.
class SeparatedText {
 public:
  SeparatedText(const Separation& by, std::string& out) : by_(by), out_(out) {}

  void Text(std::string_view text) { Begin() += by_.field(text); }
  void Whole(uint64_t number) { Begin() += std::to_string(number); }
  void Real(double number) { AppendDouble(number, Begin()); }
  void EndLine() {
    out_ += '\n';
    begins_ = true;
  }

 private:
  // Begins the next field.
  std::string& Begin() {
    if (!std::exchange(begins_, false)) out_ += by_.separator;
    return out_;
  }

  const Separation& by_;
  std::string& out_;
  bool begins_ = true;
};

// Returns a header and a line for each line, with all digits. Switches are yes or no, fields
// without a value are empty.
std::string SeparatedLines(const Table& table, const Separation& by);

// Writes the table of an answer.
template <const Separation& by, typename Answer>
std::string WriteSeparated(const Answer& answer, const WriteOptions&) {
  return SeparatedLines(TableOf(answer), by);
}

}  // namespace mtgauge
