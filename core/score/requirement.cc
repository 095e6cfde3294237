// Parses bounds of scores.
#include "core/score/requirement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "core/base/numbers.h"
#include "core/base/printing.h"

namespace mtgauge {
namespace {

using Relation = Requirement::Relation;

constexpr struct {
  std::string_view sign;
  Relation relation;
} kRelations[] = {{">=", Relation::kAtLeast},
                  {"<=", Relation::kAtMost},
                  {">", Relation::kAbove},
                  {"<", Relation::kBelow}};

constexpr std::string_view kBaseline = "baseline";

// Reads "30", "1%", "baseline", "baseline-0.5" or "baseline+1"; returns false for anything else.
bool ReadBound(std::string_view text, Requirement& requirement) {
  requirement.from_baseline = text.starts_with(kBaseline);
  if (requirement.from_baseline) {
    text.remove_prefix(kBaseline.size());
    if (text.empty()) return true;
    if (text.front() != '+' && text.front() != '-') return false;
    if (text.front() == '+') text.remove_prefix(1);
  }
  if (text.ends_with('%')) text.remove_suffix(1);  // checked once the metric is known
  const std::optional<double> number = ParseNumber<double>(text);
  requirement.bound = number.value_or(NAN);
  return std::isfinite(requirement.bound);
}

}  // namespace

Result<Requirement> ParseRequirement(const std::string& text) {
  // Use the last sign, since a file name may contain others.
  const size_t last = text.find_last_of("<>");
  if (last != std::string::npos && last > 0 && text[last - 1] == '=') {
    return UsageError({.option = "require"},
                      fmt::format("'{}': '={}' is no sign", text, text[last]),
                      fmt::format("write {}=", text[last]));
  }
  if (last != std::string::npos && last > 0) {
    for (const auto& row : kRelations) {
      if (!std::string_view(text).substr(last).starts_with(row.sign)) continue;
      Requirement requirement;
      requirement.target = text.substr(0, last);
      requirement.relation = row.relation;
      requirement.text = text;
      const std::string bound = text.substr(last + row.sign.size());
      if (bound.starts_with(kBaseline) && bound.ends_with('%')) {
        return UsageError({.option = "require"},
                          fmt::format("'{}': a distance from the baseline is in points", text),
                          "write it without %");
      }
      if (ReadBound(bound, requirement)) return requirement;
      return UsageError(
          {.option = "require"}, fmt::format("'{}': '{}' is not a bound", text, bound),
          "write a number, as in 'bleu>=30', or with the verb 'compare' and `baseline`, "
          "a distance, as in 'bleu>=baseline-0.5'");
    }
  }
  return UsageError({.option = "require"},
                    fmt::format("'{}' is not a metric, >=, >, <= or <, and a number, as in "
                                "'bleu>=30' (in quotes, since a shell has its own use for > and <)",
                                text),
                    "");
}

std::string RelationOf(const Requirement& requirement) {
  const auto* row = std::find_if(std::begin(kRelations), std::end(kRelations), [&](const auto& of) {
    return of.relation == requirement.relation;
  });
  const double bound = requirement.bound;
  if (!requirement.from_baseline) return fmt::format("{} {}", row->sign, ShortestDouble(bound));
  return fmt::format("{} {}{}{}", row->sign, kBaseline, bound > 0 ? "+" : "",
                     bound == 0 ? "" : ShortestDouble(bound));
}

}  // namespace mtgauge
