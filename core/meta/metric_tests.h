// Whether one metric agrees with people better than another, and how sure a correlation is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/meta/agreement.h"
#include "core/meta/score_grid.h"
#include "core/stats/intervals.h"

namespace mtgauge {

// Fisher (1921): the interval of a correlation of n pairs at level 1 - alpha. Poor for the six to
// sixteen systems of an evaluation; NaN below four.
Interval FisherInterval(double r, uint64_t n, double alpha);

// Williams (1959): whether two metrics' correlations with people differ, given the correlation
// between the metrics. One-sided p of the sign that t has.
struct WilliamsTest {
  double t = 0;
  double freedoms = 0;
  double p = 1;
};
WilliamsTest ComputeWilliams(double human_first, double human_second, double between, uint64_t n);

// Wilcoxon (1945): signed ranks of paired differences, zeros left out. Two-sided p: exact up to 50
// differences without ties and zeros, else normal, as scipy.stats.wilcoxon chooses.
struct SignedRankTest {
  double statistic = 0;  // the smaller sum of ranks
  double p = 1;
};
SignedRankTest ComputeSignedRanks(std::span<const double> differences);

// The permutation test of acc_eq that swaps single pairs of outputs, in closed form: swapping
// changes the difference only where one metric agrees with people and the other does not, so it is
// a sign test of those pairs, which count by one over the pairs of their group. p is one-sided,
// P(as good a difference or better).
struct SignTest {
  double difference = 0;           // of the averages of acc_eq, first - second
  uint64_t first = 0, second = 0;  // pairs where this one alone agrees
  double p = 1;
  bool exact = true;  // else normal: groups of too many sizes
};
// Each metric with its own eps; cells that miss any of the three scores are left out.
struct SignTestScores {
  const ScoreGrid *human, *first, *second;
  double first_eps, second_eps;
};
// Of several language pairs the difference is the mean of theirs.
SignTest ComputeSignTest(std::span<const SignTestScores> pairs, Grouping grouping);
SignTest ComputeSignTest(const ScoreGrid& human, const ScoreGrid& first, double first_eps,
                         const ScoreGrid& second, double second_eps, Grouping grouping);

// PERM-BOTH (Deutsch, Dror & Roth 2021): both metrics are standardized over all cells, and each
// cell's two scores are swapped with probability 1/2. All pairs of metrics share the swaps.
//
// A correlation of Pearson's needs of each metric only the sums of y, y^2 and xy over the cells
// that keep their score, since those of the cells that do not are what is left to the total: the
// work grows with the number of metrics, not of pairs. Other statistics are computed anew.
// Immutable, safe for concurrent use.
class PermBoth {
 public:
  // Cells that miss any score are left out. `standardize` no: the scores are comparable already.
  PermBoth(Statistic statistic, const ScoreGrid& human, std::span<const ScoreGrid* const> metrics,
           Grouping grouping, bool standardize = true);

  size_t cells() const { return human_.size(); }
  size_t metrics() const { return metrics_; }
  // Where each cell stands in the grids.
  const std::vector<size_t>& cell_positions() const { return positions_; }

  // keeps: `draws` masks of cells() bytes, 1 where a cell keeps its score. agreement[(draw *
  // metrics() + a) * metrics() + b] is that of the scores of a where they are kept, of b elsewhere;
  // with all kept, that of a. NaN where no group has one.
  void Draw(std::span<const uint8_t> keeps, uint32_t draws, std::span<double> agreement) const;
  // The same without sums.
  void DrawSlowly(std::span<const uint8_t> keeps, uint32_t draws,
                  std::span<double> agreement) const;

 private:
  struct Group {
    size_t begin = 0, end = 0;   // cells
    std::vector<double> totals;  // of the columns
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
  std::vector<double> own_;  // [metric]: with all scores kept
};

// (value - mean) / sd of the values that are there; 0 where these are all equal.
void StandardizePresent(std::span<double> values);

// Values that differ by rounding alone count as equal: a swap of all cells, or of none, must tie.
inline bool AtLeast(double value, double bound) { return value >= bound - 1e-12; }

}  // namespace mtgauge
