// Compares signatures key by key, so that those of other writers and releases are understood, too.
#include "parallel/score/signature_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/contract/signature.h"
#include "core/report/score/group_means.h"

namespace mtgauge {
namespace {

struct Wanted {
  std::string text;
  WrittenSignature whole;
  WrittenSignature of_scores;  // without what that of a mean says besides those of its scores
  bool found = false;

  bool of_mean() const { return of_scores.keys.size() < whole.keys.size(); }
};

Result<Wanted> ReadWanted(const std::string& text, bool beside_means) {
  MTG_ASSIGN_OR_RETURN(WrittenSignature whole, ParseSignature(text));
  Wanted wanted{text, whole, std::move(whole)};
  if (beside_means) {
    std::erase_if(wanted.of_scores.keys,
                  [](const auto& key) { return key.first == "by" || key.first == "macro"; });
  }
  return wanted;
}

// The means that are printed beside the scores of groups.
std::vector<SystemReport> MeansOf(const GroupedReport& grouped) {
  std::vector<SystemReport> means = grouped.macro;
  for (const GroupMean& mean : MeansOverFirst(grouped)) {
    means.insert(means.end(), mean.systems.begin(), mean.systems.end());
  }
  return means;
}

Status HasAnother(const MetricScore& score, bool is_mean, const std::string& difference) {
  return UsageError({.option = "signature"},
                    fmt::format("`signature`: {}{} has another one: {}",
                                is_mean ? "the mean of " : "", score.metric, difference),
                    is_mean
                        ? fmt::format("name its own: '{}|{}'", score.metric, score.signature)
                        : "'mtgauge cite `signature` SIGNATURE' prints the command that gives it");
}

Status Check(const MetricScore& score, bool is_mean, std::vector<Wanted>& all) {
  MTG_ASSIGN_OR_RETURN(const WrittenSignature found,
                       ParseSignature(score.metric + '|' + score.signature));
  bool has_wanted = false;
  std::string nearest;
  for (Wanted& wanted : all) {
    const std::string difference = DifferenceOf(is_mean ? wanted.whole : wanted.of_scores, found);
    if (difference.empty()) {
      has_wanted = true;
      if (is_mean == wanted.of_mean()) wanted.found = true;
    }
    if (nearest.empty() || wanted.whole.title == found.title) nearest = difference;
  }
  return has_wanted ? OkStatus() : HasAnother(score, is_mean, nearest);
}

Status Check(const std::vector<SystemReport>& systems, bool are_means, std::vector<Wanted>& all) {
  for (const SystemReport& system : systems) {
    for (const MetricScore& score : system.scores) {
      MTG_RETURN_IF_ERROR(Check(score, are_means, all));
    }
  }
  return OkStatus();
}

}  // namespace

Status CheckSignatures(const std::vector<std::string>& wanted, const Report& report) {
  if (wanted.empty()) return OkStatus();
  const std::vector<SystemReport> means =
      report.grouped ? MeansOf(*report.grouped) : std::vector<SystemReport>();
  std::vector<Wanted> all;
  for (const std::string& text : wanted) {
    MTG_ASSIGN_OR_RETURN(Wanted one, ReadWanted(text, !means.empty()));
    all.push_back(std::move(one));
  }
  MTG_RETURN_IF_ERROR(Check(report.systems, false, all));
  if (report.grouped) {
    for (const GroupReport& group : report.grouped->groups) {
      const Status status = Check(group.systems, false, all);
      if (!status.ok()) return Within(group.name, status);
    }
  }
  MTG_RETURN_IF_ERROR(Check(means, true, all));
  const auto missing = std::ranges::find(all, false, &Wanted::found);
  if (missing == all.end()) return OkStatus();
  return UsageError({.option = "signature"},
                    fmt::format("`signature`: no score has '{}'", missing->text),
                    "leave it out, or name its metric, too");
}

}  // namespace mtgauge
