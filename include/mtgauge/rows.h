// Row files store the statistics that metrics computed for every segment. Rows are exact integers
// that can be added, so many machines can score parts of a corpus, and systems can be compared
// without their texts. docs/row-files.md describes the file format.
//
// Scores, comparisons and evaluations of row files are identical to those of the texts. To use row
// files, set TextInputs::rows of those requests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/run.h"
#include "mtgauge/score.h"
#include "mtgauge/segments.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

struct RowsRequest : TextInputs, MetricChoice, RunOptions, ShardOption {};

// A summary of what was written.
struct RowsAnswer {
  uint64_t segments = 0, skipped = 0;
  std::vector<Warning> warnings;
};

// A checked request. Not thread-safe.
class RowsRun : public RunOf<RowsRun, RowsRequest> {
 public:
  using RunOf::RunOf;

  // Scores the texts and writes their rows. Call it once. The file appears only when it is
  // complete.
  Result<RowsAnswer> Write(const std::string& file, const AcceptWarnings& accept = nullptr);
  // Instead, writes only the sums, in a few KB for any number of segments. They give the scores of
  // all segments; everything else needs rows. Merge() joins such files, too.
  Result<RowsAnswer> WriteSums(const std::string& file, const AcceptWarnings& accept = nullptr);
  // Returns an error unless the file is whole, and Write() of the same version of mtgauge made it
  // for the same shard with the same options. The contents of the texts are not compared.
  Status CheckWritten(const std::string& file) const;
};

// Joins row files: shards by their numbers, others in the given order. The result is identical to
// that of a run over all segments. Returns an InputError if a shard is missing or given twice, if
// two files have all segments of the same references, or if files do not belong together.
// References that were in memory are not compared.
Status MergeRows(const std::vector<std::string>& files, const std::string& output,
                 const RunOptions& run);

// Merges files of any one kind; the first file determines the kind.
Status Merge(const std::vector<std::string>& files, const std::string& output,
             const RunOptions& run);

// The parts of a whole that are not among its files.
struct MissingParts {
  std::string numbers;  // as Slurm's job arrays take them, "2,5-7"; empty if all are there
  std::string message;  // "shards 2,5-7 of 12 are missing"
  std::vector<std::string> damaged;  // why files cannot be used, which counts as missing
};
// Reads every byte of the files, which are of any one kind. Merge() checks also that they belong
// together.
Result<MissingParts> FindMissing(const std::vector<std::string>& files);

// Describes the header of a row file, as "text" or "json".
Result<std::string> DescribeRows(const std::string& file, const std::string& format);

}  // namespace mtgauge
