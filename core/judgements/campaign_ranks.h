// How WMT's campaigns of 2024 and 2025 order systems by human scores: rank ranges, and clusters of
// systems that their tests cannot tell apart.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace mtgauge {

// The p of a test of two systems, numbered as in `scores`. `better` has the higher score, or comes
// first among equal ones. NaN if the test is undefined.
using PairP = std::function<double(uint32_t better, uint32_t worse)>;

struct CampaignRank {
  uint32_t system = 0;
  uint32_t low = 1, high = 1;     // the range of ranks; 1 is the best
  uint32_t cluster = 1;           // from 1
  uint32_t wins = 0, losses = 0;  // significant ones
  uint32_t undefined = 0;         // tests with another system whose p is NaN
};

// Both return the systems from the best on; equal scores keep their order. No score may be NaN.
//
// WMT24: p two-sided. A range is [1 + losses, systems - wins]; a pair with equal scores is neither.
// A line is drawn where no pair across it has p > alpha. As in the campaign's script, an undefined
// p is therefore significant for clusters, but not for ranges.
std::vector<CampaignRank> RankAsWmt24(std::span<const double> scores, const PairP& p,
                                      double alpha = 0.05);
// WMT25: p one-sided, that `better` is better. A range reaches up to the first system that is
// significantly better, and down to the first that is significantly worse. A line is drawn where no
// range crosses it.
std::vector<CampaignRank> RankAsWmt25(std::span<const double> scores, const PairP& p,
                                      double alpha = 0.05);

// Both join the p of a pair's domains by Stouffer's rule: z = sum(z_d) / sqrt(domains). Leave
// out domains in which the two have no unit in common.
//
// The macro p of WMT24's script, with its rounding: z_d = Phi^-1(1 - p_d) of two-sided p_d, p = 1 -
// Phi(z). It is blind to direction: wins in one domain and losses in another add up. NaN if a p_d
// is, or if some p_d is 1 and another below 1e-16.
double CombineAsWmt24(std::span<const double> two_sided);
// Keeps the direction: z_d is the upper quantile of the smaller of the two one-sided p_d, and
// negative if that is `less`; p = 2 P(Z >= |z|), the same in both directions. Domains with NaN (all
// differences 0) are left out; NaN if none remains.
double CombineSymmetric(std::span<const double> greater, std::span<const double> less);

}  // namespace mtgauge
