// How far the annotators of a campaign agree.
#pragma once

#include <string>
#include <vector>

#include "core/input/spans/span_table.h"
#include "mtgauge/compare.h"
#include "parallel/compare/human_scores.h"

namespace mtgauge {

HumanAgreement AgreementOf(const HumanScores& scores);

// Returns the error spans of the files that have some, whose contents follow in order. A file whose
// spans cannot be read is a warning.
std::vector<SpanTable> MarkedSpansOf(const std::vector<OutsideFiles>& files,
                                     const std::vector<std::string>& contents,
                                     std::vector<Warning>& warnings);
// Adds how far the annotators of these scores agree on spans, if there are any, and warns of
// what cannot be compared. `pairs` are all language pairs of the scores.
void AddSpanAgreement(const std::vector<SpanTable>& tables, const HumanScores& scores,
                      const std::vector<std::string>& pairs, HumanAgreement& out,
                      std::vector<Warning>& warnings);

}  // namespace mtgauge
