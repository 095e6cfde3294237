// Several row files as one: shards of a corpus one after another, and systems and metrics of the
// same segments side by side.
//
// Shards of one run are joined by their numbers. The results are placed side by side and need the
// same references and the same number of segments. Every system must have every metric.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/rowfile/row_header.h"
#include "core/rowfile/sealed_file.h"
#include "core/rowfile/segment_facts.h"
#include "core/stats/row_block.h"

namespace mtgauge {

// One open row file.
struct RowFile {
  SealedFile file;
  RowHeader header;

  static Result<RowFile> Open(const std::string& path);

  uint32_t SegmentsOf(uint64_t block) const;
  // Reads a section of a block: the one of a cell, or the facts, which come after all cells.
  Result<std::string> ReadBytes(uint64_t block, size_t section) const;
  Result<RowBlock> ReadBlock(uint64_t block, size_t cell) const;
  Result<SegmentFacts> ReadFacts(uint64_t block) const;
};

// Row files with consecutive segments, as one file. Immutable; safe for concurrent use.
class RowSequence {
 public:
  // Joins files in the given order or, if they are shards, by their numbers.
  static Result<RowSequence> Join(std::vector<RowFile> files);

  static Result<RowSequence> Open(const std::vector<std::string>& paths);

  const RowHeader& header() const { return header_; }  // of the whole
  const std::vector<RowFile>& files() const { return files_; }
  const std::string& path() const { return files_.front().file.path(); }

  // A part of one block in one file.
  struct Part {
    const RowFile* file;
    uint64_t block;
    uint32_t from, count;  // within the block
  };
  // Returns the parts that make up the segments [first, first + count).
  std::vector<Part> PartsOf(uint64_t first, uint64_t count) const;
  // Return a block of the whole, assembled from those of the files, and its bytes in a row file.
  Result<RowBlock> Block(uint64_t block, size_t cell) const;
  Result<std::string> BlockBytes(uint64_t block, size_t cell) const;
  Result<std::string> FactsBytes(uint64_t block) const;
  // Returns where the blocks of the files begin, and the end of the last.
  std::vector<uint64_t> BlockStarts() const;

 private:
  // Finds checked_ends_.
  Status FindCheckedEnds();
  std::vector<Part> PartsOfBlock(uint64_t block) const;
  bool IsWhole(const std::vector<Part>& parts) const;

  std::vector<RowFile> files_;
  std::vector<uint64_t> first_;  // first segment of each file
  // [language]: where the first kCheckedSegments of its tokenizer end; empty: those of the whole.
  std::vector<uint64_t> checked_ends_;
  RowHeader header_;
};

// Row files as one. Immutable; safe for concurrent use.
class RowSet {
 public:
  static Result<RowSet> Open(const std::vector<std::string>& paths);

  const RowHeader& header() const { return header_; }  // of the whole
  // Returns where pieces should begin so that no block is read twice, and the end of the last.
  std::vector<uint64_t> Cuts() const { return sequences_.front().BlockStarts(); }

  // Reads the facts about the segments [first, first + count), from whichever files have them.
  Result<SegmentFacts> ReadFacts(uint64_t first, uint32_t count) const;
  // Reads their rows: [cell], segment-major. Adds the number of bytes read to `bytes`.
  Result<std::vector<std::vector<int64_t>>> ReadRows(uint64_t first, uint32_t count,
                                                     uint64_t& bytes) const;
  // Reads their sums, [cell][column]; looks at no single rows where the segments are a block.
  Result<std::vector<std::vector<int64_t>>> ReadSums(uint64_t first, uint32_t count,
                                                     uint64_t& bytes) const;
  // Returns a block of a cell's rows without the skipped segments, which are given in ascending
  // order; the others are renumbered.
  Result<RowBlock> KeptBlock(size_t cell, uint64_t block, std::span<const uint64_t> skipped) const;
  // The size of all files.
  uint64_t bytes() const;
  // False for files side by side: they may exclude different segments, and their sums may then
  // include segments that are not scored.
  bool has_sums() const { return sequences_.size() == 1; }

  // Keeps only the rows of these metrics, in this order. Each is a spec as requested or as in the
  // header.
  Status Select(const std::vector<std::string>& metrics);

 private:
  // The location of a cell's rows.
  struct Place {
    size_t sequence;
    size_t cell;
  };
  Status Arrange();

  std::vector<RowSequence> sequences_;
  std::vector<Place> places_;  // [system * metrics + metric]
  RowHeader header_;
};

}  // namespace mtgauge
