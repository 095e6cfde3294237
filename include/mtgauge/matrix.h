// Score matrices of many hypotheses against many references, all pairs.
#pragma once

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
#include "mtgauge/run.h"
#include "mtgauge/segments.h"
#include "mtgauge/status.h"
#include "mtgauge/texts.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// How groups of texts are stored in files.
struct GroupOptions {
  // "lines": all lines of one file are scored against all lines of another. "nbest": lines of
  // ID ||| TEXT, with one group per id. "jsonl": each line is a group, with lists of texts. If
  // empty, the format is detected.
  std::string list_format;
};

// The texts are either `groups`, or files: `inputs` (one file of hypotheses) and `references`.
// Without references, the hypotheses are scored against each other.
struct MatrixRequest : TextInputs, MetricChoice, GroupOptions, RunOptions {
  std::vector<PairGroup> groups;  // instead of files
};

// Consecutive rows of the matrices of one group. The data it points to are valid only during the
// callback.
struct MatrixRows {
  uint64_t number = 0;  // index of the group, from 0
  const PairGroup* group = nullptr;
  bool of_themselves = false;      // the references are the hypotheses
  uint64_t first = 0, rows = 0;    // hypotheses [first, first + rows)
  uint64_t columns = 0;            // number of references
  std::span<const double> scores;  // [metric][row][column]

  std::span<const double> row(size_t metric, uint64_t row) const {
    return scores.subspan((metric * rows + row) * columns, columns);
  }
};

// The best references of consecutive hypotheses by the first metric, best first; of equal ones, the
// first comes first. A hypothesis that is also a reference is left out of its own. The data it
// points to are valid only during the callback.
struct BestRows {
  uint64_t number = 0;  // index of the group, from 0
  const PairGroup* group = nullptr;
  bool of_themselves = false;            // the references are the hypotheses
  uint64_t first = 0, rows = 0;          // hypotheses [first, first + rows)
  uint64_t width = 0;                    // references of each, fewer than asked for if there are
  std::span<const uint64_t> references;  // [row][rank]
  std::span<const double> scores;        // [metric][row][rank]

  std::span<const uint64_t> best(uint64_t row) const {
    return references.subspan(row * width, width);
  }
  std::span<const double> row(size_t metric, uint64_t row) const {
    return scores.subspan((metric * rows + row) * width, width);
  }
};

// How and where matrices are written.
struct MatrixForm {
  // "text" and "json" summarize. With `top`, the summary is of the best references, and says how
  // many hypotheses occur among the references.
  std::string format = "text";
  std::string file;      // standard output if empty
  bool float32 = false;  // for npy and npz
  uint32_t top = 0;  // writes only this many of the best references of each hypothesis; 0 for all
  bool outlive_reader = false;  // as in SegmentsForm
  WriteOptions write;
};

// A checked request. Not thread-safe.
class MatrixRun : public RunOf<MatrixRun, MatrixRequest> {
 public:
  using RunOf::RunOf;

  std::vector<std::string> metrics() const;  // labels of the metrics, in order
  // [metric]: true if a higher score is better.
  std::vector<bool> higher_is_better() const;

  // Call one of ForEach(), ForEachBest() and Write(), and only once.
  //
  // Passes all rows to `take` in order, group by group, from one thread at a time. A score equals
  // that of the pair as a single segment, to the last bit. Memory grows with the texts of the
  // largest group.
  Result<std::vector<Warning>> ForEach(const std::function<Status(const MatrixRows&)>& take);
  // Passes the `top` best references of each hypothesis to `take` in the same way. For large groups
  // and metrics with bounds (exact, gleu, and chrf without nw and eps), most pairs need not be
  // scored; the result is the same.
  Result<std::vector<Warning>> ForEachBest(uint32_t top,
                                           const std::function<Status(const BestRows&)>& take);
  // Writes the matrices. The output appears only when it is complete.
  Status Write(const MatrixForm& form, const AcceptWarnings& accept = nullptr);
  // Returns a UsageError if this form of output is not possible.
  Status Check(const MatrixForm& form) const;
};

// Returns the names of the output formats.
std::vector<std::string_view> MatrixForms();

}  // namespace mtgauge
