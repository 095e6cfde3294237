// One Newton iteration for all models: the probabilities of a pair depend on the difference x of
// two log strengths and on the log e of the tie parameter, and the log-likelihood is concave in
// both.
#include "core/judgements/pairwise_models.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/base/pinned_math.h"

namespace mtgauge {
namespace {

struct PairOutcomes {
  uint32_t i, j;
  double wins, losses, ties;  // of i against j
};

std::vector<PairOutcomes> ComparedPairs(const ComparisonTable& table) {
  std::vector<PairOutcomes> pairs;
  for (uint32_t i = 0; i < table.systems(); ++i) {
    for (uint32_t j = i + 1; j < table.systems(); ++j) {
      const uint64_t wins = table.Wins(i, j), losses = table.Wins(j, i), ties = table.Ties(i, j);
      if (wins + losses + ties == 0) continue;
      pairs.push_back({i, j, static_cast<double>(wins), static_cast<double>(losses),
                       static_cast<double>(ties)});
    }
  }
  return pairs;
}

// A pair's log-likelihood, its derivatives, and its information (minus the second derivatives).
struct PairTerm {
  double value, dx, de, xx, xe, ee;
};

double LogSigmoid(double x) { return std::min(x, 0.0) - PinnedLog(1 + PinnedExp(-std::fabs(x))); }

PairTerm BradleyTerryTerm(const PairOutcomes& pair, double x, double /*e*/) {
  const double wins = pair.wins + pair.ties / 2, losses = pair.losses + pair.ties / 2;
  const double p = PinnedExp(LogSigmoid(x)), q = PinnedExp(LogSigmoid(-x));
  return {wins * LogSigmoid(x) + losses * LogSigmoid(-x),
          wins * q - losses * p,
          0,
          (wins + losses) * p * q,
          0,
          0};
}

PairTerm DavidsonTerm(const PairOutcomes& pair, double x, double e) {
  const double top = std::max(std::fabs(x) / 2, e);
  const double win = PinnedExp(x / 2 - top), loss = PinnedExp(-x / 2 - top);
  const double tie = PinnedExp(e - top);
  const double sum = win + loss + tie, log_sum = top + PinnedLog(sum);
  const double n = pair.wins + pair.losses + pair.ties;
  const double mean_x = (win - loss) / (2 * sum), p_tie = tie / sum;
  return {(pair.wins - pair.losses) * x / 2 + pair.ties * e - n * log_sum,
          (pair.wins - pair.losses) / 2 - n * mean_x,
          pair.ties - n * p_tie,
          n * ((win + loss) / (4 * sum) - mean_x * mean_x),
          -n * mean_x * p_tie,
          n * p_tie * (win + loss) / sum};
}

// A tie is (t^2 - 1) times the product of both kinds of win.
PairTerm RaoKupperTerm(const PairOutcomes& pair, double x, double e) {
  if (e <= 0) return {-std::numeric_limits<double>::infinity(), 0, 0, 0, 0, 0};
  const double first = pair.wins + pair.ties, second = pair.losses + pair.ties;
  const double q_first = PinnedExp(LogSigmoid(e - x)), q_second = PinnedExp(LogSigmoid(e + x));
  const double less = PinnedExp(-2 * e), more = 1 - less;  // of t^-2
  const double curve_first = first * q_first * (1 - q_first);
  const double curve_second = second * q_second * (1 - q_second);
  return {first * LogSigmoid(x - e) + second * LogSigmoid(-x - e) +
              pair.ties * (2 * e + PinnedLog(more)),
          first * q_first - second * q_second,
          2 * pair.ties / more - first * q_first - second * q_second,
          curve_first + curve_second,
          curve_second - curve_first,
          curve_first + curve_second + 4 * pair.ties * less / (more * more)};
}

using TermFunction = PairTerm (*)(const PairOutcomes&, double x, double e);

// A symmetric positive definite matrix.
class Information {
 public:
  explicit Information(size_t size) : size_(size), cells_(size * size) {}

  double& At(size_t i, size_t j) { return cells_[i * size_ + j]; }
  double At(size_t i, size_t j) const { return cells_[i * size_ + j]; }

  // Replaces the lower triangle with that of its Cholesky factor. Returns false if the matrix is
  // singular.
  bool Factorize() {
    for (size_t j = 0; j < size_; ++j) {
      for (size_t i = j; i < size_; ++i) {
        double cell = At(i, j);
        for (size_t k = 0; k < j; ++k) cell -= At(i, k) * At(j, k);
        if (i == j && !(cell > 0)) return false;
        At(i, j) = i == j ? std::sqrt(cell) : cell / At(j, j);
      }
    }
    return true;
  }

  // After Factorize().
  std::vector<double> Solve(std::vector<double> x) const {
    for (size_t i = 0; i < size_; ++i) {
      for (size_t k = 0; k < i; ++k) x[i] -= At(i, k) * x[k];
      x[i] /= At(i, i);
    }
    for (size_t i = size_; i-- > 0;) {
      for (size_t k = i + 1; k < size_; ++k) x[i] -= At(k, i) * x[k];
      x[i] /= At(i, i);
    }
    return x;
  }

