// The studies of `mtgauge meta`: its measures as a function of the length of pseudo-documents
// (Melamed, Green & Turian 2003), the size of segments, the number of references and their scores
// against each other (Doddington 2002), groups of segments, and an option of a metric.
//
// A study is a list of points, and a point is an evaluation of joined or selected items. Texts are
// scored again only if the matched texts change (references, joined segments). To add a study, add
// its function and its row in studies.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/evaluate.h"
#include "parallel/evaluate/inputs.h"
#include "parallel/score/scorer.h"

namespace mtgauge {

// The inputs and results that the studies of one language pair use.
struct StudyContext {
  const EvaluateRequest& request;
  const MetaPair& pair;
  const EvaluationInput& whole;              // what was evaluated
  const std::vector<Evaluation>& evaluated;  // the results
  const EvaluateOptions& options;
  MetaInputs& inputs;
  const Schedule& schedule;
};

// Returns the names that `study` accepts in addition to METRIC:OPTION.
std::vector<std::string_view> StudyNames();
// Returns a UsageError for a study that is invalid for any input.
Status CheckStudies(const EvaluateRequest& request);
// Returns true if a study scores texts again.
bool ScoresAgain(const EvaluateRequest& request);
// The same, or if the texts tell the groups.
bool StudiesNeedTexts(const EvaluateRequest& request);

// Runs all studies of one language pair that `study` and `by` request.
Result<std::vector<Study>> RunStudies(const StudyContext& context);

}  // namespace mtgauge
