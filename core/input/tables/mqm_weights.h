// The weights of marked errors under MQM.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Returns true for rows that mark no error: there is none, or the row tests the rater's attention.
bool MarksNoError(std::string_view severity);

// SEVERITY[/CATEGORY[/SUBCATEGORY]], in lower case, and the weight of such an error.
using MqmWeights = std::vector<std::pair<std::string, double>>;

// The weights of Freitag et al. (2021, table 12), as mt-metrics-eval writes them.
inline constexpr std::string_view kPublishedMqmWeights =
    "Major:5 Minor:1 Neutral:0 Major/Non-translation!:25 Minor/Fluency/Punctuation:0.1";
MqmWeights PublishedMqmWeights();

// Parses a list like the one above. Returns a UsageError that names the entry that is wrong.
Result<MqmWeights> ParseMqmWeights(std::string_view text);

// Returns the most specific weight that matches an error; nothing if not even its severity has one.
std::optional<double> MqmWeightOf(const MqmWeights& weights, std::string_view severity,
                                  std::string_view category);

}  // namespace mtgauge
