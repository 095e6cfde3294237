// Splitting records whose segments hold several paragraphs into one record for each.
#pragma once

#include <cstdint>
#include <string>

#include "core/text/batch.h"

namespace mtgauge {

// What could not be split.
struct UnsplitRecords {
  uint64_t count = 0;
  std::string first;  // "FILE:LINE"; empty: none
};

// Paragraphs are runs of lines that are not blank. A record is split where all its texts that are
// there have equally many, at least two; one whose texts have different numbers, any of them at
// least two, stays whole and is counted. Every record gets an id, its number (from 1) where it has
// none, and the pieces get "ID#1", "ID#2" and so on; all else that is known of the record is known
// of its pieces. Everything stays where it stands in its file, so that batch.first, which must be
// the number of the first record before, may be changed afterwards. `file`: the first stream's.
void SplitParagraphs(const std::string& file, Batch& batch, UnsplitRecords& unsplit);

}  // namespace mtgauge
