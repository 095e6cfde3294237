// Formats numbers and names for all kinds of output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mtgauge {

// Returns the fewest digits that read back as the same double.
std::string ShortestDouble(double value);
void AppendDouble(double value, std::string& out);  // the same
// Returns "1 line" or "2 lines"; `many` is the plural if it is irregular.
std::string Counted(uint64_t count, std::string_view one, std::string_view many = "");
// Returns "1 line for 6 segments", for files that should have one line per segment.
std::string LinesForSegments(uint64_t lines, uint64_t segments);
// Writes control bytes as \xHH, so that a text cannot break a line or a column.
std::string OneLine(std::string_view text);
// The same for people to read. Also escapes what a terminal could obey: the control characters
// U+0080 to U+009F, and separators and directions that break or turn a line.
std::string Printable(std::string_view text);
// Counts code points, to align columns of names; continuation bytes have no width.
size_t DisplayWidth(std::string_view text);

}  // namespace mtgauge
