// Splits records whose segments contain several paragraphs into one record per paragraph.
#pragma once

#include <cstdint>
#include <string>

#include "core/text/batch.h"

namespace mtgauge {

// The records that could not be split.
struct UnsplitRecords {
  uint64_t count = 0;
  std::string first;  // "FILE:LINE"; empty if there is none
};

// Splits the records of a batch. A paragraph is a run of lines that are not blank. A record is
// split if all its texts (missing ones aside) have the same number of paragraphs, at least two. It
// stays whole and is counted in `unsplit` if the numbers differ and any of them is at least two.
// Every record gets an id, its number (from 1) if it has none; the pieces get "ID#1", "ID#2" and so
// on and keep all other metadata of the record. Each segment keeps its line in its file. Before the
// call, batch.first must be the number of the first record; it may be changed afterwards. `file`:
// name of the first stream.
void SplitParagraphs(const std::string& file, Batch& batch, UnsplitRecords& unsplit);

}  // namespace mtgauge
