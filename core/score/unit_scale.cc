// --scale unit: scores from 0 to 1, where higher is better.
#include "core/score/unit_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <variant>

namespace mtgauge {

Status CheckUnitScale(const Job& job) {
  for (const MadeMetric& made : job.metrics()) {
    if (made.row->scale > 0 && made.row->ranks) continue;
    return UsageError({.option = "scale"},
                      fmt::format("`scale` unit: {} has no {}", made.row->name,
                                  made.row->ranks ? "perfect score" : "better and worse"),
                      "leave out the metric, or `scale`");
  }
  return OkStatus();
}

double UnitScore(double score, double scale, bool higher_is_better) {
  const double share = score / scale;
  return std::clamp(higher_is_better ? share : 1 - share, 0.0, 1.0);
}

void ToUnitScale(const Job& job, std::vector<double>& scores) {
  for (size_t cell = 0; cell < scores.size(); ++cell) {
    const MetricRow& row = *job.metrics()[cell % job.metrics().size()].row;
    scores[cell] = UnitScore(scores[cell], row.scale, row.higher_is_better);
  }
}

namespace {

void ToUnitScale(std::vector<SystemReport>& systems) {
  for (SystemReport& system : systems) {
    for (MetricScore& score : system.scores) {
      score.score = UnitScore(score.score, score.scale, score.higher_is_better);
      for (Detail& share : score.details) {
        if (score.details_are_shares) share.value = std::get<double>(share.value) / score.scale;
      }
      score.scale = 1;
      score.higher_is_better = true;
      score.signature += kUnitScaleKey;
      score.equals.clear();  // no tool prints this
    }
  }
}

}  // namespace

void ToUnitScale(Report& report) {
  ToUnitScale(report.systems);
  if (!report.grouped) return;
  for (GroupReport& group : report.grouped->groups) ToUnitScale(group.systems);
}

}  // namespace mtgauge
