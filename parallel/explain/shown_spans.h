// Adds the error spans that people and programs marked in the outputs, to be shown with them.
#pragma once

#include <vector>

#include "core/base/status.h"
#include "mtgauge/explain.h"

namespace mtgauge {

// Reads the spans of ExplainRequest::golds and predicted_spans. An output is found by the name of
// its system and by its segment: an id of the texts, or else a number from 1. Outputs of systems
// that are not shown are left out with a warning. A segment, a document or a text that differs from
// what is shown is an InputError, and so is a span outside its text. `findings` must have the
// texts.
Status AddSpans(const ExplainRequest& request, Findings& findings);

}  // namespace mtgauge
