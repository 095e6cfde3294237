// Reads segment scores of other programs from files and matches them with systems.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/input/tables/same_documents.h"
#include "core/score/delivery.h"
#include "mtgauge/options.h"
#include "mtgauge/score.h"
#include "parallel/significance/comparer.h"

namespace mtgauge {

// One use of `scores`: a metric, with the scores of all systems in its files.
struct OutsideScores {
  struct Column {
    std::string file;
    std::string system;  // empty if the file does not name it
    std::vector<double> values;
    std::vector<std::pair<uint32_t, size_t>> gaps =
        {};  // missing values with their lines, if known
  };
  std::string name;
  bool lower_is_better = false;
  std::vector<Column> columns;
  std::vector<NamedDocuments> documents;  // of each file that names them, numbered by order
  std::vector<std::string> ids = {};      // of the segments; empty if no file names them
};

// Puts scores whose segments have the ids of the texts into the order of the texts.
class SegmentOrder {
 public:
  explicit SegmentOrder(const std::vector<OutsideScores>& scores);

  // Returns a sink that also looks at the ids. This and `sink` must outlive it.
  Sink Watch(const Sink& sink);
  // Called after all deliveries. Returns an InputError if only some of the texts' ids are those of
  // the scores, or one is there twice; if none is, both are in the same order.
  Status Apply(std::vector<OutsideScores>& scores) const;

 private:
  void Add(const Delivery& delivery);

  absl::flat_hash_map<std::string_view, uint32_t> places_;  // of the scores' ids
  std::vector<uint32_t> order_;  // [segment of the texts with such an id]
  uint64_t segments_ = 0;
  std::string first_unknown_;
};

// Parses the files, whose contents follow in order. If several files have segment ids, all are put
// in the order of the first. If `ordered` is true, other inputs identify segments by their order,
// so files with ids must also have a well-defined order.
Result<std::vector<OutsideScores>> ParseOutsideScores(const std::vector<OutsideFiles>& scores,
                                                      const std::vector<std::string>& contents,
                                                      bool ordered);

// Returns the systems of the first table, for requests that name no systems.
std::vector<NamedFiles> SystemsOf(const OutsideScores& scores);

// Keeps one column per output file of the systems, in their order, and checks that it has a value
// for every segment. Files that do not name a system are matched by order, and others by the name
// of the system, or of the file if a system has several.
Status MatchSystems(const std::vector<NamedFiles>& systems, size_t segments, OutsideScores& scores);

// Returns which scores of the segments that were not skipped are missing: [column][segment], or
// empty if none is. Returns an InputError if any is missing, unless `drop_missing`.
Result<std::vector<std::vector<bool>>> FindMissing(const OutsideScores& scores,
                                                   const std::vector<bool>& skipped,
                                                   bool drop_missing);

// Turns matched scores into a metric, without the `skipped` segments. A missing score is an
// InputError; with `drop_missing`, its segment is left out of the pairs of its system instead, and
// a warning contains the number of missing scores.
struct OutsideMetric {
  std::unique_ptr<Metric> metric;
  ComparedMetric compared;  // points to the metric
};
Result<OutsideMetric> MakeOutsideMetric(OutsideScores scores, const std::vector<bool>& skipped,
                                        bool drop_missing, std::vector<Warning>& warnings);

}  // namespace mtgauge
