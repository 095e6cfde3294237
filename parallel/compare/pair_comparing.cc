// Scores the texts of every pair and keeps their rows, which are then groups of one comparison.
#include "parallel/compare/pair_comparing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "core/request/options.h"
#include "parallel/compare/group_comparing.h"
#include "parallel/compare/material.h"
#include "parallel/score/pair_texts.h"

namespace mtgauge {
namespace {

constexpr std::string_view kPairField = "lang";

Status CheckListOptions(const CompareRequest& request) {
  constexpr std::string_view kOthers[] = {
      "rows",   "source", "length-controlled", "system", "scores", "documents",
      "strata", "survey", "require",           "blocks", "sums"};
  std::string option = FirstOf(GivenOptions(request), kOthers);
  if (request.columns) option = "input";
  const bool other_mean = !request.mean.empty() && request.mean != kPairField;
  const bool other_by = !request.by.empty() && request.by != kPairField;
  if (other_mean || other_by) option = other_by ? "by" : "mean";
  if (option.empty()) return OkStatus();
  return UsageError(
      {.option = option},
      fmt::format("`{}` does not go with `pairs`, whose groups are language pairs", option),
      other_mean || other_by ? "use `mean` lang for the mean over pairs, or leave it out"
                             : "leave one out");
}

// The rows of one pair, with the systems in the order of the first pair.
struct PairRows {
  std::string name;
  Material material;
  std::vector<NamedFiles> systems;
  CompareOptions options;
};

bool Has(const PairRows& pair, const std::string& system) {
  return std::any_of(pair.systems.begin(), pair.systems.end(),
                     [&](const NamedFiles& other) { return other.name == system; });
}

// Leaves out the systems that some pair lacks.
Status LeaveOutSystems(const std::string& list, std::vector<PairRows>& rows,
                       std::vector<Warning>& warnings) {
  std::map<std::string, std::string> lacking;  // system, and the first pair without it
  for (const PairRows& pair : rows) {
    for (const NamedFiles& system : pair.systems) {
      for (const PairRows& other : rows) {
        if (!Has(other, system.name)) lacking.try_emplace(system.name, other.name);
      }
    }
  }
  for (const auto& [system, pair] : lacking) {
    warnings.push_back(
        {"left-out", system, fmt::format("'{}' is not in {}; it is left out", system, pair)});
  }
  for (PairRows& pair : rows) {
    for (size_t s = pair.systems.size(); s-- > 0;) {
      if (lacking.count(pair.systems[s].name) == 0) continue;
      const auto place = static_cast<std::ptrdiff_t>(s);
      pair.systems.erase(pair.systems.begin() + place);
      for (ComparedMetric& metric : pair.material.input.metrics) {
        metric.rows.erase(metric.rows.begin() + place);
      }
    }
  }
  if (!rows.front().systems.empty()) return OkStatus();
  return InputError({list}, "no system is in every pair",
                    "name systems alike in every pair, as in NAME=FILE");
}

Status AlignRows(const std::string& list, const PairRows& first, PairRows& pair) {
  std::vector<size_t> order;
  const std::pair<const PairRows*, const PairRows*> ways[] = {{&pair, &first}, {&first, &pair}};
  for (const auto& [here, there] : ways) {
    order.clear();
    for (const NamedFiles& system : here->systems) {
      const auto same =
          std::find_if(there->systems.begin(), there->systems.end(),
                       [&](const NamedFiles& other) { return other.name == system.name; });
      if (same == there->systems.end()) {
        return InputError({list},
                          fmt::format("{} has a system '{}', but {} has not", here->name,
                                      system.name, there->name),
                          "name systems alike in every pair, as in NAME=FILE, or leave them out "
                          "with `join` common");
      }
      order.push_back(static_cast<size_t>(same - there->systems.begin()));
    }
  }
  for (ComparedMetric& metric : pair.material.input.metrics) {
    std::vector<RowStore> rows;
    for (const size_t place : order) rows.push_back(std::move(metric.rows[place]));
    metric.rows = std::move(rows);
  }
  pair.systems = first.systems;
  return OkStatus();
}

// Compares the means over all pairs.
Result<Comparison> CompareMeanOfPairs(std::vector<PairRows> rows, const CompareSettings& settings) {
  const CompareRequest& request = settings.request;
  std::vector<KeptGroup> groups;
  std::vector<std::string> names;
  std::vector<bool> skipped;
  MeanOver mean;
  std::string baseline;
  if (rows.front().options.baseline) {
    baseline = rows.front().systems[*rows.front().options.baseline].name;
  }
  std::vector<Warning> warnings;
  if (request.join_common) {
    MTG_RETURN_IF_ERROR(LeaveOutSystems(request.pair_list, rows, warnings));
  }
  for (uint32_t p = 0; p < rows.size(); ++p) {
    Material& material = rows[p].material;
    MTG_RETURN_IF_ERROR(AlignRows(request.pair_list, rows.front(), rows[p]));
    for (const bool left_out : material.skipped) {
      skipped.push_back(left_out);
      if (!left_out) mean.term_of_segment.push_back(p);
    }
    groups.push_back({std::move(material.input.metrics), std::move(material.documents)});
    names.push_back(rows[p].name);
  }
  mean.terms = MeanTermsOf(names, 1);
  CompareOptions options = rows.front().options;
  options.mean = kPairField;
  if (!baseline.empty()) {
    std::vector<std::string> known;
    for (const NamedFiles& system : rows.front().systems) known.push_back(system.name);
    MTG_ASSIGN_OR_RETURN(options.baseline, PlaceOfBaseline(baseline, known));
  }
  std::vector<uint32_t> segments(skipped.size());
  std::iota(segments.begin(), segments.end(), uint32_t{0});
  const Compared compared = {settings, rows.front().systems, {}, {}, options};
  MTG_ASSIGN_OR_RETURN(Comparison comparison,
                       CompareGroup(segments, JoinGroups(groups, names), skipped, compared, request,
                                    std::move(mean)));
  comparison.warnings.insert(comparison.warnings.begin(), warnings.begin(), warnings.end());
  return comparison;
}

}  // namespace

Result<std::vector<ComparePlan>> PlanPairs(const CompareRequest& request) {
  MTG_RETURN_IF_ERROR(CheckListOptions(request));
  MTG_ASSIGN_OR_RETURN(const std::vector<CompareRequest> requests, RequestsOfList(request));
  std::vector<ComparePlan> plans;
  for (CompareRequest own : requests) {
    own.by.clear();
    own.mean.clear();
    own.join_common = false;
    Result<ComparePlan> plan = ComparePlan::Make(own);
    if (!plan.ok()) return Within(*own.language_pair, plan.status());
    plans.push_back(*std::move(plan));
  }
  return plans;
}

Result<Comparison> ComparePairs(std::vector<ComparePlan>& pairs, const CompareSettings& settings) {
  const CompareRequest& request = settings.request;
  Comparison all;
  GroupWarnings warnings;
  std::vector<PairRows> rows;
  for (ComparePlan& pair : pairs) {
    const std::string& name = *pair.request.language_pair;
    Result<ComparePlan::Opened> opened = pair.Open();
    if (!opened.ok()) return Within(name, opened.status());
    PairRows& own = rows.emplace_back(PairRows{name, {}, opened->systems, opened->options});
    Result<Material> material = pair.Gather(*std::move(opened));
    if (!material.ok()) return Within(name, material.status());
    own.material = *std::move(material);
    all.skipped += own.material.report.skipped;
    all.replaced += own.material.report.replaced;
    warnings.Add(name, pair.texts->warnings);
    if (!request.mean.empty()) {
      warnings.Add(name, own.material.report.warnings);
      continue;
    }
    Result<Comparison> one = pair.Compare(own.material, own.options);
    if (!one.ok()) return Within(name, one.status());
    warnings.Add(name, std::move(one->warnings));
    AddGroup(name, *std::move(one), all);
  }
  if (request.mean.empty()) {
    all.by = kPairField;
    std::move(warnings).AddTo(all.by, all.warnings);
    return all;
  }
  MTG_ASSIGN_OR_RETURN(Comparison mean, CompareMeanOfPairs(std::move(rows), settings));
  mean.skipped = all.skipped;
  mean.replaced = all.replaced;
  std::move(warnings).AddTo(std::string(kPairField), mean.warnings);
  return mean;
}

}  // namespace mtgauge
