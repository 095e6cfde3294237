// Segment scores from other programs, read from files and matched with systems.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/metric/metric.h"
#include "mtgauge/options.h"
#include "mtgauge/score.h"
#include "parallel/comparer.h"

namespace mtgauge {

// One use of `scores`: a metric with the scores of all systems in its files.
struct OutsideScores {
  struct Column {
    std::string file;
    std::string system;  // empty: the file does not say
    std::vector<double> values;
  };
  std::string name;
  bool lower_is_better = false;
  std::vector<Column> columns;
};

// Reads every file of `scores`. Where several files name their segments by ids, all are put in the
// order of the first. `ordered`: something else tells segments by their order, so that scores which
// name theirs must have an order, too.
absl::StatusOr<std::vector<OutsideScores>> ReadOutsideScores(
    const std::vector<OutsideFiles>& scores, bool ordered);

// The systems of the first table, for a command line that names none.
std::vector<NamedFiles> SystemsOf(const OutsideScores& scores);

// Leaves the columns of the systems' files, in their order, each with a value for every segment:
// files that do not name their system go by order, others by the system's name, or the file's where
// a system has several.
absl::Status MatchSystems(const std::vector<NamedFiles>& systems, size_t segments,
                          OutsideScores& scores);

// Which scores of the segments that were not skipped are missing, [column][segment]; empty when
// none is. An InputError unless some may be missing.
absl::StatusOr<std::vector<std::vector<bool>>> FindMissing(const OutsideScores& scores,
                                                           const std::vector<bool>& skipped,
                                                           bool drop_missing);

// Matched scores as a metric. `skipped` segments are left out. A missing score is an InputError, or
// else leaves the segment out of the pairs of its system, and a warning tells how many there are.
struct OutsideMetric {
  std::unique_ptr<Metric> metric;
  ComparedMetric compared;  // refers to the metric
};
absl::StatusOr<OutsideMetric> MakeOutsideMetric(OutsideScores scores,
                                                const std::vector<bool>& skipped, bool drop_missing,
                                                std::vector<Warning>& warnings);

}  // namespace mtgauge
