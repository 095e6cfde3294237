// Reads the rows in one pass.
#include "core/input/tables/pair_list.h"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "core/base/printing.h"
#include "core/input/tables/judgement_forms.h"
#include "core/input/tables/text_file.h"
#include "core/text/language.h"

namespace mtgauge {
namespace {

constexpr std::string_view kColumns[] = {"pair", "references", "outputs", "source", "human"};

Status CheckHeader(const std::string& name, const Fields& header) {
  constexpr std::string_view kRemedy =
      "name the columns pair, references, outputs, source and human in the first line, with tabs "
      "between them";
  for (const std::string_view title : header) {
    if (std::find(std::begin(kColumns), std::end(kColumns), title) != std::end(kColumns)) continue;
    return InputError({name, 1}, fmt::format("unknown column '{:.40}'", title),
                      std::string(kRemedy));
  }
  for (const std::string_view title : {"pair", "references", "outputs"}) {
    if (std::count(header.begin(), header.end(), title) == 1) continue;
    return InputError({name, 1}, fmt::format("no column '{}', or two of them", title),
                      std::string(kRemedy));
  }
  return OkStatus();
}

}  // namespace

Result<std::vector<PairFiles>> ReadPairList(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadTextFile(path));
  return ParsePairList(path, bytes);
}

Result<std::vector<PairFiles>> ParsePairList(const std::string& name, std::string_view bytes) {
  const std::vector<std::string_view> lines = CutLines(bytes);
  if (lines.size() < 2) {
    return InputError({name}, "there are no language pairs",
                      "write a header line, then one line for each pair");
  }
  const Fields header = CutFields(lines[0]);
  MTG_RETURN_IF_ERROR(CheckHeader(name, header));
  std::vector<PairFiles> pairs;
  std::map<std::string, std::string> seen;  // as written
  for (size_t i = 1; i < lines.size(); ++i) {
    const Fields cells = CutFields(lines[i]);
    if (cells.size() != header.size()) {
      return InputError(
          {name, i + 1},
          fmt::format("{}, but the header has {}", Counted(cells.size(), "column"), header.size()),
          "separate columns by single tabs");
    }
    PairFiles& pair = pairs.emplace_back();
    for (size_t c = 0; c < cells.size(); ++c) {
      if (cells[c].empty()) {
        return InputError({name, i + 1}, fmt::format("the column '{}' is empty", header[c]),
                          "fill in every column");
      }
      if (header[c] == "pair") pair.pair = cells[c];
      if (header[c] == "source") pair.source = cells[c];
      const Fields files = CutAtSpaces(cells[c]);
      if (header[c] == "references") pair.references.assign(files.begin(), files.end());
      if (header[c] == "outputs") pair.outputs.assign(files.begin(), files.end());
      if (header[c] == "human") pair.humans.assign(files.begin(), files.end());
    }
    const auto [first, is_new] = seen.try_emplace(ParseLanguages(pair.pair).Canonical(), pair.pair);
    if (is_new) continue;
    const std::string also =
        first->second == pair.pair ? "" : fmt::format(", first as '{}'", first->second);
    return InputError({name, i + 1},
                      fmt::format("the pair '{}' is on two lines{}", pair.pair, also),
                      "put all its files on one line");
  }
  return pairs;
}

std::vector<PairFiles> ChosenPairs(std::vector<PairFiles> rows,
                                   const std::vector<std::string>& wanted) {
  if (wanted.empty()) return rows;
  std::vector<std::string> known;
  for (const PairFiles& row : rows) known.push_back(row.pair);
  std::erase_if(rows, [&](const PairFiles& row) {
    return std::none_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
      return IsSamePair(MeantPair(name, known), row.pair);
    });
  });
  return rows;
}

std::vector<std::string> MatchingFiles(const std::string& pattern) {
  std::error_code ignored;
  if (pattern.find_first_of("*?[") == std::string::npos ||
      std::filesystem::exists(pattern, ignored)) {
    return {pattern};
  }
  glob_t found = {};
  glob(pattern.c_str(), 0, nullptr, &found);
  std::vector<std::string> files(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  return files;
}

}  // namespace mtgauge
