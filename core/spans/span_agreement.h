// How far raters agree on error spans in the same outputs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/spans/span_credits.h"

namespace mtgauge {

// What several raters marked in one translation.
struct RatedSpans {
  uint32_t length = 0;  // of the translation in characters; 0 if unknown
  std::map<uint32_t, std::vector<ErrorSpan>> raters;
};

// Returns Krippendorff's nominal alpha over the characters of translations of known length. The
// value of a character is the highest severity of the spans that cover it, or that there is none.
// NaN if all have the same value, or if no translation has two raters.
double CharacterAlpha(std::span<const RatedSpans> translations);

// Returns F1 of the spans of each pair of raters, over all translations that both judged: MPP,
// one-to-one, micro, which is the same in both directions. Nothing if this would take too much
// work.
std::optional<std::map<std::pair<uint32_t, uint32_t>, double>> CompareRaterSpans(
    std::span<const RatedSpans> translations);

}  // namespace mtgauge
