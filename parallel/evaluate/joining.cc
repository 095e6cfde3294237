// Matches systems by name, and segments by id.
#include "parallel/evaluate/joining.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/nan.h"
#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/score/system_names.h"
#include "core/text/language.h"

namespace mtgauge {
namespace {

// Returns "Online-A" for WMT's "Online-A.12".
std::string_view WithoutNumber(std::string_view name) {
  const size_t dot = name.rfind('.');
  const bool number = dot != std::string_view::npos && dot + 1 < name.size() &&
                      std::all_of(name.begin() + static_cast<std::ptrdiff_t>(dot) + 1, name.end(),
                                  [](unsigned char c) { return std::isdigit(c) != 0; });
  return number ? name.substr(0, dot) : name;
}

// Returns the index of a system on a side: by exact name, as a path to the same file, without WMT's
// number, or as a file named after it. Returns -1 if there is none. Two candidates are an error.
Result<std::ptrdiff_t> MatchSystem(const std::string& system, const RawSide& side) {
  using Rule = bool (*)(std::string_view, std::string_view);
  constexpr Rule kRules[] = {
      [](std::string_view name, std::string_view wanted) { return name == wanted; }, EndAlike,
      [](std::string_view name, std::string_view wanted) {
        return WithoutNumber(name) == WithoutNumber(wanted);
      },
      [](std::string_view name, std::string_view wanted) {
        return FileNames(name, WithoutNumber(wanted));
      }};
  for (const Rule rule : kRules) {
    std::ptrdiff_t found = -1;
    for (size_t s = 0; s < side.systems.size(); ++s) {
      const bool by_file = s < side.system_files.size() && rule(side.system_files[s], system);
      if (!by_file && !rule(side.systems[s], system)) continue;
      if (found >= 0) {
        return InputError(
            {side.file},
            fmt::format("both '{}' and '{}' could be the system '{}'",
                        side.systems[static_cast<size_t>(found)], side.systems[s], system),
            "rename one");
      }
      found = static_cast<std::ptrdiff_t>(s);
    }
    if (found >= 0) return found;
  }
  return -1;
}

// Returns whether the file of a side says which segments it scores.
bool NamesSegments(const RawSide& side) {
  return side.scored == nullptr && !side.numbered && side.HasSegments();
}

// Returns the number of one of so many segments, from 1. "007" is an id.
std::optional<uint64_t> NumberOf(const std::string& item, size_t segments) {
  const auto number = ParseNumber<uint64_t>(item);
  return number && !item.starts_with('0') && *number <= segments ? number : std::nullopt;
}

// Returns the line of a side's first file that names a segment, or 0.
uint64_t LineOf(const RawSide& side, const std::string& item) {
  const auto line = side.line_of.find(item);
  return line == side.line_of.end() ? 0 : line->second;
}

// Checks that no file names segments by ids of the texts, of which some come again. `places` has
// the first segment of each id.
Status CheckNoIds(const PairSides& pair, const RawSide& texts,
                  const std::map<std::string_view, size_t>& places) {
  const std::vector<std::string>& ids = texts.scored->ids;
  size_t again = 0;
  while (again < ids.size() && (ids[again].empty() || places.at(ids[again]) == again)) ++again;
  if (again == ids.size()) return OkStatus();
  for (const RawSide* side : pair.All()) {
    if (!NamesSegments(*side)) continue;
    for (const std::string& item : side->items) {
      if (NumberOf(item, ids.size()) || !places.contains(item)) continue;
      return InputError({side->file, LineOf(*side, item), again},
                        fmt::format("'{}' is an id of {}, where the id '{}' comes again in "
                                    "segment {}",
                                    item, texts.file, ids[again], again + 1),
                        "give every segment an id of its own, or name segments by their numbers");
    }
  }
  return OkStatus();
}

// Returns the side of the texts, or null if there are none.
const RawSide* TextsOf(const PairSides& pair) {
  for (const RawSide* side : pair.metrics) {
    if (side->scored != nullptr) return side;
  }
  return nullptr;
}

using Cells = std::vector<std::vector<double>>;

constexpr std::string_view kRemedy =
    "use the same systems in all files, or skip systems that only some have with `join` common";

bool HasScores(const RawSide& side, size_t system) {
  const auto has = [](double score) { return !std::isnan(score); };
  const std::vector<double>& cells = side.cells[system];
  return has(side.whole[system]) || std::any_of(cells.begin(), cells.end(), has);
}

// Collects the systems that `join` common leaves out, for one warning.
class LeftOut {
 public:
  void Add(const std::string& system, std::string_view where, const std::string& file) {
    if (!seen_.insert(system).second) return;
    names_ += fmt::format("{}'{}' ({} {})", names_.empty() ? "" : ", ", system, where, file);
  }

