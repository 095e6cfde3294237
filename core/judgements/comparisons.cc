// Counts comparisons.
#include "core/judgements/comparisons.h"

#include "core/base/nan.h"

namespace mtgauge {
namespace {

double ShareOf(double part, double all) { return all > 0 ? part / all : kNaN; }

struct SystemCounts {
  double wins = 0, losses = 0, ties = 0;
};

SystemCounts CountsOf(const ComparisonTable& table, uint32_t i) {
  SystemCounts counts;
  for (uint32_t j = 0; j < table.systems(); ++j) {
    counts.wins += static_cast<double>(table.Wins(i, j));
    counts.losses += static_cast<double>(table.Wins(j, i));
    counts.ties += static_cast<double>(table.Ties(i, j));
  }
  return counts;
}

}  // namespace

ComparisonTable::ComparisonTable(uint32_t systems, std::span<const PairJudgement> comparisons)
    : systems_(systems),
      all_(comparisons.size()),
      wins_(size_t{systems} * systems),
      ties_(size_t{systems} * systems) {
  for (const auto& [first, second, winner] : comparisons) {
    switch (winner) {
      case Winner::kFirst:
        ++wins_[At(first, second)];
        break;
      case Winner::kSecond:
        ++wins_[At(second, first)];
        break;
      case Winner::kTie:
        ++ties_[At(first, second)];
        ++ties_[At(second, first)];
        ++all_ties_;
        break;
    }
  }
}

std::vector<double> WinsOverDecided(const ComparisonTable& table) {
  std::vector<double> shares;
  for (uint32_t i = 0; i < table.systems(); ++i) {
    const SystemCounts counts = CountsOf(table, i);
    shares.push_back(ShareOf(counts.wins, counts.wins + counts.losses));
  }
  return shares;
}

std::vector<double> WinsOrTies(const ComparisonTable& table) {
  std::vector<double> shares;
  for (uint32_t i = 0; i < table.systems(); ++i) {
    const SystemCounts counts = CountsOf(table, i);
    shares.push_back(ShareOf(counts.wins + counts.ties, counts.wins + counts.losses + counts.ties));
  }
  return shares;
}

std::vector<double> ExpectedWins(const ComparisonTable& table) {
  std::vector<double> means;
  for (uint32_t i = 0; i < table.systems(); ++i) {
    double sum = 0, opponents = 0;
    for (uint32_t j = 0; j < table.systems(); ++j) {
      const auto wins = static_cast<double>(table.Wins(i, j));
      const auto losses = static_cast<double>(table.Wins(j, i));
      if (wins + losses == 0) continue;
      sum += wins / (wins + losses);
      ++opponents;
    }
    means.push_back(ShareOf(sum, opponents));
  }
  return means;
}

}  // namespace mtgauge
