// mtgauge cite: how to cite, in a paper, the scores and tests computed here.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "core/contract/metric.h"
#include "core/contract/registry.h"
#include "core/evaluate/measures.h"
#include "core/report/cite/cite_text.h"
#include "core/report/cite/from_signature.h"
#include "core/request/conventions.h"
#include "core/request/metrics.h"
#include "core/score/job.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

// Returns the methods that `mtgauge meta` uses with the same flags.
MetaMethods ResolveMetaMethods(const LowArgs& args) {
  MetaMethods methods;
  const std::vector<std::string> names = WithoutAliases(args.measures);
  for (const MeasureRow& measure : Measures()) {
    const bool asked = std::find(names.begin(), names.end(), measure.name) != names.end();
    if (asked) methods.measures.push_back(&measure);
  }
  methods.test = args.metric_test;
  methods.correction = args.correction.value_or(methods.correction);
  methods.resamples = args.resamples.value_or(methods.resamples);
  methods.studies = !args.studies.empty();
  return methods;
}

// Writes the command for each signature, then what the signature cannot tell.
Status WriteCommands(const std::vector<std::string>& signatures, Output& output) {
  for (const std::string& signature : signatures) {
    MTG_ASSIGN_OR_RETURN(const SignatureCommand found, FromSignature(signature));
    std::string text = found.command + '\n';
    for (const std::string& note : found.notes) text += "# " + note + '\n';
    MTG_RETURN_IF_ERROR(output.Write(text));
  }
  return output.Finish();
}

}  // namespace

Status RunCite(const LowArgs& args, const Program&) {
  if (!args.signatures.empty()) {
    MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
    return WriteCommands(args.signatures, output);
  }
  MTG_ASSIGN_OR_RETURN(const JobOptions options, ResolveMetrics(args, args, Level::kCorpus));
  StreamNames names = {{"reference"}, {"system"}};
  if (std::any_of(options.metrics.begin(), options.metrics.end(), &NeedsSource)) {
    names.sources = {"source"};
  }
  MTG_ASSIGN_OR_RETURN(const Job job, Job::Make(options, names));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  CitedWork work{job, std::to_string(args.num_refs), {}, {}};
  const bool meta = !args.measures.empty() || !args.studies.empty();
  if (meta) {
    if (args.measures.empty()) {
      return UsageError("--study: say what is measured, as in --measures seg-pearson");
    }
    work.meta = ResolveMetaMethods(args);
  }
  if (args.test || args.null || (!meta && (args.resamples || args.correction))) {
    CompareRequest request;
    CopyParts(args, request);
    MTG_ASSIGN_OR_RETURN(work.test, ResolveTest(request));
  }
  MTG_RETURN_IF_ERROR(output.Write(CiteText(work)));
  return output.Finish();
}

}  // namespace mtgauge
