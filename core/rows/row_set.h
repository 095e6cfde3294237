// Several row files as one: shards of a corpus one after another, systems and metrics of the same
// segments side by side.
//
// Files that are shards of one run are joined by their numbers. What is left stands side by side:
// same references, same number of segments. Every system must have every metric.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/rows/row_header.h"
#include "core/rows/sealed_file.h"
#include "core/rows/segment_facts.h"
#include "core/stats/row_block.h"

namespace mtgauge {

// One open row file.
struct RowFile {
  SealedFile file;
  RowHeader header;

  static absl::StatusOr<RowFile> Open(const std::string& path);

  uint32_t SegmentsOf(uint64_t block) const;
  // Section of a block: a cell's, or behind all of them the facts.
  absl::StatusOr<std::string> ReadBytes(uint64_t block, size_t section) const;
  absl::StatusOr<RowBlock> ReadBlock(uint64_t block, size_t cell) const;
  absl::StatusOr<SegmentFacts> ReadFacts(uint64_t block) const;
};

// Row files whose segments follow each other, as one file. Immutable; safe for concurrent use.
class RowSequence {
 public:
  // In the order given, or of their shards' numbers where they have such.
  static absl::StatusOr<RowSequence> Join(std::vector<RowFile> files);

  static absl::StatusOr<RowSequence> Open(const std::vector<std::string>& paths);

  const RowHeader& header() const { return header_; }  // of the whole
  const std::vector<RowFile>& files() const { return files_; }
  const std::string& path() const { return files_.front().file.path(); }

  // A part of one block of one file.
  struct Part {
    const RowFile* file;
    uint64_t block;
    uint32_t from, count;  // within the block
  };
  // What the segments [first, first + count) consist of.
  std::vector<Part> PartsOf(uint64_t first, uint64_t count) const;
  // A block of the whole, put together from those of the files, and its bytes in a row file.
  absl::StatusOr<RowBlock> Block(uint64_t block, size_t cell) const;
  absl::StatusOr<std::string> BlockBytes(uint64_t block, size_t cell) const;
  absl::StatusOr<std::string> FactsBytes(uint64_t block) const;
  // Where the blocks of the files begin, and the end of all.
  std::vector<uint64_t> BlockStarts() const;

 private:
  std::vector<Part> PartsOfBlock(uint64_t block) const;
  bool IsWhole(const std::vector<Part>& parts) const;

  std::vector<RowFile> files_;
  std::vector<uint64_t> first_;  // segment of each file
  RowHeader header_;
};

// Immutable; safe for concurrent use.
class RowSet {
 public:
  static absl::StatusOr<RowSet> Open(const std::vector<std::string>& paths);

  const RowHeader& header() const { return header_; }  // of the whole
  // Where pieces should begin, so that no block is read twice, and the end of all.
  std::vector<uint64_t> Cuts() const { return sequences_.front().BlockStarts(); }

  // Facts of the segments [first, first + count), whatever files tell them.
  absl::StatusOr<SegmentFacts> ReadFacts(uint64_t first, uint32_t count) const;
  // Rows of them: [cell], segment-major. What was read of files is added to `bytes`.
  absl::StatusOr<std::vector<std::vector<int64_t>>> ReadRows(uint64_t first, uint32_t count,
                                                             uint64_t& bytes) const;
  // Sums of them, [cell][column], without looking at single rows where the segments are a block.
  absl::StatusOr<std::vector<std::vector<int64_t>>> ReadSums(uint64_t first, uint32_t count,
                                                             uint64_t& bytes) const;
  // A block of a cell's rows when the skipped segments, by rising number, are left out and the rest
  // is numbered anew.
  absl::StatusOr<RowBlock> KeptBlock(size_t cell, uint64_t block,
                                     std::span<const uint64_t> skipped) const;
  // Of all files.
  uint64_t bytes() const;
  // False where files that stand side by side leave out other segments, perhaps: their sums may
  // hold more than all of them score.
  bool has_sums() const { return sequences_.size() == 1; }

  // Keeps the rows of these metrics alone, in this order; each is a spec as it was asked for, or as
  // the header has it.
  absl::Status Select(const std::vector<std::string>& metrics);

 private:
  // Where a cell's rows are.
  struct Place {
    size_t sequence;
    size_t cell;
  };
  absl::Status Arrange();

  std::vector<RowSequence> sequences_;
  std::vector<Place> places_;  // [system * metrics + metric]
  RowHeader header_;
};

}  // namespace mtgauge
