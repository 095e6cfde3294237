// The table of output formats for matrices. To add one: its writer, and its row in
// matrix_output.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/matrix.h"
#include "mtgauge/output.h"

namespace mtgauge {

// What an output format shows of a metric.
struct MatrixMetric {
  std::string name, signature;
  double scale = 100;
  bool higher_is_better = true;
};

// Takes rows in order and writes them to the output that it was made with. With MatrixForm::top,
// they are the best of rows.
class MatrixWriter {
 public:
  virtual ~MatrixWriter() = default;
  virtual Status Take(const MatrixRows&) { return OkStatus(); }
  virtual Status TakeBest(const BestRows&) { return OkStatus(); }
  virtual Status Finish() = 0;
};

// Returns a UsageError for options that cannot be combined.
Status CheckMatrixForm(const MatrixForm& form);
// `form` must be checked. The output must outlive the writer.
std::unique_ptr<MatrixWriter> MakeMatrixWriter(const MatrixForm& form,
                                               std::vector<MatrixMetric> metrics, Output& output);

// Returns the `top` best references of a row, best first; of equal ones, the first comes first.
// Leaves out the column `leave_out`.
std::vector<uint64_t> BestColumns(std::span<const double> row, uint64_t top, bool higher_is_better,
                                  uint64_t leave_out = UINT64_MAX);

}  // namespace mtgauge
