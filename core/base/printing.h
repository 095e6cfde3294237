// Numbers and names as every form of output has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mtgauge {

// The fewest digits that read back as the same double.
std::string ShortestDouble(double value);
void AppendDouble(double value, std::string& out);  // the same
// "1 line", "2 lines"; `many` where an s is not enough.
std::string Counted(uint64_t count, std::string_view one, std::string_view many = "");
// "1 line for 6 segments": a file that should have a line for each.
std::string LinesForSegments(uint64_t lines, uint64_t segments);
// Control bytes as \xHH, so that a name can neither break a line nor a column.
std::string Printable(std::string_view text);
// Code points, for columns of names; a continuation byte takes no room.
size_t DisplayWidth(std::string_view text);

}  // namespace mtgauge
