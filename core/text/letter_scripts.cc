// Looks letters up in a table that is filled from ranges.
#include "core/text/letter_scripts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

namespace mtgauge {
namespace {

struct LetterRange {
  uint32_t first, last;
  uint8_t script;
};
#include "core/text/script_tables.inc"

// The languages that are written in several scripts.
constexpr std::string_view kJapanese[] = {"Han", "Hiragana", "Katakana", "Bopomofo"};
constexpr std::string_view kKorean[] = {"Han", "Hangul"};

// Returns, for each script, a bit for each of these languages.
constexpr auto LanguagesOfScripts() {
  std::array<uint8_t, std::size(kScriptNames)> languages = {};
  const auto add = [&](std::span<const std::string_view> scripts, uint8_t bit) {
    for (size_t script = 0; script < languages.size(); ++script) {
      for (const std::string_view name : scripts) {
        if (name == kScriptNames[script]) languages[script] |= bit;
      }
    }
  };
  add(kJapanese, 1);
  add(kKorean, 2);
  return languages;
}
constexpr auto kLanguagesOfScripts = LanguagesOfScripts();

// The scripts of all characters up to the last letter.
using ScriptTable = std::array<uint8_t, std::rbegin(kLetterRanges)->last + 1>;

const ScriptTable& MakeScriptTable() {
  auto& table = *new ScriptTable();  // zeros
  for (const LetterRange& range : kLetterRanges) {
    std::fill_n(table.begin() + range.first, range.last - range.first + 1, range.script);
  }
  return table;
}

}  // namespace

uint8_t LetterScript(uint32_t code_point) {
  static const ScriptTable& table = MakeScriptTable();
  return code_point < table.size() ? table[code_point] : 0;
}

std::string_view ScriptName(uint8_t script) { return kScriptNames[script]; }

bool BelongTogether(uint8_t a, uint8_t b) {
  return a == b || (kLanguagesOfScripts[a] & kLanguagesOfScripts[b]) != 0;
}

}  // namespace mtgauge
