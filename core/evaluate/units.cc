// Groups items into units.
#include "core/evaluate/units.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/stats/random/mtg1.h"

namespace mtgauge {
namespace {

// A separate random stream from those of the strata.
constexpr uint32_t kOrderStratum = UINT32_MAX - 2;
constexpr uint32_t kMostForAllSets = 4;

}  // namespace

Units UnitsByNumber(std::span<const uint32_t> unit_of_item) {
  Units units;
  for (uint32_t item = 0; item < unit_of_item.size(); ++item) {
    const uint32_t unit = unit_of_item[item];
    if (unit == kNoUnit) continue;
    if (unit >= units.size()) units.resize(size_t{unit} + 1);
    units[unit].push_back(item);
  }
  return units;
}

Units RandomUnits(uint32_t items, uint32_t size, uint64_t seed) {
  std::vector<uint32_t> order(items);
  std::iota(order.begin(), order.end(), 0U);
  KeyedDraws draws({seed, 0, kOrderStratum}, 0);
  for (uint32_t left = items; left > 1; --left) {
    std::swap(order[left - 1], order[draws.Below(left)]);
  }
  Units units(items / size);
  for (uint32_t u = 0; u < units.size(); ++u) {
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(size_t{u} * size);
    units[u].assign(first, first + size);
    std::sort(units[u].begin(), units[u].end());
  }
  return units;
}

Units JoinNeighbours(const Units& units, std::span<const uint32_t> document_of_item) {
  Units joined;
  bool open = false;  // true if the last unit waits for a neighbour
  for (const std::vector<uint32_t>& unit : units) {
    const bool fits =
        open && document_of_item[joined.back().front()] == document_of_item[unit.front()];
    if (fits) {
      joined.back().insert(joined.back().end(), unit.begin(), unit.end());
    } else {
      joined.push_back(unit);
    }
    open = !fits;
  }
  return joined;
}

std::vector<std::vector<uint32_t>> ReferenceSets(uint32_t references) {
  std::vector<std::vector<uint32_t>> sets;
  if (references <= kMostForAllSets) {
    for (uint32_t bits = 1; bits < 1U << references; ++bits) {
      std::vector<uint32_t>& set = sets.emplace_back();
      for (uint32_t r = 0; r < references; ++r) {
        if ((bits >> r & 1) != 0) set.push_back(r);
      }
    }
    std::stable_sort(sets.begin(), sets.end(), [](const auto& a, const auto& b) {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    return sets;
  }
  const auto add_run = [&sets](uint32_t first, uint32_t size) {
    std::vector<uint32_t>& run = sets.emplace_back(size);
    std::iota(run.begin(), run.end(), first);
  };
  for (uint32_t size = 1; size < references; size *= 2) {
    for (uint32_t first = 0; first + size <= references; first += size) add_run(first, size);
  }
  add_run(0, references);
  return sets;
}

}  // namespace mtgauge
