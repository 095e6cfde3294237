// Statistics of agreement between human scores and a metric's: within one group, averaged over
// groups, and with the metric's ties calibrated.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/evaluate/pairs.h"
#include "core/evaluate/score_grid.h"

namespace mtgauge {

enum class Statistic { kPearson, kSpearman, kTauB, kTauC, kTau23, kAcc23 };

// Values must not be NaN. Returns NaN if either side is constant or has fewer than two values.
double Pearson(std::span<const double> x, std::span<const double> y);
// Returns ranks from 1; equal values share their mean rank.
std::vector<double> AverageRanks(std::span<const double> values);

// eps: a metric's scores are tied unless they differ by more than this; for statistics of pairs.
double Correlate(Statistic statistic, std::span<const double> human, std::span<const double> metric,
                 double eps = 0);
// Returns the two-sided p of no agreement, as scipy.stats computes it: Student's t for Pearson and
// Spearman; for tau, exact if there are no ties and at most 33 values, else normal. Returns NaN for
// other statistics, whose value without agreement is not 0, and if the statistic is NaN.
double AgreementP(Statistic statistic, std::span<const double> human,
                  std::span<const double> metric);

struct Average {
  double value = 0;     // NaN if no group has one
  double p = 0;         // mean of the groups' p
  uint64_t weight = 0;  // number of groups, or of values if by_size
};
// Ignores cells that miss either score.
Average AverageAgreement(Statistic statistic, const ScoreGrid& human, const ScoreGrid& metric,
                         Grouping grouping, double eps = 0, const AverageRule& rule = {});

// Computes Pearson's correlation over the ordered pairs of outputs of each group, of the
// differences on both sides.
double PairwiseDifferencePearson(const ScoreGrid& human, const ScoreGrid& metric,
                                 Grouping grouping);

// Outputs that people, the metric, or both call good, with scores from `good` and `cut` on. Each is
// counted if it has both scores.
struct GoodCounts {
  uint64_t both = 0, predicted = 0, good = 0, all = 0;
  double Precision() const;  // NaN if nothing is predicted
  double Recall() const;     // NaN if nothing is good
  double F1() const;         // NaN if both is 0
  double Mcc() const;        // Matthews (1975); NaN if everything or nothing is predicted or good
};
GoodCounts CountGood(const ScoreGrid& human, const ScoreGrid& metric, double good, double cut);
// How often the metric scores a good output above another one; ties count half.
class OrderOfGood {
 public:
  OrderOfGood(const ScoreGrid& human, const ScoreGrid& metric, double good);
  // Returns the share of such pairs: the area under the ROC curve. Each output counts as often as
  // its item. NaN if no output is good, or all are.
  double operator()(std::span<const uint32_t> counts_of_items) const;

 private:
  struct Output {
    double score;
    uint32_t item;
    bool good;
  };
  std::vector<Output> outputs_;  // by increasing score
};
// Returns the least score of the metric with the largest F1; NaN if no output is good.
double BestCut(const ScoreGrid& human, const ScoreGrid& metric, double good);

// Returns the correlation r of the first two, given the third: (r_ab - r_ac r_bc) / sqrt((1 -
// r_ac^2) (1 - r_bc^2)). NaN if the third determines the first or the second.
double PartialCorrelation(double ab, double ac, double bc);

// Returns the counts of CountDistantPairs over all groups.
PairCounts DistantPairs(const ScoreGrid& human, const ScoreGrid& metric, Grouping grouping,
                        double threshold);

// The eps that maximizes acc_eq averaged over groups; the smallest if there are several (Deutsch,
// Foster & Freitag 2023). Candidates are 0 and all differences between two scores of the metric.
// Counts are integers for each size of group, so that equal averages compare equal.
struct Calibration {
  double eps = 0;
  double accuracy = 0;  // NaN if no group has a pair
};
Calibration CalibrateTies(const ScoreGrid& human, const ScoreGrid& metric, Grouping grouping);

}  // namespace mtgauge