  void AddTo(std::vector<Warning>& warnings) const {
    if (seen_.empty()) return;
    warnings.push_back(
        {"left-out", "",
         fmt::format("systems without scores from people and from all metrics are left out: {}",
                     names_)});
  }

 private:
  std::set<std::string> seen_;
  std::string names_;
};

// Returns the names of the systems to which people gave no score at all, as for the reference in
// mt-metrics-eval's files. They are left out without an error.
std::vector<std::string> Unjudged(const PairSides& pair) {
  std::vector<std::string> names;
  for (const std::string& system : pair.humans.front()->systems) {
    const bool judged =
        std::any_of(pair.humans.begin(), pair.humans.end(), [&](const RawSide* side) {
          const auto place = std::find(side->systems.begin(), side->systems.end(), system);
          return place != side->systems.end() &&
                 HasScores(*side, static_cast<size_t>(place - side->systems.begin()));
        });
    if (!judged) names.push_back(system);
  }
  return names.size() == pair.humans.front()->systems.size() ? std::vector<std::string>() : names;
}

// Returns the index of a system on a side, or -1. With `common`, systems without scores count as
// absent.
Result<std::ptrdiff_t> FindSystem(const std::string& system, const RawSide& side, bool common) {
  MTG_ASSIGN_OR_RETURN(const std::ptrdiff_t place, MatchSystem(system, side));
  const bool absent = place >= 0 && common && !HasScores(side, static_cast<size_t>(place));
  return absent ? -1 : place;
}

// Returns which systems of a side are to be left out, by SYSTEM or PAIR:SYSTEM.
Result<std::vector<bool>> LeftOutOf(const std::vector<std::string>& left_out,
                                    const std::vector<std::string>& pairs, const RawSide& side) {
  std::vector<bool> dropped(side.systems.size());
  for (const std::string& name : left_out) {
    const size_t colon = name.find(':');
    const bool of_pair = colon != std::string::npos &&
                         IsSamePair(MeantPair(name.substr(0, colon), pairs), side.label.pair);
    MTG_ASSIGN_OR_RETURN(const std::ptrdiff_t place,
                         MatchSystem(of_pair ? name.substr(colon + 1) : name, side));
    if (place >= 0) dropped[static_cast<size_t>(place)] = true;
  }
  return dropped;
}

// Replaces the cells of a side, and what is arranged like them.
template <typename NewCells>
void ReplaceCells(const NewCells& new_cells, RawSide& side) {
  side.cells = new_cells(side.cells);
  for (RaterCells& rater : side.raters) rater.cells = new_cells(rater.cells);
  if (!side.marks.empty()) side.marks = new_cells(side.marks);
}

// Keeps only the systems at these positions.
void KeepSystems(std::vector<size_t> places, RawSide& side) {
  std::vector<double> whole;
  std::vector<RowStore> rows;
  for (const size_t s : places) {
    whole.push_back(side.whole[s]);
    if (!side.rows.empty()) rows.push_back(std::move(side.rows[s]));
  }
  ReplaceCells(
      [&](const Cells& cells) {
        Cells kept;
        for (const size_t s : places) kept.push_back(cells[s]);
        return kept;
      },
      side);
  side.whole = std::move(whole);
  side.rows = std::move(rows);
  side.places = std::move(places);
}

std::string PairInWords(const std::string& pair) {
  return pair.empty() ? std::string("the scores without a language pair")
                      : fmt::format("the language pair {}", pair);
}

// Lists the known pairs for messages. Human scores without a language pair have an empty name.
std::string KnownPairs(std::vector<std::string> names) {
  std::erase(names, "");
  return names.empty() ? "those given name no language pair"
                       : fmt::format("known: {}", fmt::join(names, ", "));
}

// Sorts the metrics of a pair in the order of those of the first pair.
Status OrderMetrics(const PairSides& first, PairSides& pair) {
  std::vector<RawSide*> ordered;
  for (const RawSide* wanted : first.metrics) {
    for (RawSide* side : pair.metrics) {
      if (side->label.name == wanted->label.name) ordered.push_back(side);
    }
  }
  const size_t most = std::max(first.metrics.size(), pair.metrics.size());
  if (ordered.size() < most || most == 0) {
    const auto in_words = [](const PairSides& of) {
      return PairInWords(of.humans.front()->label.pair);
    };
    return InputError(
        {pair.humans.front()->file},
        fmt::format("{} has scores of {}, but {} of {}", in_words(pair),
                    Counted(pair.metrics.size(), "metric"), in_words(first), first.metrics.size()),
        "use the same metrics for every pair, at least one");
  }
  pair.metrics = std::move(ordered);
  return OkStatus();
}

}  // namespace

void NamePairs(std::vector<RawSide>& humans, std::vector<RawSide>& metrics) {
  const auto names_of = [](const std::vector<RawSide>& sides) {
    std::vector<std::string> names;
    for (const RawSide& side : sides) names.push_back(side.label.pair);
    return names;
  };
  const std::vector<std::string> of_humans = names_of(humans), of_metrics = names_of(metrics);
  for (RawSide& metric : metrics) {
    const std::string name = MeantPair(metric.label.pair, of_humans);
    if (IsMeantPair(metric.label.pair, of_metrics, name, of_humans)) metric.label.pair = name;
  }
  std::string only;
  for (const auto* sides : {&humans, &metrics}) {
    for (const RawSide& side : *sides) {
      if (side.label.pair.empty()) continue;
      if (only.empty()) only = side.label.pair;
      if (!IsSamePair(only, side.label.pair)) return;
    }
  }
  for (auto* sides : {&humans, &metrics}) {
    for (RawSide& side : *sides) side.label.pair = only;
  }
}

Result<std::vector<PairSides>> ByPair(std::vector<RawSide>& humans, std::vector<RawSide>& metrics,
                                      bool common, std::vector<Warning>& warnings) {
  std::vector<std::string> names;
  std::vector<PairSides> pairs;
  const auto place_of = [&names](const std::string& pair) {
    const auto same = [&](const std::string& name) { return IsSamePair(name, pair); };
    return static_cast<size_t>(std::find_if(names.begin(), names.end(), same) - names.begin());
  };
  for (RawSide& human : humans) {
    const size_t p = place_of(human.label.pair);
    if (p == pairs.size()) {
      names.push_back(human.label.pair);
      pairs.emplace_back();
    }
    pairs[p].humans.push_back(&human);
  }
  for (RawSide& metric : metrics) {
    const size_t p = place_of(metric.label.pair);
    if (p == names.size()) {
      return InputError(
          {metric.file},
          fmt::format("there are no human scores for {} ({})", PairInWords(metric.label.pair),
                      KnownPairs(names)),
          "name the pair for people and metrics alike, as in `human` NAME@en-de=FILE");
    }
    pairs[p].metrics.push_back(&metric);
  }
  for (size_t p = 0; common && p < pairs.size();) {
    if (!pairs[p].metrics.empty()) {
      ++p;
      continue;
    }
    warnings.push_back(
        {"left-out", "",
         fmt::format("{} is left out: no metric has scores for it", PairInWords(names[p]))});
    pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(p));
    names.erase(names.begin() + static_cast<std::ptrdiff_t>(p));
  }
  if (pairs.empty()) {
    return InputError({humans.front().file}, "no metric has scores for any language pair of these",
                      "name the pair for people and metrics alike, as in `human` NAME@en-de=FILE");
  }
  for (PairSides& pair : pairs) MTG_RETURN_IF_ERROR(OrderMetrics(pairs.front(), pair));
  return pairs;
}

