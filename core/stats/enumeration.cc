// Enumerates subsets in Gray code order: each differs from the previous one in one unit.
#include "core/stats/enumeration.h"

#include <bit>
#include <cassert>
#include <vector>

namespace mtgauge {

void EnumerateSubsets(std::span<const int64_t> rows, uint32_t columns,
                      const std::function<void(std::span<const int64_t> sums)>& visit) {
  const uint64_t units = columns == 0 ? 0 : rows.size() / columns;
  assert(units <= kMostEnumeratedUnits);
  std::vector<int64_t> sums(columns, 0);
  visit(sums);
  for (uint64_t number = 1; number < uint64_t{1} << units; ++number) {
    const auto unit = static_cast<uint64_t>(std::countr_zero(number));
    const bool joins = ((number ^ number >> 1) >> unit & 1) != 0;
    const std::span<const int64_t> row = rows.subspan(unit * columns, columns);
    for (uint32_t c = 0; c < columns; ++c) sums[c] += joins ? row[c] : -row[c];
    visit(sums);
  }
}

}  // namespace mtgauge
