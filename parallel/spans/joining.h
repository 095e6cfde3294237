// Matches the outputs that programs judge with those that people judged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/spans/span_table.h"
#include "mtgauge/score.h"

namespace mtgauge {

// An output that a person judged, and what each program predicts for it.
struct JoinedOutput {
  uint32_t segment = 0;
  const SpanTable* table = nullptr;  // of the gold
  const SpanJudgement* gold = nullptr;
  std::vector<const SpanJudgement*> predicted;  // [program]
};

// The outputs of one language pair. They point into the tables.
struct JoinedSpans {
  std::string pair;  // empty if there is only one
  std::vector<JoinedOutput> outputs;
  uint32_t segments = 0;
  std::vector<uint32_t> document_of_segment;  // empty unless all golds name documents
};

// Outputs are matched by system, segment and, where both sides name them, document and language
// pair. If segments of a file are numbered from another place, by one or two, the documents show
// it; then it is a warning. An output that only some files have, or whose text differs, is an
// InputError; if `common`, it is left out with a warning instead.
Result<std::vector<JoinedSpans>> JoinSpans(const std::vector<SpanTable>& golds,
                                           const std::vector<SpanTable>& programs, bool common,
                                           std::vector<Warning>& warnings);

}  // namespace mtgauge