Result<std::vector<std::string>> AlignSystems(const PairSides& pair,
                                              const std::vector<std::string>& pairs,
                                              const EvaluateRequest& request,
                                              std::vector<Warning>& warnings) {
  const bool common = request.join_common;
  const std::vector<RawSide*> sides = pair.All();
  std::vector<std::vector<bool>> dropped;
  std::vector<std::string> to_drop = request.left_out_systems;
  const std::vector<std::string> unjudged = common ? std::vector<std::string>() : Unjudged(pair);
  for (const std::string& system : unjudged) {
    to_drop.push_back(sides.front()->label.pair.empty() ? system
                                                        : sides.front()->label.pair + ':' + system);
  }
  for (const RawSide* side : sides) {
    MTG_ASSIGN_OR_RETURN(dropped.emplace_back(), LeftOutOf(to_drop, pairs, *side));
  }
  std::vector<std::string> names;
  std::vector<std::vector<size_t>> kept(sides.size());
  LeftOut left_out;
  for (const std::string& system : unjudged) {
    left_out.Add(system, "no score in", sides.front()->file);
  }
  for (size_t s = 0; s < sides.front()->systems.size(); ++s) {
    if (dropped.front()[s]) continue;
    const std::string& system = sides.front()->systems[s];
    std::vector<size_t> places;
    for (const RawSide* side : sides) {
      MTG_ASSIGN_OR_RETURN(const std::ptrdiff_t place, FindSystem(system, *side, common));
      if (place < 0 && !common) {
        return InputError(
            {side->file},
            fmt::format("no scores of the system '{}' of {}", system, sides.front()->file),
            std::string(kRemedy));
      }
      if (place >= 0) places.push_back(static_cast<size_t>(place));
      if (place < 0) left_out.Add(system, "not in", side->file);
    }
    if (places.size() < sides.size()) continue;
    names.push_back(system);
    for (size_t k = 0; k < sides.size(); ++k) kept[k].push_back(places[k]);
  }
  if (names.size() < 2) {
    return InputError({.file = pair.humans.front()->file, .named = true},
                      fmt::format("{} and {}: {} in common", pair.humans.front()->file,
                                  pair.metrics.front()->file, Counted(names.size(), "system")),
                      "use at least two");
  }
  for (size_t k = 0; k < sides.size(); ++k) {
    RawSide& side = *sides[k];
    for (size_t s = 0; s < side.systems.size(); ++s) {
      if (dropped[k][s]) continue;
      if (std::find(kept[k].begin(), kept[k].end(), s) != kept[k].end()) continue;
      if (common) {
        left_out.Add(side.systems[s], "in", side.file);
        continue;
      }
      return InputError(
          {side.file}, fmt::format("{1} has no system '{0}'", side.systems[s], sides.front()->file),
          std::string(kRemedy));
    }
    KeepSystems(std::move(kept[k]), side);
  }
  left_out.AddTo(warnings);
  return names;
}

