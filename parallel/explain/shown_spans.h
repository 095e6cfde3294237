// Adds the error spans that people and programs marked in the outputs, to be shown with them.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/spans/span_table.h"
#include "mtgauge/explain.h"

namespace mtgauge {

struct MarkedFile {
  std::string marker;  // "people", or the name of a program
  SpanTable table;
};

// Reads the files of ExplainRequest::golds and predicted_spans.
Result<std::vector<MarkedFile>> ReadMarkedFiles(const ExplainRequest& request);

// Adds the spans to what is shown. An output is found by the name of its system and by its segment:
// an id of the texts, or else a number from 1. Outputs of systems that are not shown are left out
// with a warning. A segment, a document or a text that differs from what is shown is an InputError,
// and so is a span outside its text. `findings` must have the texts.
Status AddSpans(const std::vector<MarkedFile>& files, const ExplainRequest& request,
                Findings& findings, std::vector<Warning>& warnings);

}  // namespace mtgauge
