// Words and grapheme clusters by Unicode's rules (UAX #29), and full case folding, from generated
// tables (core/text/segmentation_tables.inc, made by core/text/make_segmentation_tables.py).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

inline constexpr std::string_view kSegmentationUnicode = "17.0";

// Appends the end of each word, or of what is between words: all boundaries but the first. Takes
// linear time.
void FindWordEnds(std::span<const uint32_t> code_points, std::vector<uint32_t>& ends);
// The same for grapheme clusters, the characters that users see.
void FindClusterEnds(std::span<const uint32_t> code_points, std::vector<uint32_t>& ends);
// Returns whether a character is alphabetic or a number.
bool IsLetterOrNumber(uint32_t code_point);

// Appends Unicode's full case folding of `text`, for Unicode 14.0. Bytes that are not UTF-8 stay.
void AppendCaseFolded(std::string_view text, std::string& out);

}  // namespace mtgauge
