// All pairs of many hypotheses and many references: matrices of scores.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/report.h"
#include "mtgauge/segments.h"
#include "mtgauge/texts.h"

namespace mtgauge {

// How files hold groups.
struct GroupOptions {
  // "lines": all lines of one file with all lines of another. "nbest": lines of ID ||| TEXT, a
  // group for each id. "jsonl": a record with lists of texts for each group. Empty: auto-detected.
  std::string list_format;
};

// The texts: `groups`; or `inputs`, one file of hypotheses, and `references`. Without references
// the hypotheses are scored against each other.
struct MatrixRequest : TextInputs, MetricChoice, GroupOptions, RunOptions {
  std::vector<PairGroup> groups;  // in place of files
};

// Consecutive rows of the matrices of a group. The data it points to are valid only during the
// call.
struct MatrixRows {
  uint64_t number = 0;  // of the group, from 0
  const PairGroup* group = nullptr;
  bool of_themselves = false;      // the references are the hypotheses
  uint64_t first = 0, rows = 0;    // hypotheses [first, first + rows)
  uint64_t columns = 0;            // references
  std::span<const double> scores;  // [metric][row][column]

  std::span<const double> row(size_t metric, uint64_t row) const {
    return scores.subspan((metric * rows + row) * columns, columns);
  }
};

// How matrices are written, and where.
struct MatrixForm {
  std::string format = "text";
  std::string file;             // empty: standard output
  bool float32 = false;         // of npy and npz
  uint32_t top = 0;             // only so many of the best references of each hypothesis; 0: all
  bool outlive_reader = false;  // as SegmentsForm has it
  WriteOptions write;
};

// A checked request. Only one thread may use it at a time.
class MatrixRun {
 public:
  // Returns a UsageError if the request is invalid. Reads the files of metrics, but no texts.
  static absl::StatusOr<MatrixRun> Make(const MatrixRequest& request);
  MatrixRun(MatrixRun&&) noexcept;
  MatrixRun& operator=(MatrixRun&&) noexcept;
  ~MatrixRun();

  const MatrixRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  std::vector<std::string> metrics() const;  // labels, in order
  // [metric]: whether a higher score is better.
  std::vector<bool> higher_is_better() const;

  // Call only one of these, and only once.
  // Passes all rows in order, group by group, by one thread at a time. A score equals that of the
  // pair as a single segment, to the last bit. Memory grows with the texts of the largest group.
  absl::StatusOr<std::vector<Warning>> ForEach(
      const std::function<absl::Status(const MatrixRows&)>& take);
  // The output appears only when it is complete.
  absl::Status Write(const MatrixForm& form, const AcceptWarnings& accept = nullptr);
  // Whether this form of output is possible.
  absl::Status Check(const MatrixForm& form) const;

 private:
  struct Plan;
  explicit MatrixRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

std::vector<std::string_view> MatrixForms();

}  // namespace mtgauge
