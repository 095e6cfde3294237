// Parses bounds of scores.
#include "core/score/requirement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "core/base/numbers.h"

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

}  // namespace

absl::StatusOr<Requirement> ParseRequirement(const std::string& text) {
  // Use the last sign, since a file name may contain others.
  const size_t last = text.find_last_of("<>");
  if (last != std::string::npos && last > 0) {
    for (const auto& row : kRelations) {
      if (!std::string_view(text).substr(last).starts_with(row.sign)) continue;
      Requirement requirement{text.substr(0, last), row.relation, 0, text};
      const std::string bound = text.substr(last + row.sign.size());
      const std::optional<double> number = ParseNumber<double>(bound);
      if (number && std::isfinite(*number)) {
        requirement.bound = *number;
        return requirement;
      }
      return UsageError({.option = "require"},
                        fmt::format("'{}': '{}' is not a number", text, bound), "");
    }
  }
  return UsageError({.option = "require"},
                    fmt::format("'{}' is not a metric, >=, >, <= or <, and a number, as in "
                                "'bleu>=30' (in quotes, since a shell has its own use for > and <)",
                                text),
                    "");
}

std::string_view SignOf(Relation relation) {
  return std::find_if(std::begin(kRelations), std::end(kRelations),
                      [&](const auto& row) { return row.relation == relation; })
      ->sign;
}

}  // namespace mtgauge
