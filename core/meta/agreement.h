// Statistics of agreement between people's scores and a metric's: of one group, averaged over
// groups, and with the metric's ties calibrated.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/meta/pairs.h"
#include "core/meta/score_grid.h"

namespace mtgauge {

enum class Statistic { kPearson, kSpearman, kTauB, kTauC, kTau23, kAcc23 };

// Of values without NaN. NaN where either side is constant or has fewer than two values.
double Pearson(std::span<const double> x, std::span<const double> y);
// Ranks from 1; equal values share the mean of theirs.
std::vector<double> AverageRanks(std::span<const double> values);

// eps: what a metric must differ by not to be tied; for statistics of pairs.
double Correlate(Statistic statistic, std::span<const double> human, std::span<const double> metric,
                 double eps = 0);
// Two-sided p of no agreement, as scipy.stats computes it: Student's for Pearson and Spearman; for
// tau exact where there are no ties and at most 33 values, else normal. NaN for the others, whose
// value without agreement is not 0, and where the statistic is.
double AgreementP(Statistic statistic, std::span<const double> human,
                  std::span<const double> metric);

struct Average {
  double value = 0;     // NaN where no group has one
  double p = 0;         // mean of the groups' p
  uint64_t weight = 0;  // groups, or values under by_size
};
// Cells that miss either score are left out.
Average AverageAgreement(Statistic statistic, const ScoreGrid& human, const ScoreGrid& metric,
                         Grouping grouping, double eps = 0, const AverageRule& rule = {});

// Pearson over the ordered pairs of outputs of each group, of the differences on both sides.
double PairwiseDifferencePearson(const ScoreGrid& human, const ScoreGrid& metric,
                                 Grouping grouping);

// The counts of CountDistantPairs over all groups.
PairCounts DistantPairs(const ScoreGrid& human, const ScoreGrid& metric, Grouping grouping,
                        double threshold);

// The eps at which acc_eq, averaged over groups, is greatest; of several the least (Deutsch, Foster
// & Freitag 2023). Candidates are 0 and every difference between two scores of the metric. Counts
// are kept as integers for each size of group, so that equal averages are equal.
struct Calibration {
  double eps = 0;
  double accuracy = 0;  // NaN where no group has a pair
};
Calibration CalibrateTies(const ScoreGrid& human, const ScoreGrid& metric, Grouping grouping);

}  // namespace mtgauge
