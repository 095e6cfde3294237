// The scripts of letters, from generated tables (script_tables.inc).
#pragma once

#include <cstdint>
#include <string_view>

namespace mtgauge {

// Returns the number of a letter's script; 0 for a character that is no letter, or that several
// scripts share.
uint8_t LetterScript(uint32_t code_point);

// Returns "Latin".
std::string_view ScriptName(uint8_t script);

// Returns whether a text of one language may have letters of both scripts: Chinese characters with
// kana, or with Hangul.
bool BelongTogether(uint8_t a, uint8_t b);

}  // namespace mtgauge
