// Matrices as tables with a line for each pair: separated text, and columns with types.
#pragma once

#include <memory>
#include <vector>

#include "core/report/matrix/matrix_output.h"

namespace mtgauge {

// Both take all pairs, or those with the best references.
std::unique_ptr<MatrixWriter> MakeSeparatedPairs(const MatrixForm& form,
                                                 std::vector<MatrixMetric> metrics, Output& output);
std::unique_ptr<MatrixWriter> MakePairColumns(const MatrixForm& form,
                                              std::vector<MatrixMetric> metrics, Output& output);

}  // namespace mtgauge
