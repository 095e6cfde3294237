// Compares signatures key by key, so that those of other writers and releases are understood, too.
#include "parallel/score/signature_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/contract/signature.h"

namespace mtgauge {
namespace {

// Leaves out what the signature of a mean over the groups says besides those of its scores.
void LeaveOutMean(const GroupedReport& grouped, WrittenSignature& wanted) {
  std::erase_if(wanted.keys, [&](const auto& key) {
    return (key.first == "by" && key.second == grouped.by) ||
           (key.first == "macro" && key.second == std::to_string(grouped.groups.size()));
  });
}

struct Wanted {
  std::string text;
  WrittenSignature signature;
  bool found = false;
};

Status Check(const MetricScore& score, std::vector<Wanted>& all) {
  MTG_ASSIGN_OR_RETURN(const WrittenSignature found,
                       ParseSignature(score.metric + '|' + score.signature));
  std::string nearest;
  for (Wanted& wanted : all) {
    const std::string difference = DifferenceOf(wanted.signature, found);
    if (difference.empty()) {
      wanted.found = true;
      return OkStatus();
    }
    if (nearest.empty() || wanted.signature.title == found.title) nearest = difference;
  }
  return UsageError({.option = "signature"},
                    fmt::format("`signature`: {} has another one: {}", score.metric, nearest),
                    "'mtgauge cite `signature` SIGNATURE' prints the command that gives it");
}

Status Check(const std::vector<SystemReport>& systems, std::vector<Wanted>& all) {
  for (const SystemReport& system : systems) {
    for (const MetricScore& score : system.scores) MTG_RETURN_IF_ERROR(Check(score, all));
  }
  return OkStatus();
}

}  // namespace

Status CheckSignatures(const std::vector<std::string>& wanted, const Report& report) {
  if (wanted.empty()) return OkStatus();
  std::vector<Wanted> all;
  for (const std::string& text : wanted) {
    MTG_ASSIGN_OR_RETURN(WrittenSignature signature, ParseSignature(text));
    if (report.grouped) LeaveOutMean(*report.grouped, signature);
    all.push_back({text, std::move(signature)});
  }
  MTG_RETURN_IF_ERROR(Check(report.systems, all));
  if (report.grouped) {
    for (const GroupReport& group : report.grouped->groups) {
      const Status status = Check(group.systems, all);
      if (!status.ok()) return Within(group.name, status);
    }
  }
  const auto missing = std::ranges::find(all, false, &Wanted::found);
  if (missing == all.end()) return OkStatus();
  return UsageError({.option = "signature"},
                    fmt::format("`signature`: no score has '{}'", missing->text),
                    "leave it out, or name its metric, too");
}

}  // namespace mtgauge
