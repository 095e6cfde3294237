// Tells titles by their names.
#include "core/input/tables/score_columns.h"

#include <absl/strings/ascii.h>

#include <string>

#include "core/input/tables/judgement_forms.h"

namespace mtgauge {

bool IsIdTitle(std::string_view title) {
  return IsTitle(title, Title::kItem) || title == "#" ||
         absl::AsciiStrToLower(std::string(title)) == "ids";
}

bool IsRowNumberTitle(std::string_view title, size_t column) {
  return (column == 0 && title.empty()) || title == "index" || title == "level_0" ||
         title.starts_with("Unnamed: ") || title.starts_with("__index_level_");
}

bool IsLabelTitle(std::string_view title, size_t column) {
  return IsTitle(title, Title::kDocument) || IsTitle(title, Title::kDomain) ||
         IsTitle(title, Title::kLanguagePair) || title == "group" || title.starts_with("group:") ||
         IsRowNumberTitle(title, column);
}

std::optional<ScoreTitle> SplitScoreTitle(std::string_view title) {
  size_t colon = title.rfind(':'), end = title.size();
  while (colon != title.npos && title.substr(colon, end - colon).find('=') != title.npos) {
    end = colon;
    colon = colon == 0 ? title.npos : title.rfind(':', colon - 1);
  }
  if (colon == title.npos || colon == 0 || colon + 1 == title.size()) return std::nullopt;
  return ScoreTitle{title.substr(0, colon), title.substr(colon + 1)};
}

std::optional<size_t> FindScoreTitles(std::span<const std::string_view> header) {
  if (header.empty()) return std::nullopt;
  const bool own =
      header[0] == "segment" || header[0] == "group" || header[0].starts_with("group:");
  size_t begin = header.size();
  while (begin > 1 && !IsLabelTitle(header[begin - 1], begin - 1) &&
         SplitScoreTitle(header[begin - 1])) {
    --begin;
  }
  return own && begin < header.size() ? std::optional(begin) : std::nullopt;
}

}  // namespace mtgauge
