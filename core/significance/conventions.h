// The names of the conventions for comparing systems, as flags accept them and as signatures and
// JSON print them. The default comes first.
#pragma once

#include "core/base/named.h"
#include "mtgauge/compare.h"

namespace mtgauge {

inline constexpr Named<TestKind> kTestKinds[] = {{"bs", TestKind::kBootstrap},
                                                 {"ar", TestKind::kRandomization},
                                                 {"wilcoxon", TestKind::kWilcoxon},
                                                 {"wald", TestKind::kWald}};
inline constexpr Named<NullRule> kNullRules[] = {{"centred", NullRule::kCentred},
                                                 {"shifted", NullRule::kShifted}};
inline constexpr Named<TieRule> kTieRules[] = {{"at-least", TieRule::kAtLeast},
                                               {"strict", TieRule::kStrict}};
inline constexpr Named<Generator> kGenerators[] = {{"mtg1", Generator::kMtg1},
                                                   {"numpy", Generator::kNumpy}};
inline constexpr Named<IntervalKind> kIntervalKinds[] = {{"percentile", IntervalKind::kPercentile},
                                                         {"basic", IntervalKind::kBasic},
                                                         {"bca", IntervalKind::kBca},
                                                         {"order", IntervalKind::kOrder}};
inline constexpr Named<Sampling> kSamplings[] = {{"full", Sampling::kFull},
                                                 {"half", Sampling::kHalf},
                                                 {"half-replaced", Sampling::kHalfReplaced}};
inline constexpr Named<Correction> kCorrections[] = {{"max-t", Correction::kMaxT},
                                                     {"holm", Correction::kHolm},
                                                     {"hochberg", Correction::kHochberg},
                                                     {"bonferroni", Correction::kBonferroni},
                                                     {"sidak", Correction::kSidak},
                                                     {"bh", Correction::kBenjaminiHochberg},
                                                     {"by", Correction::kBenjaminiYekutieli},
                                                     {"none", Correction::kNone}};
inline constexpr Named<ClusterRule> kClusterRules[] = {{"wmt", ClusterRule::kWmt},
                                                       {"greedy", ClusterRule::kGreedy},
                                                       {"wmt24", ClusterRule::kWmt24},
                                                       {"wmt25", ClusterRule::kWmt25}};
inline constexpr Named<JudgementModel> kJudgementModels[] = {
    {"bt", JudgementModel::kBradleyTerry},
    {"davidson", JudgementModel::kDavidson},
    {"rao-kupper", JudgementModel::kRaoKupper},
    {"trueskill", JudgementModel::kTrueSkill},
    {"expected-wins", JudgementModel::kExpectedWins},
    {"wins", JudgementModel::kWins},
    {"wins-or-ties", JudgementModel::kWinsOrTies}};
inline constexpr Named<Unit> kUnits[] = {
    {"segment", Unit::kSegment}, {"document", Unit::kDocument}, {"screen", Unit::kScreen}};
// Without those of scores of people.
inline constexpr Named<Unit> kTextUnits[] = {{"segment", Unit::kSegment},
                                             {"document", Unit::kDocument}};
inline constexpr Named<TableCells> kTableCells[] = {{"scores", TableCells::kScores},
                                                    {"intervals", TableCells::kIntervals},
                                                    {"half-widths", TableCells::kHalfWidths}};
inline constexpr Named<Order> kOrders[] = {
    {"given", Order::kGiven}, {"key", Order::kKey}, {"content", Order::kContent}};

// Returns true for the whole rule of a campaign: its scores, tests, clusters and ranks.
constexpr bool IsCampaign(ClusterRule rule) {
  return rule == ClusterRule::kWmt24 || rule == ClusterRule::kWmt25;
}

}  // namespace mtgauge
