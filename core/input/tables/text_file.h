// Small side files (scores, document ids), read whole and cut into lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// All bytes of a file or pipe, without a leading byte order mark. "-" is standard input.
absl::StatusOr<std::string> ReadTextFile(const std::string& path);

// The lines of a text, without LF or CR LF; a last line without LF counts. They point into `text`.
std::vector<std::string_view> CutLines(std::string_view text);
// The fields of a line, which tabs separate, without spaces around them; at least one.
std::vector<std::string_view> CutFields(std::string_view line);

}  // namespace mtgauge
