// Checks that annotations match their texts.
#pragma once

#include "core/base/status.h"
#include "core/text/batch.h"

namespace mtgauge {

// Fails at the first segment of a batch whose annotation has other words than its text. Ignores
// excluded segments and missing references.
Status CheckAnnotations(const Batch& batch, const StreamNames& names);

}  // namespace mtgauge
