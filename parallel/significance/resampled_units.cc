// Adds up rows by document and divides them into strata.
#include "parallel/significance/resampled_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mtgauge {
namespace {

// Maps segments to units and units to strata.
struct UnitMap {
  std::vector<uint32_t> unit_of_segment;  // empty if every segment is a unit
  std::vector<uint32_t> stratum_of_unit;  // empty if there is only one stratum
  uint64_t units = 0;
  uint32_t strata = 1;

  uint32_t StratumOf(uint64_t unit) const {
    return stratum_of_unit.empty() ? 0 : stratum_of_unit[unit];
  }
};

Result<UnitMap> MapUnits(const CompareInput& input, Unit unit, uint64_t segments) {
  UnitMap map;
  map.units = segments;
  if (unit != Unit::kSegment) {
    map.unit_of_segment = input.document_of_segment;
    map.units =
        1 + uint64_t{*std::max_element(map.unit_of_segment.begin(), map.unit_of_segment.end())};
  }
  if (input.stratum_of_segment.empty()) return map;
  map.strata =
      1 + *std::max_element(input.stratum_of_segment.begin(), input.stratum_of_segment.end());
  constexpr uint32_t kNone = UINT32_MAX;
  map.stratum_of_unit.assign(map.units, kNone);
  for (uint64_t i = 0; i < segments; ++i) {
    uint32_t& stratum =
        map.stratum_of_unit[map.unit_of_segment.empty() ? i : map.unit_of_segment[i]];
    if (stratum != kNone && stratum != input.stratum_of_segment[i]) {
      return InputError({.segment = i, .option = "unit"},
                        fmt::format("scored segment {}: its document is in two strata", i + 1),
                        "keep each document within one stratum, or use `unit` segment");
    }
    stratum = input.stratum_of_segment[i];
  }
  return map;
}

// Adds up the rows of each unit, and divides the units into strata, in order of their numbers.
std::vector<RowStore> Regroup(const RowStore& rows, const UnitMap& map) {
  const uint32_t columns = rows.columns();
  std::vector<std::vector<int64_t>> sums;  // [stratum][unit of the stratum * column]
  std::vector<uint32_t> place(map.units);  // position of a unit within its stratum
  sums.resize(map.strata);
  for (uint64_t unit = 0; unit < map.units; ++unit) {
    std::vector<int64_t>& of_stratum = sums[map.StratumOf(unit)];
    place[unit] = static_cast<uint32_t>(of_stratum.size() / columns);
    of_stratum.resize(of_stratum.size() + columns, 0);
  }
  std::vector<int64_t> row(columns);
  for (uint64_t i = 0; i < rows.segments(); ++i) {
    rows.Row(i, row.data());
    const uint64_t unit = map.unit_of_segment.empty() ? i : map.unit_of_segment[i];
    int64_t* into = sums[map.StratumOf(unit)].data() + uint64_t{place[unit]} * columns;
    for (uint32_t c = 0; c < columns; ++c) into[c] += row[c];
  }
  std::vector<RowStore> stores;
  for (const std::vector<int64_t>& of_stratum : sums) {
    RowStore& store = stores.emplace_back(columns);
    store.Add(0, of_stratum);
    store.Finish();
  }
  return stores;
}

}  // namespace

Result<ResampledRows> MakeUnits(const CompareInput& input, Unit unit,
                                const std::vector<const RowStore*>& stores) {
  MTG_ASSIGN_OR_RETURN(const UnitMap map, MapUnits(input, unit, stores.front()->segments()));
  ResampledRows units;
  units.count = map.units;
  if (map.unit_of_segment.empty() && map.stratum_of_unit.empty()) {
    units.strata.emplace_back(stores);
    return units;
  }
  std::vector<std::vector<RowStore>> by_store;
  for (const RowStore* store : stores) by_store.push_back(Regroup(*store, map));
  for (size_t s = 0; s < by_store.front().size(); ++s) {
    units.made.emplace_back();
    for (auto& of_store : by_store) units.made.back().push_back(std::move(of_store[s]));
  }
  for (const std::vector<RowStore>& made : units.made) {
    std::vector<const RowStore*> pointers;
    for (const RowStore& store : made) pointers.push_back(&store);
    units.strata.emplace_back(pointers);
  }
  return units;
}

}  // namespace mtgauge
