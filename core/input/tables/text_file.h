// Small side files (scores, document ids), read whole and split into lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Reads all bytes of a file or pipe, without a leading byte order mark. "-" is standard input.
Result<std::string> ReadTextFile(const std::string& path);

// Splits a text into lines, without LF or CR LF; a last line without LF counts. They point into
// `text`.
std::vector<std::string_view> CutLines(std::string_view text);
// Splits a line at tabs, and removes spaces around the fields; returns at least one field.
std::vector<std::string_view> CutFields(std::string_view line);

}  // namespace mtgauge
