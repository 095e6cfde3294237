// The update of two players in closed form, and the bootstrap of the order.
#include "core/judgements/trueskill.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/judgements/range_clusters.h"
#include "core/stats/intervals.h"
#include "core/stats/normal.h"
#include "core/stats/random/mtg1.h"

namespace mtgauge {
namespace {

constexpr double kNoise = 0.25;                     // "beta"
constexpr uint32_t kSkillStratum = UINT32_MAX - 8;  // a stream of its own

// NormalCdf() to 12 digits, quicker where most comparisons are: the series of Marsaglia (2004),
// which cancels in the tail.
double QuickCdf(double x) {
  if (!(std::fabs(x) < 3)) return NormalCdf(x);
  double term = x, sum = x;
  for (int k = 3; std::fabs(term) > 1e-17; k += 2) {
    term *= x * x / k;
    sum += term;
  }
  return 0.5 + NormalDensity(x) * sum;
}

// How the mean and the variance of the difference of two skills change, in units of its deviation.
struct SkillChange {
  double mean, variance;
};

// t: the winner's lead before the comparison; margin: within which it would have been a tie.
SkillChange AfterWin(double t, double margin) {
  const double x = t - margin, p = QuickCdf(x);
  const double mean = p > 0 ? NormalDensity(x) / p : -x;
  return {mean, mean * (mean + x)};
}

SkillChange AfterTie(double t, double margin) {
  const double above = margin - t, below = -margin - t;
  // Differences of the smaller tails do not cancel.
  const double p =
      above + below < 0 ? QuickCdf(above) - QuickCdf(below) : QuickCdf(-below) - QuickCdf(-above);
  if (!(p > 0)) return {above + below < 0 ? above : below, 1};
  const double mean = (NormalDensity(below) - NormalDensity(above)) / p;
  const double spread = (above * NormalDensity(above) - below * NormalDensity(below)) / p;
  return {mean, mean * mean + spread};
}

// Moves one skill. direction: 1 if the change is of this skill minus the other, else -1.
void MoveSkill(const SkillChange& change, double direction, double total, Skill& skill) {
  const double variance = skill.deviation * skill.deviation;
  skill.mean += direction * variance / total * change.mean;
  skill.deviation *= std::sqrt(std::max(1 - variance / (total * total) * change.variance, 1e-4));
}

// Half the width of the differences that count as ties.
double TieMargin(double draw_rate) {
  constexpr double kMost = 1 - 0x1p-53;  // finite
  return -NormalQuantile((1 - std::min(draw_rate, kMost)) / 2) * std::sqrt(2.0) * kNoise;
}

void UpdateSkills(const PairJudgement& comparison, double tie_margin, std::vector<Skill>& skills) {
  const bool second_won = comparison.winner == Winner::kSecond;
  Skill& winner = skills[second_won ? comparison.second : comparison.first];
  Skill& loser = skills[second_won ? comparison.first : comparison.second];
  const double total = std::sqrt(2 * kNoise * kNoise + winner.deviation * winner.deviation +
                                 loser.deviation * loser.deviation);
  const double lead = (winner.mean - loser.mean) / total, margin = tie_margin / total;
  const SkillChange change =
      comparison.winner == Winner::kTie ? AfterTie(lead, margin) : AfterWin(lead, margin);
  MoveSkill(change, 1, total, winner);
  MoveSkill(change, -1, total, loser);
}

// Adds the rank of each system by skill; equal ones share the mean of their ranks.
void AddRanks(const std::vector<Skill>& skills, std::vector<std::vector<double>>& ranks) {
  for (size_t i = 0; i < skills.size(); ++i) {
    double rank = 1;
    for (size_t j = 0; j < skills.size(); ++j) {
      if (skills[j].mean > skills[i].mean) rank += 1;
      if (j != i && skills[j].mean == skills[i].mean) rank += 0.5;
    }
    ranks[i].push_back(rank);
  }
}

}  // namespace

std::vector<Skill> TrueSkill(uint32_t systems, std::span<const PairJudgement> comparisons,
                             double draw_rate) {
  std::vector<Skill> skills(systems);
  const double margin = TieMargin(draw_rate);
  for (const PairJudgement& comparison : comparisons) UpdateSkills(comparison, margin, skills);
  return skills;
}

double TieRate(std::span<const PairJudgement> comparisons) {
  double ties = 0;
  for (const PairJudgement& comparison : comparisons)
    ties += comparison.winner == Winner::kTie ? 1 : 0;
  return ties / static_cast<double>(comparisons.size());
}

std::vector<SkillRank> TrueSkillRanks(uint32_t systems, std::span<const PairJudgement> comparisons,
                                      uint32_t resamples, uint64_t seed) {
  if (comparisons.empty() || resamples == 0) return {};
  const double margin = TieMargin(TieRate(comparisons));
  std::vector<SkillRank> ranked(systems);
  std::vector<std::vector<double>> ranks(systems);
  for (uint32_t b = 0; b < resamples; ++b) {
    KeyedDraws draws({seed, b, kSkillStratum}, 0);
    std::vector<Skill> skills(systems);
    for (size_t k = 0; k < comparisons.size(); ++k) {
      UpdateSkills(comparisons[draws.Below(comparisons.size())], margin, skills);
    }
    AddRanks(skills, ranks);
    for (uint32_t i = 0; i < systems; ++i) ranked[i].mean += skills[i].mean / resamples;
  }
  for (uint32_t i = 0; i < systems; ++i) {
    std::sort(ranks[i].begin(), ranks[i].end());
    const Interval range = OrderInterval(ranks[i], 0.05);
    ranked[i].system = i;
    ranked[i].low = static_cast<uint32_t>(std::floor(range.low));
    ranked[i].high = static_cast<uint32_t>(std::ceil(range.high));
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const SkillRank& a, const SkillRank& b) { return a.mean > b.mean; });
  ClusterByRanges(ranked);
  return ranked;
}

}  // namespace mtgauge
