// Chooses the judgements of one language pair.
#include "parallel/compare/paired_table.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>

#include "core/input/tables/numbering.h"
#include "core/input/tables/pair_lines.h"

namespace mtgauge {
namespace {

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

// The systems to leave out, and which of them some line names.
class LeftOutSystems {
 public:
  explicit LeftOutSystems(const std::vector<std::string>& names) : names_(names) {}

  bool Takes(const std::string& name) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) return false;
    seen_.insert(name);
    return true;
  }

  Status CheckSeen() const {
    for (const std::string& name : names_) {
      if (seen_.count(name) > 0) continue;
      return UsageError({.option = "leave-out"},
                        fmt::format("`leave-out`: no file has a system '{}'", name),
                        "name it as the files do");
    }
    return OkStatus();
  }

 private:
  const std::vector<std::string>& names_;
  std::set<std::string> seen_;
};

Status AddFile(const std::string& file, const std::string& bytes, LeftOutSystems& left_out,
               OnePair& languages, Numbering& systems, std::vector<PairJudgement>& all) {
  MTG_ASSIGN_OR_RETURN(const std::vector<PairLine> lines, ReadPairLines(file, bytes));
  for (const auto& [number, first, second, won, lang] : lines) {
    const std::optional<Winner> winner = WinnerOf(first, second, won);
    if (!winner || first == second || first.empty() || second.empty()) {
      return InputError(
          {file, number},
          !winner ? fmt::format("the winner '{:.40}' is neither '{}' nor '{}'", won, first, second)
                  : std::string("two different systems are needed"),
          "write the name of one of two systems, or tie");
    }
    if (!languages.Takes(lang)) continue;
    if (*languages.found != lang) {
      return InputError(
          {.file = file, .line = number, .option = "language-pair"},
          fmt::format("judgements of '{}', after those of '{}'", lang, *languages.found),
          "choose one with `language-pair`");
    }
    const bool first_is_out = left_out.Takes(first), second_is_out = left_out.Takes(second);
    if (first_is_out || second_is_out) continue;
    const uint32_t a = systems.Of(first);
    all.push_back({a, systems.Of(second), *winner});
  }
  return OkStatus();
}

}  // namespace

Result<PairedJudgements> ReadPairedJudgements(const CompareRequest& request,
                                              const std::vector<std::string>& contents) {
  PairedJudgements judged;
  Numbering systems;
  OnePair languages = {request.language_pair, std::nullopt};
  LeftOutSystems left_out(request.left_out_systems);
  size_t next = 0;
  for (const OutsideFiles& files : request.humans) {
    for (const std::string& name : files.files) {
      MTG_RETURN_IF_ERROR(
          AddFile(name, contents[next++], left_out, languages, systems, judged.judgements));
    }
  }
  MTG_RETURN_IF_ERROR(left_out.CheckSeen());
  judged.systems = systems.TakeNames();
  return judged;
}

}  // namespace mtgauge
