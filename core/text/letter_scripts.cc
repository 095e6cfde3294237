// Looks letters up in ranges.
#include "core/text/letter_scripts.h"

#include <algorithm>
#include <iterator>

namespace mtgauge {
namespace {

struct LetterRange {
  uint32_t first, last;
  uint8_t script;
};
#include "core/text/script_tables.inc"

// A language that is written in several scripts.
constexpr std::string_view kJapanese[] = {"Han", "Hiragana", "Katakana", "Bopomofo"};
constexpr std::string_view kKorean[] = {"Han", "Hangul"};

template <size_t kCount>
bool HasBoth(const std::string_view (&scripts)[kCount], std::string_view a, std::string_view b) {
  const auto has = [&](std::string_view name) {
    return std::find(std::begin(scripts), std::end(scripts), name) != std::end(scripts);
  };
  return has(a) && has(b);
}

}  // namespace

uint8_t LetterScript(uint32_t code_point) {
  const auto* const range =
      std::upper_bound(std::begin(kLetterRanges), std::end(kLetterRanges), code_point,
                       [](uint32_t code, const LetterRange& one) { return code < one.first; });
  if (range == std::begin(kLetterRanges)) return 0;
  const LetterRange& found = *std::prev(range);
  return code_point <= found.last ? found.script : 0;
}

std::string_view ScriptName(uint8_t script) { return kScriptNames[script]; }

bool BelongTogether(uint8_t a, uint8_t b) {
  const std::string_view first = ScriptName(a), second = ScriptName(b);
  return a == b || HasBoth(kJapanese, first, second) || HasBoth(kKorean, first, second);
}

}  // namespace mtgauge
