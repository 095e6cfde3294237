// Judgements of which of two systems' outputs is better, and what can be read off their counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mtgauge {

enum class Winner : uint8_t { kFirst, kSecond, kTie };

// One judgement of two different systems, numbered from 0.
struct PairJudgement {
  uint32_t first = 0, second = 0;
  Winner winner = Winner::kTie;
};

// The counts of each pair of systems.
class ComparisonTable {
 public:
  ComparisonTable(uint32_t systems, std::span<const PairJudgement> comparisons);

  uint32_t systems() const { return systems_; }
  // How often i beat j.
  uint64_t Wins(uint32_t i, uint32_t j) const { return wins_[At(i, j)]; }
  uint64_t Ties(uint32_t i, uint32_t j) const { return ties_[At(i, j)]; }
  uint64_t ties() const { return all_ties_; }
  uint64_t comparisons() const { return all_; }

 private:
  size_t At(uint32_t i, uint32_t j) const { return size_t{i} * systems_ + j; }

  uint32_t systems_;
  uint64_t all_ = 0, all_ties_ = 0;
  std::vector<uint64_t> wins_, ties_;
};

// Scores of each system by what WMT ranked with in 2011 to 2013; NaN without a comparison to divide
// by.
std::vector<double> WinsOverDecided(const ComparisonTable& table);  // wins / (wins + losses)
std::vector<double> WinsOrTies(const ComparisonTable& table);       // (wins + ties) / all
// The mean, over the opponents, of wins / (wins + losses) against them (Koehn 2012). Leaves out
// opponents against whom all comparisons were ties.
std::vector<double> ExpectedWins(const ComparisonTable& table);

}  // namespace mtgauge
