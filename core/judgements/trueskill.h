// TrueSkill of systems (Herbrich, Minka & Graepel 2006), as WMT used it (Sakaguchi, Post & Van
// Durme 2014).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/judgements/comparisons.h"

namespace mtgauge {

struct Skill {
  double mean = 0, deviation = 0.5;
};

// A comparison's noise is 0.25; `draw_rate` is the probability of a tie between equal systems, for
// example TieRate(). One pass in the given order, on which the result depends.
std::vector<Skill> TrueSkill(uint32_t systems, std::span<const PairJudgement> comparisons,
                             double draw_rate);
double TieRate(std::span<const PairJudgement> comparisons);

struct SkillRank {
  uint32_t system = 0;
  double mean = 0;             // of the skills in all resamples
  uint32_t low = 1, high = 1;  // 95 % of the ranks in resamples; 1 is the best
  uint32_t cluster = 1;        // from 1; a line is drawn where no range crosses it
};

// Ranks by the mean over resamples, which are drawn from the comparisons with replacement, in
// random order. Returns the systems from the best on; nothing without comparisons. Each resample is
// made of `seed` and its number alone.
std::vector<SkillRank> TrueSkillRanks(uint32_t systems, std::span<const PairJudgement> comparisons,
                                      uint32_t resamples, uint64_t seed);

}  // namespace mtgauge
