// Writes the scores of segments as they are made: as a stream of text, as a file of columns, or to
// a folder of files (mtme.h).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/segments/segment_score_table.h"
#include "core/report/write_options.h"
#include "core/score/delivery.h"
#include "core/score/job.h"
#include "mtgauge/output.h"

namespace mtgauge {

class SegmentOutput {
 public:
  virtual ~SegmentOutput() = default;
  virtual bool WantsRows() const = 0;
  // Does the work that needs no order. Called by several threads at once.
  virtual void Prepare(Delivery&) const {}
  // Takes prepared deliveries in input order. Called by one thread at a time.
  virtual Status Take(const Delivery& delivery) = 0;
  // Completes the output after the last delivery.
  virtual Status Finish() = 0;
};

struct StreamOptions {
  std::string format;  // a name in SegmentForms(), but not that of a folder of files
  std::string file;    // empty for standard output
  SegmentLabels labels = {};
  bool details = false;  // also writes the details of each score, if the format supports it
  bool flush = false;    // after each delivery
  // Continues after the reader of a pipe has stopped, because the run has other results.
  bool outlive_reader = false;
};

// Writes text, or a table's lines in groups, as it comes. The job must outlive the output.
Result<std::unique_ptr<SegmentOutput>> MakeStreamOutput(const StreamOptions& to, const Job& job,
                                                        const WriteOptions& options);

// Writes the table of segments or groups as a file of columns. All tables have the same columns.
class SegmentTableFile {
 public:
  SegmentTableFile(Output output, const TableFormat& format, const WriteOptions& options)
      : output_(std::move(output)), format_(format), options_(options) {}

  // Tells the signatures of tables that may differ in them. Called before Add().
  void Sign(const std::vector<SegmentScoreTable>& tables);
  Status Add(const SegmentScoreTable& table, const Delivery& delivery);
  // Returns Aborted if the reader of a pipe has stopped.
  Status StillRead() const { return output_.StillRead(); }
  // `table`: for its columns, if there was nothing to add.
  Status Finish(const SegmentScoreTable& table);

 private:
  void Begin(const SegmentScoreTable& table, bool ids, bool documents);

  Output output_;
  const TableFormat& format_;
  WriteOptions options_;
  std::map<std::string, std::set<std::string>> signatures_;  // of each metric
  std::optional<TableStream> stream_;
};

}  // namespace mtgauge
