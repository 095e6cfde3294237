// Adds up signed rows eight items at a time: all 256 sums of a group's items under all combinations
// of signs are computed once, and each draw adds one of them (Arlazarov et al. 1970).
#include "core/evaluate/random_signs.h"

#include <algorithm>
#include <bit>

#include "core/stats/random/numpy_random.h"

namespace mtgauge {
namespace {

constexpr size_t kGroup = 8;           // items
constexpr size_t kCombinations = 256;  // of their signs
constexpr size_t kLaneBytes = 32;      // of the columns that are added up together

// The sums of a group under all combinations of signs: [combination][lane].
template <typename Integer>
struct GroupSums {
  static constexpr size_t kLanes = kLaneBytes / sizeof(Integer);
  alignas(kLaneBytes) Integer sums[kCombinations][kLanes];

  // rows: [item * columns + column], of `items` items, from the first column on.
  void Fill(const Integer* rows, size_t items, size_t columns, size_t lanes) {
    Integer twice[kGroup][kLanes] = {};
    std::fill_n(sums[0], kLanes, Integer{0});
    for (size_t i = 0; i < items; ++i) {
      for (size_t lane = 0; lane < lanes; ++lane) {
        const Integer value = rows[i * columns + lane];
        twice[i][lane] = static_cast<Integer>(2 * value);
        sums[0][lane] -= value;
      }
    }
    for (size_t k = 1; k < kCombinations; ++k) {
      const Integer* without = sums[k & (k - 1)];
      const Integer* added = twice[std::countr_zero(k)];
      for (size_t lane = 0; lane < kLanes; ++lane) sums[k][lane] = without[lane] + added[lane];
    }
  }
};

}  // namespace

RandomSigns::RandomSigns(size_t items, uint64_t seed, uint32_t draws)
    : items_(items), draws_(draws), plus_((items + kGroup - 1) / kGroup * draws) {
  NumpyRandom random(seed);
  for (size_t draw = 0; draw < draws; ++draw) {
    for (size_t i = 0; i < items; ++i) {
      // As numpy.rint of a float32 in [0, 1): 0.5 rounds to 0, which is minus.
      const uint32_t bit = random.Float32() > 0.5F ? 1 : 0;
      plus_[i / kGroup * draws + draw] |= static_cast<uint8_t>(bit << i % kGroup);
    }
  }
}

template <typename Integer>
std::vector<Integer> RandomSigns::Sum(std::span<const Integer> rows, size_t columns) const {
  using Group = GroupSums<Integer>;
  std::vector<Integer> out(columns * draws_), of_lanes(Group::kLanes * draws_);
  Group groups[2];  // two at a time, so that sums are loaded and stored half as often
  for (size_t first = 0; first < columns; first += Group::kLanes) {
    const size_t lanes = std::min(Group::kLanes, columns - first);
    std::fill(of_lanes.begin(), of_lanes.end(), Integer{0});
    for (size_t item = 0; item < items_; item += 2 * kGroup) {
      const size_t second = std::min(item + kGroup, items_),
                   end = std::min(item + 2 * kGroup, items_);
      groups[0].Fill(&rows[item * columns + first], second - item, columns, lanes);
      const Integer* next = end > second ? &rows[second * columns + first] : nullptr;
      groups[1].Fill(next, end - second, columns, lanes);
      const uint8_t* plus = &plus_[item / kGroup * draws_];
      const uint8_t* more = end > second ? plus + draws_ : plus;
      for (size_t draw = 0; draw < draws_; ++draw) {
        Integer* sums = &of_lanes[draw * Group::kLanes];
        const Integer *one = groups[0].sums[plus[draw]], *two = groups[1].sums[more[draw]];
        for (size_t lane = 0; lane < Group::kLanes; ++lane) sums[lane] += one[lane] + two[lane];
      }
    }
    for (size_t lane = 0; lane < lanes; ++lane) {
      for (size_t draw = 0; draw < draws_; ++draw) {
        out[(first + lane) * draws_ + draw] = of_lanes[draw * Group::kLanes + lane];
      }
    }
  }
  return out;
}

template <typename Integer>
std::vector<double> ExceedanceP(std::span<const Integer> sums, std::span<const Integer> totals,
                                uint32_t draws, SpaTies ties) {
  const size_t systems = totals.size();
  // How far each sum is above the total. A pair's difference is at least the observed one if this
  // is at least as large for the first system as for the second.
  std::vector<Integer> above(sums.begin(), sums.end());
  for (size_t s = 0; s < systems; ++s) {
    for (size_t draw = 0; draw < draws; ++draw) above[s * draws + draw] -= totals[s];
  }
  std::vector<double> p(systems * systems);
  for (size_t i = 0; i < systems; ++i) {
    for (size_t j = i + 1; j < systems; ++j) {
      const Integer *first = &above[i * draws], *second = &above[j * draws];
      Integer least = 0, more = 0;
      for (size_t draw = 0; draw < draws; ++draw) least += first[draw] >= second[draw] ? 1 : 0;
      for (size_t draw = 0; draw < draws && ties == SpaTies::kHalf; ++draw) {
        more += first[draw] > second[draw] ? 1 : 0;
      }
      const auto count = static_cast<double>(least);
      const bool half = ties == SpaTies::kHalf;
      p[i * systems + j] = (half ? (count + static_cast<double>(more)) / 2 : count) / draws;
    }
  }
  return p;
}

template std::vector<int32_t> RandomSigns::Sum(std::span<const int32_t>, size_t) const;
template std::vector<int64_t> RandomSigns::Sum(std::span<const int64_t>, size_t) const;
template std::vector<double> ExceedanceP(std::span<const int32_t>, std::span<const int32_t>,
                                         uint32_t, SpaTies);
template std::vector<double> ExceedanceP(std::span<const int64_t>, std::span<const int64_t>,
                                         uint32_t, SpaTies);

}  // namespace mtgauge