 private:
  size_t size_;
  std::vector<double> cells_;
};

// The log-likelihood of log strengths, followed by the log tie parameter if the model has one.
class Likelihood {
 public:
  Likelihood(const ComparisonTable& table, TermFunction term, bool has_ties)
      : pairs_(ComparedPairs(table)), term_(term), systems_(table.systems()), has_ties_(has_ties) {}

  double Value(const std::vector<double>& at) const {
    double sum = 0;
    for (const PairOutcomes& pair : pairs_) sum += TermAt(pair, at).value;
    return sum;
  }

  std::vector<double> Gradient(const std::vector<double>& at) const {
    std::vector<double> gradient(at.size());
    for (const PairOutcomes& pair : pairs_) {
      const PairTerm term = TermAt(pair, at);
      gradient[pair.i] += term.dx;
      gradient[pair.j] -= term.dx;
      if (has_ties_) gradient.back() += term.de;
    }
    return gradient;
  }

  // The information plus 1 for each two systems: strengths are only known up to a factor, and this
  // fixes their geometric mean without changing the rest.
  Information InformationAt(const std::vector<double>& at) const {
    Information information(at.size());
    for (size_t i = 0; i < systems_; ++i) {
      for (size_t j = 0; j < systems_; ++j) information.At(i, j) = 1;
    }
    for (const PairOutcomes& pair : pairs_) {
      const PairTerm term = TermAt(pair, at);
      information.At(pair.i, pair.i) += term.xx;
      information.At(pair.j, pair.j) += term.xx;
      information.At(pair.j, pair.i) -= term.xx;
      if (!has_ties_) continue;
      information.At(systems_, pair.i) += term.xe;
      information.At(systems_, pair.j) -= term.xe;
      information.At(systems_, systems_) += term.ee;
    }
    return information;  // only the lower triangle is complete
  }

 private:
  PairTerm TermAt(const PairOutcomes& pair, const std::vector<double>& at) const {
    return term_(pair, at[pair.i] - at[pair.j], has_ties_ ? at.back() : 0);
  }

