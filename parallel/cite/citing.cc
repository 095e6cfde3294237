// From a request to the text for a paper.
#include <algorithm>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/contract/registry.h"
#include "core/evaluate/measures.h"
#include "core/report/cite/cite_text.h"
#include "core/request/conventions.h"
#include "core/request/metrics.h"
#include "core/request/parts.h"
#include "core/score/job.h"
#include "mtgauge/cite.h"

namespace mtgauge {
namespace {

// Returns the methods of an evaluation with the same options.
MetaMethods ResolveMetaMethods(const CiteRequest& request) {
  MetaMethods methods;
  const std::vector<std::string> names = WithoutAliases(request.measures);
  for (const MeasureRow& measure : Measures()) {
    const bool asked = std::find(names.begin(), names.end(), measure.name) != names.end();
    if (asked) methods.measures.push_back(&measure);
  }
  methods.test = request.metric_test;
  methods.correction = request.correction.value_or(methods.correction);
  methods.resamples = request.resamples.value_or(methods.resamples);
  methods.studies = !request.studies.empty();
  return methods;
}

}  // namespace

Result<Citation> Cite(const CiteRequest& request) {
  MTG_ASSIGN_OR_RETURN(const JobOptions options, ResolveMetrics(request, request, Level::kCorpus));
  StreamNames names = {{"reference"}, {"system"}};
  if (std::any_of(options.metrics.begin(), options.metrics.end(), &NeedsSource)) {
    names.sources = {"source"};
  }
  MTG_ASSIGN_OR_RETURN(const Job job, Job::Make(options, names));
  CitedWork work{job, std::to_string(request.reference_count), {}, {}};
  const bool meta = !request.measures.empty() || !request.studies.empty();
  if (meta) {
    if (request.measures.empty()) {
      return UsageError({.option = "study"}, "`study`: it is not said what is measured",
                        "add `measures`, as in seg-pearson");
    }
    work.meta = ResolveMetaMethods(request);
  }
  if (request.test || request.null || (!meta && (request.resamples || request.correction))) {
    CompareRequest compared;
    CopyParts(request, compared);
    MTG_ASSIGN_OR_RETURN(work.test, ResolveTest(compared));
  }
  return CitationOf(work);
}

}  // namespace mtgauge
