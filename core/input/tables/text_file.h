// Small side files (scores, document ids), read whole and split into lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/source.h"

namespace mtgauge {

// Reads all bytes of a file or pipe, without a leading byte order mark. "-" is standard input.
Result<std::string> ReadTextFile(const std::string& path);
// The same for a source, from its beginning.
Result<std::string> ReadText(Source& source);

// Splits a text into lines, without LF or CR LF; a last line without LF counts. They point into
// `text`.
std::vector<std::string_view> CutLines(std::string_view text);
// A table in a text.
struct TableRows {
  std::vector<std::vector<std::string_view>> rows;
  std::vector<size_t> lines;            // of the rows, counted from 1
  std::vector<std::string_view> texts;  // of the rows
  std::deque<std::string> unquoted;     // fields that are not as the text has them

  std::vector<std::string_view>& AddRow(size_t line, std::string_view text) {
    lines.push_back(line);
    texts.push_back(text);
    return rows.emplace_back();
  }
};
// Splits lines at tabs if the first line has any outside of quotes. Else splits rows at the
// separator of the first line, with quotes as in CSV (quoted_fields.h); there, tabs and line ends
// within a field become spaces, and lines between rows of several fields may be empty. Removes
// spaces around the fields. Reads at most so many rows. An InputError for quotes that do not fit.
Result<TableRows> CutTable(const std::string& name, std::string_view text, size_t most = SIZE_MAX);
// Splits a line at tabs, and removes spaces around the fields; returns at least one field.
std::vector<std::string_view> CutFields(std::string_view line);

}  // namespace mtgauge