Status CheckLeftOut(const EvaluateRequest& request, const std::vector<std::string>& pairs,
                    const std::vector<RawSide>& humans, const std::vector<RawSide>& metrics,
                    std::vector<Warning>& warnings) {
  for (const std::string& system : request.left_out_systems) {
    bool found = false;
    for (const auto* sides : {&humans, &metrics}) {
      for (const RawSide& side : *sides) {
        MTG_ASSIGN_OR_RETURN(const std::vector<bool> dropped, LeftOutOf({system}, pairs, side));
        found = found || std::find(dropped.begin(), dropped.end(), true) != dropped.end();
      }
    }
    if (found) continue;
    const std::string what = fmt::format("`leave-out`: no system '{}'", system);
    if (!request.join_common) {
      return UsageError({.option = "leave-out"}, what,
                        "name a system as the files do, or PAIR:SYSTEM");
    }
    // Of other pairs than those that are evaluated, presets name systems, too.
    const std::string of = system.substr(0, std::min(system.find(':'), system.size()));
    const bool of_other = of != system && std::none_of(pairs.begin(), pairs.end(), [&](auto& pair) {
                            return IsSamePair(MeantPair(of, pairs), pair);
                          });
    if (!of_other) warnings.push_back({"left-out", system, what});
  }
  return OkStatus();
}