  std::vector<PairOutcomes> pairs_;
  TermFunction term_;
  size_t systems_;
  bool has_ties_;
};

double Largest(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::fabs(value));
  return largest;
}

// Moves `at` to the maximum, which exists.
void Maximize(const Likelihood& likelihood, std::vector<double>& at) {
  constexpr int kMostSteps = 200;
  double value = likelihood.Value(at);
  for (int step = 0; step < kMostSteps; ++step) {
    const std::vector<double> gradient = likelihood.Gradient(at);
    Information information = likelihood.InformationAt(at);
    if (!information.Factorize()) return;
    const std::vector<double> move = information.Solve(gradient);
    if (Largest(move) < 1e-13 || (Largest(move) < 1e-6 && Largest(gradient) < 1e-9)) return;
    std::vector<double> next(at.size());
    double next_value = 0, part = 1;
    do {
      for (size_t k = 0; k < at.size(); ++k) next[k] = at[k] + part * move[k];
      next_value = likelihood.Value(next);
      part /= 2;
    } while (!(next_value >= value - 1e-13 * std::fabs(value)) && part > 1e-10);
    at = next;
    value = next_value;
  }
}

// [i * systems + j]: i reaches j by edges.
template <typename Edge>
std::vector<bool> Reachable(uint32_t systems, const Edge& edge) {
  std::vector<bool> reached(size_t{systems} * systems);
  std::vector<uint32_t> waiting;
  for (uint32_t i = 0; i < systems; ++i) {
    const size_t row = size_t{i} * systems;
    reached[row + i] = true;
    waiting = {i};
    while (!waiting.empty()) {
      const uint32_t at = waiting.back();
      waiting.pop_back();
      for (uint32_t j = 0; j < systems; ++j) {
        if (reached[row + j] || !edge(at, j)) continue;
        reached[row + j] = true;
        waiting.push_back(j);
      }
    }
  }
  return reached;
}

// Numbers the groups of systems that reach each other; groups that reach more come first. Returns
// nothing if all systems are in one.
template <typename Edge>
std::vector<uint32_t> GroupsOf(uint32_t systems, const Edge& edge) {
  const std::vector<bool> reached = Reachable(systems, edge);
  const auto reaches = [&](uint32_t i, uint32_t j) { return reached[size_t{i} * systems + j]; };
  std::vector<std::pair<uint32_t, uint32_t>> leaders;  // systems not reached, first system
  std::vector<uint32_t> leader(systems);
  for (uint32_t i = 0; i < systems; ++i) {
    uint32_t first = 0, missed = 0;
    while (!(reaches(i, first) && reaches(first, i))) ++first;
    for (uint32_t j = 0; j < systems; ++j) missed += reaches(i, j) ? 0 : 1;
    leader[i] = first;
    if (first == i) leaders.emplace_back(missed, i);
  }
  if (leaders.size() < 2) return {};
  std::sort(leaders.begin(), leaders.end());
  std::vector<uint32_t> groups(systems);
  for (uint32_t group = 0; group < leaders.size(); ++group) {
    for (uint32_t i = 0; i < systems; ++i) {
      if (leader[i] == leaders[group].second) groups[i] = group;
    }
  }
  return groups;
}

// With ties, the likelihood also grows without end if strengths can move apart while the tie
// parameter grows: at each step of e, the winner of a pair by at least one step from the loser, and
// tied systems by at most one. Looks for such moves by relaxation (Bellman & Ford).
bool CanMoveApart(const ComparisonTable& table) {
  const std::vector<PairOutcomes> pairs = ComparedPairs(table);
  std::vector<int64_t> moves(table.systems());
  bool changed = true;
  const auto limit = [&](uint32_t of, uint32_t from, int64_t steps) {
    if (moves[of] <= moves[from] + steps) return;
    moves[of] = moves[from] + steps;
    changed = true;
  };
  for (uint32_t round = 0; changed && round <= table.systems(); ++round) {
    changed = false;
    for (const PairOutcomes& pair : pairs) {
      if (pair.wins > 0) limit(pair.j, pair.i, -1);
      if (pair.losses > 0) limit(pair.i, pair.j, -1);
      if (pair.ties > 0) limit(pair.j, pair.i, 1);
      if (pair.ties > 0) limit(pair.i, pair.j, 1);
    }
  }
  return !changed;
}

// Finds what makes a fit impossible: the likelihood has a maximum exactly if there is no problem.
StrengthFit FindProblem(const ComparisonTable& table, bool has_ties) {
  StrengthFit fit;
  const auto group = [&](FitProblem problem, const auto& edge) {
    fit.groups = GroupsOf(table.systems(), edge);
    if (!fit.groups.empty()) fit.problem = problem;
    return !fit.groups.empty();
  };
  if (group(FitProblem::kDisconnected, [&](uint32_t i, uint32_t j) {
        return table.Wins(i, j) + table.Wins(j, i) + table.Ties(i, j) > 0;
      })) {
    return fit;
  }
  if (group(FitProblem::kSeparated,
            [&](uint32_t i, uint32_t j) { return table.Wins(i, j) + table.Ties(i, j) > 0; })) {
    return fit;
  }
  if (has_ties && table.ties() == table.comparisons()) {
    fit.problem = FitProblem::kOnlyTies;
  } else if (has_ties && CanMoveApart(table)) {
    group(FitProblem::kSeparated, [&](uint32_t i, uint32_t j) { return table.Wins(i, j) > 0; });
  }
  return fit;
}

}  // namespace

StrengthFit FitStrengths(const ComparisonTable& table, PairwiseModel model) {
  // Without ties, the other models' best tie parameter makes them Bradley-Terry's.
  const bool has_ties = model != PairwiseModel::kBradleyTerry && table.ties() > 0;
  StrengthFit fit = FindProblem(table, has_ties);
  if (fit.problem != FitProblem::kNone) return fit;
  const uint32_t systems = table.systems();
  const TermFunction of_ties = model == PairwiseModel::kDavidson ? DavidsonTerm : RaoKupperTerm;
  const Likelihood likelihood(table, has_ties ? of_ties : BradleyTerryTerm, has_ties);
  std::vector<double> at(systems);
  if (has_ties) at.push_back(model == PairwiseModel::kDavidson ? 0 : 0.5);
  Maximize(likelihood, at);
  fit.log_likelihood = likelihood.Value(at);
  Information information = likelihood.InformationAt(at);
  information.Factorize();
  std::vector<std::vector<double>> inverse;
  for (uint32_t i = 0; i < systems; ++i) {
    std::vector<double> unit(at.size());
    unit[i] = 1;
    inverse.push_back(information.Solve(unit));
    // The inverse holds 1 / systems^2 that stands for the factor in InformationAt().
    const double variance = inverse[i][i] - 1.0 / systems / systems;
    fit.errors.push_back(std::sqrt(std::max(variance, 0.0)));
  }
  for (uint32_t i = 0; i < systems; ++i) {
    for (uint32_t j = 0; j < systems; ++j) {
      const double variance = inverse[i][i] + inverse[j][j] - inverse[i][j] - inverse[j][i];
      fit.difference_errors.push_back(std::sqrt(std::max(variance, 0.0)));
    }
  }
  if (model != PairwiseModel::kBradleyTerry) {
    const double without = model == PairwiseModel::kDavidson ? 0 : 1;
    fit.tie = has_ties ? PinnedExp(at.back()) : without;
  }
  at.resize(systems);
  fit.log_strengths = at;
  return fit;
}

}  // namespace mtgauge
