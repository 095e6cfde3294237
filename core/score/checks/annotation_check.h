// Checks that annotations belong to the texts beside them.
#pragma once

#include "core/base/status.h"
#include "core/text/batch.h"

namespace mtgauge {

// Fails at the first segment of a batch whose annotation has other words than its text. Excluded
// segments and missing references are not looked at.
absl::Status CheckAnnotations(const Batch& batch, const StreamNames& names);

}  // namespace mtgauge
