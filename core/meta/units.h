// Which items are joined: documents, neighbours within them, random pseudo-documents; and which
// references are used together. Pure functions of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mtgauge {

// The items of each unit. An item may be in none, and in several.
using Units = std::vector<std::vector<uint32_t>>;

inline constexpr uint32_t kNoUnit = UINT32_MAX;
// Units from 0 on by the number of each item; those of kNoUnit are in none.
Units UnitsByNumber(std::span<const uint32_t> unit_of_item);

// Melamed, Green & Turian's (2003) pseudo-documents: the items in random order, cut into units of
// `size`; what is left over is in none. The order is the same for all sizes.
Units RandomUnits(uint32_t items, uint32_t size, uint64_t seed);

// Doddington's (2002) joining of neighbours: every two units in a row become one within their
// document, an odd last one stays. The first items tell the document of a unit.
Units JoinNeighbours(const Units& units, std::span<const uint32_t> document_of_item);

// Which of `references` references are used together: all sets of up to four references, by rising
// size; of more references the disjoint runs of 1, 2, 4, ... and all of them, as Doddington's 8 x
// 1, 4 x 2, 2 x 4 and 1 x 8.
std::vector<std::vector<uint32_t>> ReferenceSets(uint32_t references);

}  // namespace mtgauge