void RenameItems(std::vector<std::string> names, RawSide& side) {
  std::map<std::string, std::string> documents;
  std::map<std::string, size_t> lines;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string& item = side.items[i];
    if (const auto document = side.document_of.find(item); document != side.document_of.end()) {
      documents[names[i]] = document->second;
    }
    if (const auto line = side.line_of.find(item); line != side.line_of.end()) {
      lines[names[i]] = line->second;
    }
  }
  side.items = std::move(names);
  side.document_of = std::move(documents);
  side.line_of = std::move(lines);
}

Status NameSegments(const PairSides& pair, std::vector<Warning>& warnings) {
  const RawSide* texts = TextsOf(pair);
  if (texts == nullptr) return OkStatus();
  const std::vector<std::string>& ids = texts->scored->ids;
  std::map<std::string_view, size_t> places;
  for (size_t i = 0; i < ids.size(); ++i) places.emplace(ids[i], i);
  // Ids that come again are numbers within documents.
  if (places.size() != texts->items.size() || places.size() != ids.size()) {
    return CheckNoIds(pair, *texts, places);
  }
  bool all = true, some = false;  // have an id of the texts; have one that is no number
  std::string doubtful;           // the file of a segment with an id that is the number of another
  for (const RawSide* side : pair.All()) {
    if (!NamesSegments(*side)) continue;
    for (const std::string& item : side->items) {
      const auto place = places.find(item);
      const std::optional<uint64_t> number = NumberOf(item, ids.size());
      if (place == places.end()) {
        all = false;
      } else if (!number) {
        some = true;
      } else if (*number != place->second + 1) {
        doubtful = side->file;
      }
    }
  }
  if (!some && (!all || doubtful.empty())) return OkStatus();
  for (RawSide* side : pair.All()) {
    const bool in_order = side->scored != nullptr || side->numbered;
    if (!in_order || !side->HasSegments()) continue;
    std::vector<std::string> names = ids;
    names.resize(std::min(ids.size(), side->items.size()));
    for (size_t i = names.size(); i < side->items.size(); ++i) {
      names.push_back("number " + side->items[i]);  // the texts have no such segment
    }
    RenameItems(std::move(names), *side);
  }
  if (some) return OkStatus();
  warnings.push_back({"numbering", "",
                      fmt::format("{}: its segments are taken for ids of the texts; if they are "
                                  "numbers of segments, add `human-offset` 0",
                                  doubtful)});
  return OkStatus();
}

Status CheckFromOne(const PairSides& pair) {
  const RawSide* texts = TextsOf(pair);
  if (texts == nullptr || texts->items == texts->scored->ids) return OkStatus();
  const std::string zero = "0";
  for (const RawSide* side : pair.All()) {
    if (!NamesSegments(*side) || std::ranges::find(side->items, zero) == side->items.end()) {
      continue;
    }
    return InputError({side->file, LineOf(*side, zero)},
                      "it has a segment '0', but numbers of segments count from 1",
                      "add 1 to all, as `human-offset` 1 does for scores of people");
  }
  return OkStatus();
}

