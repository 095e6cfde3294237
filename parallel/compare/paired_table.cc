// Reads tables of paired judgements, with tabs or commas.
#include "parallel/compare/paired_table.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <optional>

#include "core/base/printing.h"
#include "core/input/tables/judgement_forms.h"
#include "core/input/tables/numbering.h"
#include "core/input/tables/text_file.h"

namespace mtgauge {
namespace {

// Splits a line at tabs or, without any, at commas.
Fields CutPairLine(std::string_view line, std::deque<std::string>& unquoted) {
  return line.find('\t') != line.npos ? CutFields(line) : CutQuoted(line, unquoted);
}

// The places of the columns; `winner` names a system, or the side that won.
struct PairColumns {
  size_t first, second, winner, width;
  std::optional<size_t> lang;
};

std::optional<size_t> FindOneOf(const Fields& header,
                                std::initializer_list<std::string_view> names) {
  for (size_t c = 0; c < header.size(); ++c) {
    const std::string lower = absl::AsciiStrToLower(std::string(header[c]));
    if (std::find(names.begin(), names.end(), lower) != names.end()) return c;
  }
  return std::nullopt;
}

std::optional<PairColumns> FindPairColumns(std::string_view header) {
  std::deque<std::string> unquoted;
  const Fields fields = CutPairLine(header, unquoted);
  const auto first = FindOneOf(fields, {"system1", "system_a", "model_a"}),
             second = FindOneOf(fields, {"system2", "system_b", "model_b"}),
             winner = FindOneOf(fields, {"winner"});
  if (!first || !second || !winner) return std::nullopt;
  return PairColumns{*first, *second, *winner, fields.size(),
                     FindColumn(fields, Title::kLanguagePair)};
}

std::optional<Winner> WinnerOf(std::string_view first, std::string_view second,
                               std::string_view winner) {
  const std::string name = absl::AsciiStrToLower(std::string(winner));
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (winner == first) return Winner::kFirst;
  if (winner == second) return Winner::kSecond;
  if (is_one_of({"1", "a", "system1", "system_a", "model_a"})) return Winner::kFirst;
  if (is_one_of({"2", "b", "system2", "system_b", "model_b"})) return Winner::kSecond;
  if (is_one_of({"tie", "=", "0", "tie (bothbad)"})) return Winner::kTie;
  return std::nullopt;
}

// The language pair of all judgements that are ranked together.
struct OnePair {
  std::optional<std::string> asked, found;

  bool Takes(std::string_view pair) {
    if (asked && *asked != pair) return false;
    if (!found) found = pair;
    return true;
  }
};

Status AddFile(const std::string& file, const std::string& bytes,
               const std::vector<std::string>& left_out, OnePair& languages, Numbering& systems,
               std::vector<PairJudgement>& all) {
  const std::vector<std::string_view> lines = CutLines(bytes);
  const std::optional<PairColumns> columns =
      lines.empty() ? std::nullopt : FindPairColumns(lines.front());
  if (!columns) {
    return InputError({file, 1}, "no columns system1, system2 and winner",
                      "rank scores and judgements of pairs by themselves");
  }
  for (size_t i = 1; i < lines.size(); ++i) {
    std::deque<std::string> unquoted;
    const Fields fields = CutPairLine(lines[i], unquoted);
    if (fields.size() != columns->width) {
      return InputError({file, i + 1},
                        fmt::format("{}, but the header has {}", Counted(fields.size(), "column"),
                                    columns->width),
                        "write as many columns on every line");
    }
    const std::string_view first = fields[columns->first], second = fields[columns->second];
    const std::optional<Winner> winner = WinnerOf(first, second, fields[columns->winner]);
    if (!winner || first == second || first.empty() || second.empty()) {
      return InputError({file, i + 1},
                        !winner ? fmt::format("the winner '{:.40}' is neither '{}' nor '{}'",
                                              fields[columns->winner], first, second)
                                : std::string("two different systems are needed"),
                        "write the name of one of two systems, or tie");
    }
    const std::string_view pair = columns->lang ? fields[*columns->lang] : std::string_view();
    if (!languages.Takes(pair)) continue;
    if (*languages.found != pair) {
      return InputError(
          {.file = file, .line = i + 1, .option = "language-pair"},
          fmt::format("judgements of '{}', after those of '{}'", pair, *languages.found),
          "choose one with `language-pair`");
    }
    const auto is_left_out = [&](std::string_view name) {
      return std::find(left_out.begin(), left_out.end(), name) != left_out.end();
    };
    if (is_left_out(first) || is_left_out(second)) continue;
    const uint32_t a = systems.Of(first);
    all.push_back({a, systems.Of(second), *winner});
  }
  return OkStatus();
}

}  // namespace

bool HoldsPairedJudgements(std::string_view bytes) {
  return FindPairColumns(bytes.substr(0, bytes.find_first_of("\r\n"))).has_value();
}

Result<PairedJudgements> ReadPairedJudgements(const CompareRequest& request,
                                              const std::vector<std::string>& contents) {
  PairedJudgements judged;
  Numbering systems;
  OnePair languages = {request.language_pair, std::nullopt};
  size_t next = 0;
  for (const OutsideFiles& files : request.humans) {
    for (const std::string& name : files.files) {
      MTG_RETURN_IF_ERROR(AddFile(name, contents[next++], request.left_out_systems, languages,
                                  systems, judged.judgements));
    }
  }
  judged.systems = systems.TakeNames();
  return judged;
}

}  // namespace mtgauge
