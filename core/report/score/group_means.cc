// Computes means over groups.
#include "core/report/score/group_means.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/input/group_values.h"

namespace mtgauge {
namespace {

// Returns the part of a score's signature that all groups share, with a note that this is their
// mean.
std::string MeanSignature(const std::vector<const GroupReport*>& groups, const std::string& by,
                          size_t system, size_t metric) {
  const std::string& first = groups.front()->systems[system].scores[metric].signature;
  const bool same = std::all_of(groups.begin(), groups.end(), [&](const GroupReport* group) {
    return group->systems[system].scores[metric].signature == first;
  });
  return fmt::format("{}by:{}|macro:{}", same ? first + '|' : "", by, groups.size());
}

// Returns the means of the shares of which the score is one.
std::vector<Detail> MeanShares(const std::vector<const GroupReport*>& groups, size_t system,
                               size_t metric) {
  std::vector<Detail> means = groups.front()->systems[system].scores[metric].details;
  for (size_t d = 0; d < means.size(); ++d) {
    double sum = 0;
    for (const GroupReport* group : groups) {
      sum += std::get<double>(group->systems[system].scores[metric].details[d].value);
    }
    means[d].value = sum / static_cast<double>(groups.size());
  }
  return means;
}

}  // namespace

std::vector<SystemReport> MeanScores(const std::vector<const GroupReport*>& groups,
                                     const std::string& by) {
  std::vector<SystemReport> means;
  const std::vector<SystemReport>& systems = groups.front()->systems;
  for (size_t s = 0; s < systems.size(); ++s) {
    SystemReport& mean = means.emplace_back();
    mean.name = systems[s].name;
    for (size_t m = 0; m < systems[s].scores.size(); ++m) {
      double sum = 0;
      for (const GroupReport* group : groups) sum += group->systems[s].scores[m].score;
      const MetricScore& first = systems[s].scores[m];
      mean.scores.push_back({first.metric,
                             sum / static_cast<double>(groups.size()),
                             first.scale,
                             first.higher_is_better,
                             first.ranks,
                             MeanSignature(groups, by, s, m),
                             "",
                             "",
                             {}});
      if (!first.details_are_shares) continue;
      mean.scores.back().details = MeanShares(groups, s, m);
      mean.scores.back().details_are_shares = true;
    }
  }
  return means;
}

std::vector<GroupMean> MeansOverFirst(const GroupedReport& grouped) {
  const std::vector<std::string> fields = SplitFields(grouped.by);
  std::vector<GroupMean> means;
  if (fields.size() < 2) return means;
  std::map<std::vector<std::string>, size_t> places;
  for (const GroupReport& group : grouped.groups) {
    std::vector<std::string> values = SplitValues(group.name, fields.size());
    values.erase(values.begin());
    const auto [place, is_new] = places.try_emplace(values, means.size());
    if (is_new) means.push_back({std::move(values), {}, {}, 0});
    GroupMean& mean = means[place->second];
    mean.groups.push_back(&group);
    mean.segments += group.segments;
  }
  for (GroupMean& mean : means) mean.systems = MeanScores(mean.groups, fields.front());
  return means;
}

}  // namespace mtgauge
