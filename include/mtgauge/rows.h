// Row files: what a metric computed of every segment, written down. Rows are exact integers and add
// up, so parts of a corpus can be scored on many machines and put together, and systems compared
// without their texts. docs/row-files.md describes the files.
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

// A checked request. It is used by one thread at a time.
class RowsRun {
 public:
  // A UsageError where the request cannot be met. Reads the metrics' own files, but no text.
  static absl::StatusOr<RowsRun> Make(const RowsRequest& request);
  RowsRun(RowsRun&&) noexcept;
  RowsRun& operator=(RowsRun&&) noexcept;
  ~RowsRun();

  const RowsRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  // Scores the texts and writes their rows; call it once. The file appears whole or not at all.
  absl::StatusOr<RowsAnswer> Write(const std::string& file, const AcceptWarnings& accept = nullptr);

 private:
  struct Plan;
  explicit RowsRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

// Writes row files that follow each other as one: shards by their numbers, others in the order
// given. The bytes are those of a run over all segments. An InputError names a shard that is
// missing or there twice, and files that do not belong together.
absl::Status MergeRows(const std::vector<std::string>& files, const std::string& output,
                       const RunOptions& run);

// Any files of one kind, by what the first of them is.
absl::Status Merge(const std::vector<std::string>& files, const std::string& output,
                   const RunOptions& run);

// What the header of a row file tells, as "text" for people or as "json".
absl::StatusOr<std::string> DescribeRows(const std::string& file, const std::string& format);

}  // namespace mtgauge
