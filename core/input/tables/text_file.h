// Small side files (scores, document ids), read whole and split into lines.
#pragma once

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
// Splits lines at tabs if the first line has any, else at commas outside of double quotes, where
// quotes are doubled. Removes spaces around the fields; those that were in quotes point into
// `unquoted`.
std::vector<std::vector<std::string_view>> CutTable(const std::vector<std::string_view>& lines,
                                                    std::deque<std::string>& unquoted);
// Splits a line at tabs, and removes spaces around the fields; returns at least one field.
std::vector<std::string_view> CutFields(std::string_view line);

}  // namespace mtgauge
