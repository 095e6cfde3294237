// Texts for the metrics that do not take every text: those that compare semantic roles refuse texts
// without any, and CharacTER's search takes seconds for two unrelated texts of 500 words.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace mtgauge::test {

inline bool ComparesRoles(std::string_view metric) {
  const std::string_view name = metric.substr(0, metric.find(':'));
  return name == "meant" || name == "sr";
}

// Gives each word of a text a role if the metric compares roles; cuts long texts for CharacTER.
inline std::string TextFor(std::string_view metric, std::string text) {
  if (metric == "character") return text.substr(0, text.find(' ', 200));
  if (!ComparesRoles(metric) || text.empty()) return text;
  std::string labelled;
  for (const char c : text) {
    if (c == ' ' || c == '\n') labelled += "|||||=|1:A0";
    labelled += c;
  }
  return labelled + "|||||=|1:A0";
}

}  // namespace mtgauge::test
