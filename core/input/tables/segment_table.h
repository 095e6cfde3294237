// Columns that are in memory as a whole, with their ids: for formats that are trees of documents
// rather than rows (such as mteval's SGML).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/block_filler.h"
#include "core/input/source.h"

namespace mtgauge {

// One reference or one system. No two segments have the same document and id; any 512 adjacent
// texts have less than 4 GiB.
struct SegmentTable {
  std::string file;    // for messages
  std::string system;  // as the file names it; empty if it does not
  std::vector<Segment> segments;
  std::shared_ptr<const void> owner;  // owns the segments' strings
  bool escaped = false;               // characters may be written as entities, as in SGML
  std::shared_ptr<const Source> source = nullptr;  // if it read several files

  FileLine PlaceOf(uint64_t line) const {
    return source != nullptr ? source->FileOf(line) : FileLine{file, line};
  }
};

// Puts the segments of every table into the order of the first. If the tables do not have the same
// segments, returns an InputError that names both files, the document and the segment.
Status AlignTables(const std::vector<SegmentTable*>& tables);
// The same by ids only, for tables of which only some give documents.
Status AlignTablesById(const std::vector<SegmentTable*>& tables);

// Returns a ranged source that reads a table.
std::unique_ptr<Source> TableSource(SegmentTable table);

}  // namespace mtgauge
