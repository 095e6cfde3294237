// Groups the segments of outside scores, leaves out systems and segments that are not complete, and
// compares each group, or the mean over all.
#include "parallel/compare/outside_comparing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/input/group_values.h"
#include "core/input/tables/numbering.h"
#include "core/input/tables/unit_table.h"
#include "core/request/group_fields.h"
#include "parallel/compare/group_comparing.h"
#include "parallel/compare/material.h"
#include "parallel/compare/outside_scores.h"
#include "parallel/compare/picking.h"
#include "parallel/compare/score_tables.h"

namespace mtgauge {
namespace {

UnitTable UnitsOf(const std::vector<std::string>& names) {
  Numbering numbers;
  UnitTable units;
  units.unit_of_segment = numbers.OfAll(names);
  units.names = numbers.TakeNames();
  return units;
}

// Segments that are compared together, and the terms of their mean.
struct Part {
  std::vector<uint32_t> segments;
  std::vector<uint32_t> term_of_segment;  // without a mean: all 0
  std::vector<std::string> terms;         // for messages; a single one without a mean
  std::vector<MeanTerm> mean;
};

class OutsideComparing {
 public:
  OutsideComparing(const CompareSettings& settings, ComparePlan::Opened opened)
      : settings_(settings),
        opened_(std::move(opened)),
        size_(opened_.outside.front().columns.front().values.size()) {}

  Result<Comparison> Run();

 private:
  // The scores of a part, while systems and segments are left out.
  struct Joined {
    std::vector<NamedFiles> systems;
    std::vector<OutsideScores> metrics;
    std::vector<bool> skipped;
  };

  Status CheckOnePair() const;
  Result<UnitTable> UnitsOfField(const GroupField& field) const;
  Result<UnitTable> Groups() const;
  // The documents of the segments; documents of two language pairs or domains are different ones.
  UnitTable Documents() const;
  std::string WhatLacks(const OutsideScores& metric, size_t system, const Part& part) const;
  Status JoinSystems(const Part& part, Joined& joined, std::vector<Warning>& warnings) const;
  Status JoinSegments(const Part& part, Joined& joined, std::vector<Warning>& warnings) const;
  Status MissingError(const OutsideScores& metric, size_t system, uint32_t segment) const;
  Result<Comparison> ComparePart(Part part) const;
  Result<Comparison> CompareGroups(const UnitTable& groups) const;
  Part MeanOf(const UnitTable& groups) const;

