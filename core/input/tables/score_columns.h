// The titles of a table with a column of scores for each system.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace mtgauge {

// Returns true for the titles of columns with ids of segments.
bool IsIdTitle(std::string_view title);
// Returns true for the titles of row numbers that pandas writes; only the first column may have
// none.
bool IsRowNumberTitle(std::string_view title, size_t column);
// The same for all columns that tell something about segments: documents, domains, languages,
// groups and row numbers.
bool IsLabelTitle(std::string_view title, size_t column);

// "fluent:chrF2", as `segments` writes. Options of a metric belong to it: "a:bleu:tok=zh".
struct ScoreTitle {
  std::string_view system, metric;
};
std::optional<ScoreTitle> SplitScoreTitle(std::string_view title);

// Returns where the columns SYSTEM:METRIC begin in a header as `segments` writes it: after columns
// of which "segment" or the groups come first, up to the last one. Nothing for other headers.
std::optional<size_t> FindScoreTitles(std::span<const std::string_view> header);

}  // namespace mtgauge
