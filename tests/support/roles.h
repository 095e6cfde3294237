// Texts for the metrics that compare semantic roles and refuse texts without any.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace mtgauge::test {

inline bool ComparesRoles(std::string_view metric) {
  const std::string_view name = metric.substr(0, metric.find(':'));
  return name == "meant" || name == "sr";
}

// Gives each word of a text a role if the metric compares roles.
inline std::string TextFor(std::string_view metric, std::string text) {
  if (!ComparesRoles(metric) || text.empty()) return text;
  std::string labelled;
  for (const char c : text) {
    if (c == ' ' || c == '\n') labelled += "|||||=|1:A0";
    labelled += c;
  }
  return labelled + "|||||=|1:A0";
}

}  // namespace mtgauge::test
