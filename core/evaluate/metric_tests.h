// Tests whether one metric agrees with human scores better than another, and confidence intervals
// of correlations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/evaluate/agreement.h"
#include "core/evaluate/score_grid.h"
#include "core/stats/intervals.h"

namespace mtgauge {

// Computes the confidence interval of a correlation of n pairs at level 1 - alpha (Fisher 1921).
// Inaccurate for the six to sixteen systems of an evaluation; NaN for fewer than four.
Interval FisherInterval(double r, uint64_t n, double alpha);

// Williams (1959): tests if two metrics' correlations with human scores differ, given the
// correlation between the metrics. p is one-sided, in the direction of t's sign.
struct WilliamsTest {
  double t = 0;
  double freedoms = 0;
  double p = 1;
};
WilliamsTest ComputeWilliams(double human_first, double human_second, double between, uint64_t n);

// Wilcoxon (1945): signed ranks of paired differences, without zeros. Two-sided p: exact for up to
// 50 differences without ties and zeros, else normal, as in scipy.stats.wilcoxon.
struct SignedRankTest {
  double statistic = 0;  // the smaller sum of ranks
  double p = 1;
};
SignedRankTest ComputeSignedRanks(std::span<const double> differences);

// The permutation test of acc_eq that swaps single pairs of outputs, in closed form. A swap changes
// the difference only if exactly one metric agrees with the human scores, so this is a sign test of
// those pairs, each weighted by one over the number of pairs in its group. p is one-sided, P(a
// difference at least as good).
struct SignTest {
  double difference = 0;           // between the averages of acc_eq, first - second
  uint64_t first = 0, second = 0;  // pairs for which only this metric agrees
  double p = 1;
  bool exact = true;  // false for a normal approximation: groups of too many sizes
};
// Each metric has its own eps. Cells that miss any of the three scores are ignored.
struct SignTestScores {
  const ScoreGrid *human, *first, *second;
  double first_eps, second_eps;
};
// For several language pairs, the difference is the mean of theirs.
SignTest ComputeSignTest(std::span<const SignTestScores> pairs, Grouping grouping);
SignTest ComputeSignTest(const ScoreGrid& human, const ScoreGrid& first, double first_eps,
                         const ScoreGrid& second, double second_eps, Grouping grouping);

// PERM-BOTH (Deutsch, Dror & Roth 2021): both metrics are standardized over all cells, and each
// cell's two scores are swapped with probability 1/2. All pairs of metrics share the swaps.
//
// For Pearson's correlation, each metric needs only the sums of y, y^2 and xy over the cells that
// keep their score; the sums over the other cells are the totals minus these. So the work grows
// with the number of metrics, not of pairs. Other statistics are recomputed. Immutable, safe for
// concurrent use.
class PermBoth {
 public:
  // Ignores cells that miss any score. `standardize` is false if the scores are already comparable.
  PermBoth(Statistic statistic, const ScoreGrid& human, std::span<const ScoreGrid* const> metrics,
           Grouping grouping, bool standardize = true);

  size_t cells() const { return human_.size(); }
  size_t metrics() const { return metrics_; }
  // Returns the position of each cell in the grids.
  const std::vector<size_t>& cell_positions() const { return positions_; }

  // keeps: `draws` masks of cells() bytes, 1 if a cell keeps its score. agreement[(draw * metrics()
  // + a) * metrics() + b] is the agreement of the scores of a in kept cells and of b elsewhere; the
  // diagonal is a's own. NaN if no group has one.
  void Draw(std::span<const uint8_t> keeps, uint32_t draws, std::span<double> agreement) const;
  // The same as above, without precomputed sums.
  void DrawSlowly(std::span<const uint8_t> keeps, uint32_t draws,
                  std::span<double> agreement) const;

 private:
  struct Group {
    size_t begin = 0, end = 0;   // range of cells
    std::vector<double> totals;  // the columns' sums
    double human_sum = 0, human_squares = 0;
    bool human_constant = false;
  };
  void DrawOnce(const uint8_t* keeps, double* agreement) const;
  double AverageDirect(const uint8_t* keeps, size_t a, size_t b) const;
  double Direct(const Group& group, const uint8_t* keeps, size_t a, size_t b) const;
  double FromSums(const Group& group, const double* sums, const uint8_t* keeps, size_t a,
                  size_t b) const;
  void AddKept(const Group& group, const uint8_t* keeps, uint32_t* kept, double* sums) const;

  Statistic statistic_;
  size_t metrics_;
  std::vector<size_t> positions_;  // group by group
  std::vector<double> human_;      // [cell]
  std::vector<double> scores_;     // [cell * metrics + metric]
  std::vector<double> columns_;    // [cell * 3 metrics]: y, y^2 and xy of each metric
  std::vector<Group> groups_;
  std::vector<double> own_;  // [metric]: the agreement with all scores kept
};

// Replaces the values that are not NaN by (value - mean) / sd; 0 if these are all equal.
void StandardizePresent(std::span<double> values);

// Compares with a tolerance for rounding: swapping all cells, or none, must give a tie.
inline bool AtLeast(double value, double bound) { return value >= bound - 1e-12; }

}  // namespace mtgauge
