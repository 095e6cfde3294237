// Which items are joined: documents, neighbours within them, random pseudo-documents; and which
// references are used together. Pure functions of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mtgauge {

// The items of each unit. An item may be in no unit, or in several.
using Units = std::vector<std::vector<uint32_t>>;

inline constexpr uint32_t kNoUnit = UINT32_MAX;
// Makes units from 0 on from each item's unit number; items with kNoUnit are in none.
Units UnitsByNumber(std::span<const uint32_t> unit_of_item);

// Makes the pseudo-documents of Melamed, Green & Turian (2003): the items in random order, split
// into units of `size`; the remainder is in none. The order is the same for all sizes.
Units RandomUnits(uint32_t items, uint32_t size, uint64_t seed);

// Joins neighbours as in Doddington (2002): every two consecutive units of a document become one;
// an odd last one stays. A unit's first item determines its document.
Units JoinNeighbours(const Units& units, std::span<const uint32_t> document_of_item);

// Returns the sets of references that are used together. For up to four references, these are all
// sets, by ascending size. For more, they are the disjoint runs of 1, 2, 4, ... references and all
// of them, as Doddington's 8 x 1, 4 x 2, 2 x 4 and 1 x 8.
std::vector<std::vector<uint32_t>> ReferenceSets(uint32_t references);

}  // namespace mtgauge