Status AlignItems(const PairSides& pair, bool common, std::vector<Warning>& warnings) {
  const RawSide* first = nullptr;
  for (const auto* sides : {&pair.metrics, &pair.humans}) {
    for (const RawSide* side : *sides) {
      if (first == nullptr && side->HasSegments()) first = side;
    }
  }
  if (first == nullptr) return OkStatus();
  const std::vector<std::string> items = first->items;
  std::map<std::string_view, size_t> order;
  for (size_t i = 0; i < items.size(); ++i) order[items[i]] = i;
  for (RawSide* side : pair.All()) {
    if (!side->HasSegments() || side == first) continue;
    const bool is_metric =
        side->metric != nullptr ||
        std::find(pair.metrics.begin(), pair.metrics.end(), side) != pair.metrics.end();
    if ((is_metric || side->numbered) && side->items.size() != items.size() && !common) {
      return InputError({side->file},
                        fmt::format("{}, but {} has {}", Counted(side->items.size(), "segment"),
                                    first->file, items.size()),
                        "both must have the same number");
    }
    std::vector<std::pair<size_t, size_t>> moves;  // from a place to another
    size_t left_out = 0;
    std::string names;
    for (size_t i = 0; i < side->items.size(); ++i) {
      const auto found = order.find(side->items[i]);
      if (found == order.end() && !common) {
        return InputError({side->file},
                          fmt::format("{} has no segment '{}'", first->file, side->items[i]),
                          "use its ids, or skip segments that only some have with `join` common");
      }
      if (found == order.end()) {
        constexpr size_t kNamed = 10;
        if (++left_out <= kNamed) {
          names += fmt::format("{}'{}'", names.empty() ? "" : ", ", side->items[i]);
        }
        if (left_out == kNamed + 1) names += ", ...";
        continue;
      }
      moves.emplace_back(i, found->second);
    }
    side->items = items;
    ReplaceCells(
        [&](const Cells& from) {
          Cells to(from.size(), std::vector<double>(items.size(), kNaN));
          for (size_t s = 0; s < from.size(); ++s) {
            for (const auto& [place, other] : moves) to[s][other] = from[s][place];
          }
          return to;
        },
        *side);
    if (left_out == 0) continue;
    warnings.push_back({"left-out", "",
                        fmt::format("{}: {} left out, since {} does not have {}: {}", side->file,
                                    Counted(left_out, "segment is", "segments are"), first->file,
                                    left_out == 1 ? "it" : "them", names)});
  }
  return OkStatus();
}

Status CheckComplete(const RawSide& side, const std::vector<std::string>& systems, bool common,
                     std::vector<Warning>& warnings) {
  size_t missing = 0, lacking = 0, segment = 0;
  for (size_t s = 0; s < side.cells.size(); ++s) {
    for (size_t i = 0; i < side.cells[s].size(); ++i) {
      if (!std::isnan(side.cells[s][i])) continue;
      if (missing++ > 0) continue;
      lacking = s;
      segment = i;
    }
  }
  if (missing > 0 && side.HasSegments()) {
    const std::string what = fmt::format(
        "no score of the system '{}' for segment '{}'{}", systems[lacking], side.items[segment],
        missing == 1 ? "" : fmt::format(", and {} more are missing", missing - 1));
    if (!common) {
      return InputError({side.file}, what,
                        "complete the file, or skip what is missing with `join` common");
    }
    warnings.push_back(
        {"missing", "",
         fmt::format("{}: {}; measures leave out what is missing", side.file, what)});
  }
  const auto told = [](double score) { return !std::isnan(score); };
  const auto untold = std::find_if_not(side.whole.begin(), side.whole.end(), told);
  if (untold == side.whole.end() || std::none_of(side.whole.begin(), side.whole.end(), told)) {
    return OkStatus();
  }
  return InputError({side.whole_file},
                    fmt::format("the system '{}' has no score, but others have one",
                                systems[static_cast<size_t>(untold - side.whole.begin())]),
                    "complete the file");
}

}  // namespace mtgauge
