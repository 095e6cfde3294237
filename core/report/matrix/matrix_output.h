// The table of forms of matrices. To add one: its writer, and its row in matrix_output.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/matrix.h"
#include "mtgauge/output.h"

namespace mtgauge {

// What a form shows of a metric.
struct MatrixMetric {
  std::string name, signature;
  double scale = 100;
  bool higher_is_better = true;
};

// Takes rows in order, and writes them to the output that it was made with.
class MatrixWriter {
 public:
  virtual ~MatrixWriter() = default;
  virtual absl::Status Take(const MatrixRows& rows) = 0;
  virtual absl::Status Finish() = 0;
};

// A UsageError for options that do not go together.
absl::Status CheckMatrixForm(const MatrixForm& form);
// `form` is checked. The output must outlive the writer.
std::unique_ptr<MatrixWriter> MakeMatrixWriter(const MatrixForm& form,
                                               std::vector<MatrixMetric> metrics, Output& output);

// The `top` best references of a row, best first, of equals the first; without column `leave_out`.
std::vector<uint64_t> BestColumns(std::span<const double> row, uint64_t top, bool higher_is_better,
                                  uint64_t leave_out = UINT64_MAX);

}  // namespace mtgauge