  const CompareSettings& settings_;
  ComparePlan::Opened opened_;
  size_t size_;  // number of segments
  UnitFiles files_;
  UnitTable documents_;
};

// Means over all segments of several language pairs weigh pairs by their sizes, which nobody wants.
Status OutsideComparing::CheckOnePair() const {
  const std::vector<std::string>& langs = opened_.segments.langs;
  if (settings_.request.language_pair && langs.empty()) {
    return UsageError({.option = "language-pair"},
                      "`language-pair`: the scores name no language pair",
                      "use tables with a column 'lang', or leave it out");
  }
  const auto other =
      std::find_if(langs.begin(), langs.end(), [&](const auto& of) { return of != langs.front(); });
  if (other == langs.end() || !settings_.groups.empty()) return OkStatus();
  return UsageError(
      {.option = "scores"},
      fmt::format("`scores`: the tables hold several language pairs, such as {} and {}",
                  langs.front(), *other),
      "`by` lang compares each, `mean` lang their mean, `language-pair` one of them");
}

Result<UnitTable> OutsideComparing::UnitsOfField(const GroupField& field) const {
  if (!field.file.empty()) {
    MTG_ASSIGN_OR_RETURN(UnitTable units, ReadUnitTable(field.file, 0));
    if (units.unit_of_segment.size() == size_) return units;
    return InputError({field.file}, LinesForSegments(units.unit_of_segment.size(), size_),
                      "write one line per segment");
  }
  const OutsideSegments& told = opened_.segments;
  const std::pair<std::string_view, const std::vector<std::string>&> columns[] = {
      {"lang", told.langs}, {"domain", told.domains}, {"document", told.documents}};
  const std::string option = settings_.options.mean.empty() ? "by" : "mean";
  for (const auto& [name, values] : columns) {
    if (name != field.name) continue;
    const auto unnamed = std::find(values.begin(), values.end(), "");
    if (unnamed != values.end()) {
      const auto segment = static_cast<size_t>(unnamed - values.begin());
      return InputError(
          {.file = opened_.outside.front().columns.front().file, .option = option},
          fmt::format("{} has no {}", told.Describe(segment), name),
          fmt::format("name the {} of every segment, or leave out `{}`", name, option));
    }
    if (!values.empty()) return UnitsOf(values);
    return InputError(
        {.file = opened_.outside.front().columns.front().file, .option = option},
        fmt::format("the scores name no {} of any segment, for `{}` {}", name, option, name),
        fmt::format("use tables with the columns system, segment and {}, or name a file with one "
                    "line for each segment, as in {}=FILE",
                    name, name));
  }
  return UsageError(
      {.option = option},
      fmt::format("`{}` {}: tables of scores have groups by lang, domain and document", option,
                  field.name),
      "use one of them, or name a file, as in FIELD=FILE");
}

Result<UnitTable> OutsideComparing::Groups() const {
  std::vector<UnitTable> tables;
  for (const GroupField& field : settings_.groups.fields) {
    MTG_ASSIGN_OR_RETURN(tables.emplace_back(), UnitsOfField(field));
  }
  return CrossUnits(tables);
}

UnitTable OutsideComparing::Documents() const {
  const OutsideSegments& told = opened_.segments;
  std::vector<std::string> names;
  for (size_t i = 0; i < told.documents.size(); ++i) {
    if (told.documents[i].empty()) return {};
    names.push_back(fmt::format("{}\t{}\t{}", told.langs.empty() ? "" : told.langs[i],
                                told.domains.empty() ? "" : told.domains[i], told.documents[i]));
  }
  return UnitsOf(names);
}

// Returns the term of which a system has no score; empty if there is none.
std::string OutsideComparing::WhatLacks(const OutsideScores& metric, size_t system,
                                        const Part& part) const {
  std::vector<bool> has(part.terms.size());
  for (size_t i = 0; i < part.segments.size(); ++i) {
    if (!std::isnan(metric.columns[system].values[i])) has[part.term_of_segment[i]] = true;
  }
  const auto lacking = std::find(has.begin(), has.end(), false);
  if (lacking == has.end()) return {};
  const std::string& term = part.terms[static_cast<size_t>(lacking - has.begin())];
  return fmt::format("no {} scores of {}", metric.name, term.empty() ? "any segment" : term);
}

// Leaves out systems that lack a whole term. Systems with several runs must have all scores.
Status OutsideComparing::JoinSystems(const Part& part, Joined& joined,
                                     std::vector<Warning>& warnings) const {
  if (joined.metrics.front().columns.size() != joined.systems.size()) return OkStatus();
  for (size_t s = 0; s < joined.systems.size();) {
    std::string lacks;
    for (const OutsideScores& metric : joined.metrics) {
      if (lacks.empty()) lacks = WhatLacks(metric, s, part);
    }
    if (lacks.empty()) {
      ++s;
      continue;
    }
    const std::string name = joined.systems[s].name;
    const std::string what = fmt::format("'{}' has {}", name, lacks);
    if (!settings_.request.join_common) {
      return InputError({joined.metrics.front().columns[s].file}, what,
                        "complete the scores, or use `join` common to leave such systems out");
    }
    warnings.push_back({"left-out", name, what + "; it is left out"});
    joined.systems.erase(joined.systems.begin() + static_cast<std::ptrdiff_t>(s));
    for (OutsideScores& metric : joined.metrics) {
      metric.columns.erase(metric.columns.begin() + static_cast<std::ptrdiff_t>(s));
    }
  }
  if (!joined.systems.empty()) return OkStatus();
  return InputError({opened_.outside.front().columns.front().file},
                    "no system has scores of everything",
                    "name only metrics that cover all, as in COMET=FILE, or leave out `mean`");
}

Status OutsideComparing::MissingError(const OutsideScores& metric, size_t system,
                                      uint32_t segment) const {
  // Of all segments: columns of a part have no lines.
  const auto of =
      std::find_if(opened_.outside.begin(), opened_.outside.end(),
                   [&](const OutsideScores& outside) { return outside.name == metric.name; });
  const OutsideScores::Column& column = metric.columns[system];
  const auto same = std::find_if(of->columns.begin(), of->columns.end(), [&](const auto& whole) {
    return whole.system == column.system && whole.file == column.file;
  });
  const auto gap = std::find_if(same->gaps.begin(), same->gaps.end(),
                                [&](const auto& each) { return each.first == segment; });
  const std::string name = column.system.empty() ? "" : fmt::format("'{}' has ", column.system);
  const std::string what = opened_.outside.size() == 1 ? "" : metric.name + " ";
  return InputError(
      {.file = column.file, .line = gap == same->gaps.end() ? 0 : gap->second, .segment = segment},
      fmt::format("{}no {}score for {}", name, what, opened_.segments.Describe(segment)),
      "complete the file, or use `missing` drop-pairwise or `join` common");
}

// Leaves out segments that lack the score of a system.
Status OutsideComparing::JoinSegments(const Part& part, Joined& joined,
                                      std::vector<Warning>& warnings) const {
  joined.skipped.resize(part.segments.size());
  for (const OutsideScores& metric : joined.metrics) {
    for (size_t s = 0; s < metric.columns.size(); ++s) {
      for (size_t i = 0; i < part.segments.size(); ++i) {
        if (!std::isnan(metric.columns[s].values[i])) continue;
        if (!settings_.request.join_common) return MissingError(metric, s, part.segments[i]);
        joined.skipped[i] = true;
      }
    }
  }
  const auto count = std::count(joined.skipped.begin(), joined.skipped.end(), true);
  std::set<uint32_t> kept;
  for (size_t i = 0; i < joined.skipped.size(); ++i) {
    if (!joined.skipped[i]) kept.insert(part.term_of_segment[i]);
  }
  for (uint32_t term = 0; term < part.terms.size(); ++term) {
    if (kept.count(term) > 0) continue;
    return InputError({joined.metrics.front().columns.front().file},
                      fmt::format("no segment{} has a score of every system",
                                  part.terms[term].empty() ? "" : " of " + part.terms[term]),
                      "use `missing` drop-pairwise, or leave out a system");
  }
  if (count > 0) {
    warnings.push_back({"left-out", "",
                        fmt::format("{} of {} segments lack the score of a system; they are left "
                                    "out",
                                    count, part.segments.size())});
  }
  return OkStatus();
}

Result<Comparison> OutsideComparing::ComparePart(Part part) const {
  Joined joined = {opened_.systems, {}, {}};
  for (const OutsideScores& metric : opened_.outside) {
    joined.metrics.push_back(PickScores(metric, part.segments));
  }
  std::vector<Warning> warnings;
  MTG_RETURN_IF_ERROR(JoinSystems(part, joined, warnings));
  if (settings_.request.drop_missing) {
    joined.skipped.resize(part.segments.size());
  } else {
    MTG_RETURN_IF_ERROR(JoinSegments(part, joined, warnings));
  }
  std::vector<uint32_t> kept, places(part.segments.size());
  std::iota(places.begin(), places.end(), uint32_t{0});
  MeanOver mean = {{}, std::move(part.mean)};
  for (const uint32_t i : places) {
    if (joined.skipped[i]) continue;
    kept.push_back(part.segments[i]);
    mean.term_of_segment.push_back(part.term_of_segment[i]);
  }
  CompareOptions options = opened_.options;
  if (options.baseline) {
    std::vector<std::string> names;
    for (const NamedFiles& system : joined.systems) names.push_back(system.name);
    MTG_ASSIGN_OR_RETURN(options.baseline, PlaceOfBaseline(opened_.systems[*options.baseline].name,
                                                           names, part.terms.front()));
  }
  KeptGroup group;
  group.documents = {Dense(Pick(documents_.unit_of_segment, kept)), documents_.names};
  const UnitFiles files = {{Pick(files_.documents.unit_of_segment, part.segments), {}},
                           Pick(files_.strata, part.segments)};
  const Compared compared = {settings_, joined.systems, std::move(joined.metrics), files, options};
  MTG_ASSIGN_OR_RETURN(Comparison comparison,
                       CompareGroup(places, std::move(group), joined.skipped, compared,
                                    settings_.request, std::move(mean)));
  comparison.warnings.insert(comparison.warnings.begin(), warnings.begin(), warnings.end());
  return comparison;
}

Part OutsideComparing::MeanOf(const UnitTable& groups) const {
  Part part;
  part.mean = MeanTermsOf(groups.names, settings_.groups.fields.size());
  for (const MeanTerm& term : part.mean) part.terms.push_back(term.name);
  const std::vector<std::vector<uint32_t>> segments = SegmentsOfGroups(groups);
  for (uint32_t g = 0; g < segments.size(); ++g) {
    part.segments.insert(part.segments.end(), segments[g].begin(), segments[g].end());
    part.term_of_segment.insert(part.term_of_segment.end(), segments[g].size(), g);
  }
  return part;
}

Result<Comparison> OutsideComparing::CompareGroups(const UnitTable& groups) const {
  Comparison all;
  all.by = settings_.groups.Label();
  GroupWarnings warnings;
  const std::vector<std::vector<uint32_t>> segments = SegmentsOfGroups(groups);
  for (size_t g = 0; g < segments.size(); ++g) {
    const std::string name = GroupLabel(groups.names[g], settings_.groups.fields.size());
    MTG_ASSIGN_OR_RETURN(
        Comparison one,
        ComparePart({segments[g], std::vector<uint32_t>(segments[g].size()), {name}, {}}));
    warnings.Add(name, std::move(one.warnings));
    AddGroup(name, std::move(one), all);
  }
  std::move(warnings).AddTo(all.by, all.warnings);
  return all;
}

Result<Comparison> OutsideComparing::Run() {
  MTG_RETURN_IF_ERROR(CheckOnePair());
  for (OutsideScores& scores : opened_.outside) {
    MTG_RETURN_IF_ERROR(MatchSystems(opened_.systems, size_, scores));
  }
  MTG_ASSIGN_OR_RETURN(files_, ReadUnitFiles(settings_, size_));
  MTG_RETURN_IF_ERROR(CheckDocuments(settings_, files_.documents, {}, opened_.outside));
  documents_ = Documents();
  Comparison comparison;
  if (settings_.groups.empty()) {
    Part all = {std::vector<uint32_t>(size_), std::vector<uint32_t>(size_), {""}, {}};
    std::iota(all.segments.begin(), all.segments.end(), uint32_t{0});
    MTG_ASSIGN_OR_RETURN(comparison, ComparePart(std::move(all)));
  } else {
    MTG_ASSIGN_OR_RETURN(const UnitTable groups, Groups());
    MTG_ASSIGN_OR_RETURN(comparison, settings_.options.mean.empty() ? CompareGroups(groups)
                                                                    : ComparePart(MeanOf(groups)));
  }
  comparison.warnings.insert(comparison.warnings.begin(), opened_.warnings.begin(),
                             opened_.warnings.end());
  return comparison;
}

}  // namespace

Result<Comparison> CompareOutside(const CompareSettings& settings, ComparePlan::Opened opened) {
  return OutsideComparing(settings, std::move(opened)).Run();
}

}  // namespace mtgauge
