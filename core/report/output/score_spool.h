// Scores that arrive segment by segment and are read system by system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Keeps 4,096 segments in memory and the others in an unnamed file. Not thread-safe.
class ScoreSpool {
 public:
  // `folder` is where the file is created; it needs 8 bytes per score.
  ScoreSpool(std::string folder, size_t cells);
  ~ScoreSpool();
  ScoreSpool(const ScoreSpool&) = delete;
  ScoreSpool& operator=(const ScoreSpool&) = delete;

  // Adds the scores of one segment, one per cell.
  Status Add(std::span<const double> scores);

  // A cell's scores are read in runs 0, 1, ... up to runs(), in order.
  uint64_t runs() const { return full_ + (filled_ > 0 ? 1 : 0); }
  Result<std::span<const double>> Read(size_t cell, uint64_t run);

 private:
  Status WriteRun();

  std::string folder_;
  size_t cells_;
  int fd_ = -1;
  uint64_t full_ = 0;         // number of runs in the file
  size_t filled_ = 0;         // number of segments of the run in memory
  std::vector<double> run_;   // [cell][segment]
  std::vector<double> read_;  // what Read() returns
};

}  // namespace mtgauge
