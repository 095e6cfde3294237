// Files of sums of resamples: for each resample of a comparison, the sums over a part of the blocks
// of row files. They are exact integers, so the parts add up to the sums of one run. A sealed file
// whose sections are blocks of 4,096 resamples, for one kind of draws after another, in the format
// of row blocks: a resample takes the place of a segment. docs/row-files.md describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/rowfile/row_header.h"
#include "core/rowfile/sealed_file.h"
#include "core/stats/row_block.h"
#include "mtgauge/options.h"

namespace mtgauge {

struct SumsHeader {
  std::string version;                        // of the program that made the sums
  std::string rows;                           // RowsDigest() of the rows
  uint64_t units = 0;                         // number of segments that are resampled
  std::vector<std::string> systems, metrics;  // names and specs
  uint32_t columns = 0;                       // by metric, and within a metric by system
  std::string generator;
  uint64_t seed = 0, resamples = 0;
  std::vector<std::string> draws;  // kinds, in the order of the sections
  std::optional<Shard> part;       // of the blocks; absent: all

  uint64_t blocks() const { return (resamples + kBlockSegments - 1) / kBlockSegments; }
  uint32_t ResamplesOf(uint64_t block) const;
};

Json ToJson(const SumsHeader& header);

// Returns a digest of the rows that is the same in shards or merged, and under any file names.
std::string RowsDigest(const RowHeader& rows);

// The files of all parts, or the file of the whole. Immutable; safe for concurrent use.
class SumsSet {
 public:
  // Opens files in any order. Returns an InputError if a part is missing or duplicate, or if files
  // do not belong together.
  static Result<SumsSet> Open(const std::vector<std::string>& paths);

  const SumsHeader& header() const { return header_; }  // of the whole
  const std::string& path() const { return files_.front().path(); }
  // Returns the sums of a block of resamples under header().draws[draws].
  Result<OpenBlock> Sums(size_t draws, uint64_t block) const;

 private:
  std::vector<SealedFile> files_;
  SumsHeader header_;
};

}  // namespace mtgauge
