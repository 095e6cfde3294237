// Writes a row file while its segments arrive in order. Keeps a few blocks of every cell in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/rowfile/row_header.h"
#include "core/rowfile/sealed_file.h"
#include "core/rowfile/segment_facts.h"
#include "core/stats/row_block.h"

namespace mtgauge {

// A block of the file while it is filled, and then its sections.
class BlockSections {
 public:
  // `widths`: columns of each cell, [system * metrics + metric].
  BlockSections(size_t systems, const std::vector<uint32_t>& widths);

  uint32_t segments() const { return facts_.segments; }
  // Appends segments [from, from + count) of the given ones. rows[cell] contains a row of each
  // given segment, segment-major.
  void Add(const SegmentFacts& facts, std::span<const std::vector<int64_t>> rows, uint32_t from,
           uint32_t count);
  // Makes sections() and sums(); any thread may call it.
  void Seal();
  void Clear();

  const std::vector<std::string>& sections() const { return sections_; }
  const std::vector<std::vector<int64_t>>& sums() const { return sums_; }  // [cell][column]

 private:
  std::vector<OpenBlock> cells_;
  SegmentFacts facts_;                         // without the marks
  std::vector<std::vector<TextMarks>> marks_;  // [system]
  std::vector<std::string> sections_;
  std::vector<std::vector<int64_t>> sums_;
};

// Writes the blocks of a row file. Not thread-safe.
class RowWriter {
 public:
  // Calls BlockSections::Seal() for all blocks.
  using SealAll = std::function<void(std::span<BlockSections> blocks)>;

  // Keeps `together` blocks until it seals and writes them.
  static Result<RowWriter> Open(const std::string& path, size_t systems,
                                const std::vector<uint32_t>& widths, size_t together,
                                SealAll seal_all);

  // Adds the next segments. rows[cell] contains a row of each, segment-major.
  Status Add(const SegmentFacts& facts, std::span<const std::vector<int64_t>> rows);
  // Fills in the numbers of segments and the sums.
  Status Finish(RowHeader header);

 private:
  RowWriter(SealedWriter file, std::vector<BlockSections> blocks, SealAll seal_all)
      : file_(std::move(file)), blocks_(std::move(blocks)), seal_all_(std::move(seal_all)) {}
  Status Write(std::span<BlockSections> blocks);

  SealedWriter file_;
  std::vector<BlockSections> blocks_;
  SealAll seal_all_;
  size_t filled_ = 0;  // number of full blocks
  uint64_t segments_ = 0;
  std::vector<std::vector<int64_t>> sums_;  // [cell]
};

}  // namespace mtgauge
