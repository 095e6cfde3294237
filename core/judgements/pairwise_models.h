// Models of the strengths of systems, fitted to comparisons by maximum likelihood.
#pragma once

#include <cstdint>
#include <vector>

#include "core/judgements/comparisons.h"

namespace mtgauge {

// The probability that a system of strength a beats one of strength b is
enum class PairwiseModel {
  kBradleyTerry,  // a / (a + b); a tie is half a win (1952)
  kDavidson,      // a / (a + b + v sqrt(ab)), and v sqrt(ab) / (...) for a tie, v >= 0 (1970)
  kRaoKupper,     // a / (a + tb), and b / (b + ta) for its opponent, t >= 1 (1967)
};

enum class FitProblem {
  kNone,
  kDisconnected,  // some systems were never compared with the rest, not even indirectly
  kSeparated,     // some systems never lost, or never won, against the rest: no finite strength
                  // fits. Davidson's and Rao-Kupper's ties need not help, Bradley-Terry's do
  kOnlyTies,      // the model has no finite tie parameter
};

struct StrengthFit {
  FitProblem problem = FitProblem::kNone;
  // If kDisconnected or kSeparated: the number of each system's group, from 0; systems of different
  // groups cannot be compared. If kSeparated, no system ever beat one of an earlier group.
  std::vector<uint32_t> groups;
  // Empty if there is a problem. Strengths have geometric mean 1.
  std::vector<double> log_strengths;
  std::vector<double> errors;  // their standard errors, from the observed information
  // [i * systems + j]: the standard error of the difference of two log-strengths.
  std::vector<double> difference_errors;
  double tie = 0;             // v or t; 0 for Bradley-Terry
  double log_likelihood = 0;  // of Bradley-Terry, with ties as half wins
};

// Newton's method; the gradient at the end is below 1e-9. O(systems^3) for each of a few steps.
StrengthFit FitStrengths(const ComparisonTable& table, PairwiseModel model);

}  // namespace mtgauge
