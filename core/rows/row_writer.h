// Writes a row file while its segments arrive in order. Memory is one block of every cell.
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

// Not thread-safe.
class RowWriter {
 public:
  // `widths`: columns of each cell, [system * metrics + metric].
  static absl::StatusOr<RowWriter> Open(const std::string& path, size_t systems,
                                        std::vector<uint32_t> widths);

  // The next segments. rows[cell] holds a row of each, segment-major.
  absl::Status Add(const SegmentFacts& facts, std::span<const std::vector<int64_t>> rows);
  // Fills in the numbers of segments and the sums.
  absl::Status Finish(RowHeader header);

  uint64_t segments() const { return segments_; }

 private:
  RowWriter(SealedWriter file, size_t systems, std::vector<uint32_t> widths);
  absl::Status Seal();

  SealedWriter file_;
  size_t systems_;
  std::vector<uint32_t> widths_;
  std::vector<OpenBlock> open_;                // [cell]
  SegmentFacts facts_;                         // of the open block; every vector is filled
  std::vector<std::vector<TextMarks>> marks_;  // [system]
  uint64_t segments_ = 0;
  std::vector<std::vector<int64_t>> sums_;  // [cell]
};

}  // namespace mtgauge
