// The summary of the best references: the mean of the best scores, and how many hypotheses occur
// among the references.
#pragma once

#include <memory>
#include <vector>

#include "core/report/matrix/matrix_output.h"

namespace mtgauge {

// For the formats "text" and "json", with MatrixForm::top.
std::unique_ptr<MatrixWriter> MakeOverlapWriter(const MatrixForm& form,
                                                std::vector<MatrixMetric> metrics, Output& output);

}  // namespace mtgauge
