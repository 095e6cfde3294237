// The encodings of levels, numbers and texts in pages of Parquet.
//
// Each function reads from the front of `bytes` and removes what it read, never beyond its end, and
// returns what is wrong, or nothing. Texts point into `bytes`, unless it says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// Runs of equal values and of packed bits (RLE), of `width` bits each, at most 32.
std::string_view ReadRuns(std::string_view bytes, unsigned width, std::span<uint32_t> values);

// Differences to the value before (DELTA_BINARY_PACKED): exactly `count` numbers.
std::string_view ReadDeltas(std::string_view& bytes, size_t count, std::vector<int64_t>& numbers);

// A length before each text (PLAIN).
std::string_view ReadPlainTexts(std::string_view& bytes, std::span<std::string_view> texts);
// All lengths before the texts (DELTA_LENGTH_BYTE_ARRAY).
std::string_view ReadDeltaTexts(std::string_view& bytes, std::span<std::string_view> texts);
// The beginning of each text is that of the text before (DELTA_BYTE_ARRAY). The texts are in
// `room`.
std::string_view ReadFrontCodedTexts(std::string_view& bytes, std::span<std::string_view> texts,
                                     std::string& room);

// Numbers of `width` bytes, 4 or 8 (PLAIN), or the first bytes of all, then the second ones, and so
// on (BYTE_STREAM_SPLIT). Returns them with the sign of their own width.
std::string_view ReadPlainNumbers(std::string_view bytes, size_t width, size_t count, bool split,
                                  std::vector<int64_t>& numbers);
// One bit each (PLAIN).
std::string_view ReadPlainBits(std::string_view bytes, size_t count, std::vector<int64_t>& numbers);

}  // namespace mtgauge
