// Columns that are in memory as a whole, with their ids: what formats are read into whose files are
// trees of documents rather than rows (mteval's SGML, say).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/block_filler.h"
#include "core/input/source.h"

namespace mtgauge {

// One reference or one system. No two segments have the same document and id; the texts of
// 512 neighbours have less than 4 GiB.
struct SegmentTable {
  std::string file;    // for messages
  std::string system;  // as the file names it; empty: it does not
  std::vector<Segment> segments;
  std::shared_ptr<const void> owner;  // of the segments' strings
  bool escaped = false;               // entities stand for characters, as in SGML
};

// Puts the segments of every table in the order of the first. Tables that do not have the same
// segments are an InputError that names both files, document and segment.
absl::Status AlignTables(const std::vector<SegmentTable*>& tables);
// The same by ids alone, documents being told by some tables and not by others.
absl::Status AlignTablesById(const std::vector<SegmentTable*>& tables);

// Reads a table; ranged.
std::unique_ptr<Source> TableSource(SegmentTable table);

}  // namespace mtgauge
