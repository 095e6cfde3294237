// Row files store what metrics computed for every segment. Rows are exact integers that add up, so
// many machines can score parts of a corpus, and systems can be compared without their texts.
// docs/row-files.md describes the files.
//
// Scores, comparisons and evaluations of row files have the same bytes as those of the texts: name
// the files in TextInputs::rows of those requests.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/score.h"
#include "mtgauge/segments.h"

namespace mtgauge {

struct RowsRequest : TextInputs, MetricChoice, RunOptions, ShardOption {};

// What was written.
struct RowsAnswer {
  uint64_t segments = 0, skipped = 0;
  std::vector<Warning> warnings;
};

// A checked request. Only one thread may use it at a time.
class RowsRun {
 public:
  // Returns a UsageError if the request is invalid. Reads the files of metrics, but no texts.
  static absl::StatusOr<RowsRun> Make(const RowsRequest& request);
  RowsRun(RowsRun&&) noexcept;
  RowsRun& operator=(RowsRun&&) noexcept;
  ~RowsRun();

  const RowsRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  // Scores the texts and writes their rows; call it once. The file appears only when it is
  // complete.
  absl::StatusOr<RowsAnswer> Write(const std::string& file, const AcceptWarnings& accept = nullptr);

 private:
  struct Plan;
  explicit RowsRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

// Joins row files: shards by their numbers, others in the order given. The bytes equal those of a
// run over all segments. An InputError names a shard that is missing or given twice, and files that
// do not belong together.
absl::Status MergeRows(const std::vector<std::string>& files, const std::string& output,
                       const RunOptions& run);

// The same for any files of one kind; the first one decides the kind.
absl::Status Merge(const std::vector<std::string>& files, const std::string& output,
                   const RunOptions& run);

// Describes the header of a row file, as "text" for people or as "json".
absl::StatusOr<std::string> DescribeRows(const std::string& file, const std::string& format);

}  // namespace mtgauge
