// Character properties, from generated tables (core/text/unicode_tables.inc, made by
// core/text/make_unicode_tables.py from pinned Unicode versions).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mtgauge {

inline constexpr std::string_view kCategoryUnicode =
    "15.0";                                                 // for IsPunctuation, IsSymbol, IsNumber
inline constexpr std::string_view kNewestUnicode = "18.0";  // for AddedCategory, FindNewer
inline constexpr std::string_view kCaseUnicode = "14.0";    // for lowercasing

// Bits of CharacterProperties().
enum CharacterProperty : uint8_t {
  kPropertySpace = 1,
  kPropertyPunctuation = 2,
  kPropertySymbol = 4,
  kPropertyNumber = 8,
  kPropertyZh = 16,         // Chinese for sacreBLEU's zh, including the error in its ranges
  kPropertyCased = 32,      // and not case-ignorable
  kPropertyIgnorable = 64,  // case-ignorable, for the final-sigma rule
  kPropertyUpper = 128,     // changed by lowercasing
};

extern const uint8_t kPropertyIndex[];
extern const uint8_t kPropertyBlocks[][256];

// Accepts any value; returns 0 above U+10FFFF.
inline uint8_t CharacterProperties(uint32_t code_point) {
  if (code_point >= 0x110000) return 0;
  return kPropertyBlocks[kPropertyIndex[code_point >> 8]][code_point & 0xFF];
}

// White space as in Python's str.isspace and str.split.
inline bool IsSpace(uint32_t code_point) {
  return (CharacterProperties(code_point) & kPropertySpace) != 0;
}
inline bool IsPunctuation(uint32_t code_point) {  // P*
  return (CharacterProperties(code_point) & kPropertyPunctuation) != 0;
}
inline bool IsSymbol(uint32_t code_point) {  // S*
  return (CharacterProperties(code_point) & kPropertySymbol) != 0;
}
inline bool IsNumber(uint32_t code_point) {  // N*
  return (CharacterProperties(code_point) & kPropertyNumber) != 0;
}

// Returns the bit of the category that kNewestUnicode gives to a character which kCategoryUnicode
// does not have; 0 for all others.
uint8_t AddedCategory(uint32_t code_point);

// Bits of FindNewer().
enum NewerCharacters : uint8_t {
  kAddedCharacters = 1,       // with an AddedCategory()
  kUnassignedCharacters = 2,  // newer than kNewestUnicode, or damaged
};
// Returns which of them a text contains. Costs little if neighbours are of one script.
uint8_t FindNewer(std::string_view text);

std::string_view TrimRight(std::string_view text);  // Python's str.rstrip()
std::string_view Trim(std::string_view text);       // Python's str.strip()
bool IsBlankText(std::string_view text);            // whether Trim() leaves nothing

// Appends CPython's str.lower() of `text`, with full mappings and the final-sigma rule. Invalid
// bytes stay. For the sigma rule LF separates words as the end of the text does, so a stream of
// many segments can be lowercased at once.
void AppendLowercase(std::string_view text, std::string& out);
// Same as above, into memory of at least LowercaseCapacity(text.size()) bytes. Returns the end of
// the output.
char* LowercaseInto(std::string_view text, char* out);
// No character grows by more than half; the output is written in words of 8 bytes.
inline size_t LowercaseCapacity(size_t bytes) { return bytes + bytes / 2 + 8; }

}  // namespace mtgauge
