// The studies of `mtgauge meta`: its measures along the length of pseudo-documents (Melamed, Green
// & Turian 2003), the size of segments, the number of references and what these reach against each
// other (Doddington 2002), groups of segments, and an option of a metric.
//
// A study is a list of points, and a point is an evaluation of its own, of joined or otherwise
// chosen items; only what changes the texts that are matched (references, joined segments) is
// scored again. To add one: its function and its row in studies.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mtgauge/evaluate.h"
#include "parallel/evaluate/inputs.h"
#include "parallel/scorer.h"

namespace mtgauge {

// What the studies of one language pair work with.
struct StudyContext {
  const EvaluateRequest& request;
  const MetaPair& pair;
  const EvaluationInput& whole;              // what was evaluated
  const std::vector<Evaluation>& evaluated;  // what came of it
  const EvaluateOptions& options;
  MetaInputs& inputs;
  const Schedule& schedule;
};

// The names that `study` takes besides METRIC:OPTION.
std::vector<std::string_view> StudyNames();
// A UsageError for a study that no input could have.
absl::Status CheckStudies(const EvaluateRequest& request);
// Whether a study scores texts again.
bool StudiesNeedTexts(const EvaluateRequest& request);

// All studies that `study` and `by` ask for, of one language pair.
absl::StatusOr<std::vector<Study>> RunStudies(const StudyContext& context);

}  // namespace mtgauge
