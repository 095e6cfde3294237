// mtgauge cite: how to cite, in a paper, the scores and tests computed here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "core/base/numbers.h"
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

std::string ReferencesFor(const WrittenSignature& signature) {
  const std::string* const count = signature.Find("nrefs");
  const std::optional<uint32_t> number =
      count == nullptr ? std::nullopt : ParseNumber<uint32_t>(*count);
  if (!number || *number == 1) return "REFERENCE";
  constexpr uint32_t kMostNamed = 8;
  std::vector<std::string> names;
  for (uint32_t r = 1; r <= std::min(*number, kMostNamed); ++r) {
    names.push_back(fmt::format("REFERENCE{}", r));
  }
  return fmt::format("{}{}", fmt::join(names, " "), *number > kMostNamed ? " ..." : "");
}

std::string TextsFor(const WrittenSignature& signature) {
  const std::string* const test = signature.Find("test");
  const std::string* const pair = signature.Find("lang");
  const std::string inputs = test == nullptr ? ReferencesFor(signature) : "-t " + *test;
  return inputs + (pair == nullptr ? "" : " -l " + *pair) + " -i OUTPUT";
}

std::string ResamplingFor(const WrittenSignature& signature) {
  const std::string* const resamples = signature.Find("bs");
  const std::string* const shuffles = signature.Find("ar");
  std::string flags;
  if (resamples != nullptr) flags += " --confidence --confidence-n " + *resamples;
  if (shuffles != nullptr) flags += " --paired-ar --paired-ar-n " + *shuffles;
  const std::string* const seed = signature.Find("seed");
  if (seed != nullptr && !flags.empty()) flags += " --seed " + *seed;
  return flags;
}

// Writes the command for each signature, then what the signature cannot tell.
Status WriteCommands(const std::vector<std::string>& signatures, Output& output) {
  for (const std::string& signature : signatures) {
    MTG_ASSIGN_OR_RETURN(const SignatureOf found, FromSignature(signature));
    std::string text = fmt::format("mtgauge score {} -m {}{}\n", TextsFor(found.signature),
                                   found.spec, ResamplingFor(found.signature));
    for (const std::string& note : found.notes) text += "# " + note + '\n';
    MTG_RETURN_IF_ERROR(output.Write(text));
  }
  return output.Finish();
}

}  // namespace

Status RunCite(const LowArgs& args, const Program&) {
  if (!args.signatures.empty()) {
    if (!args.metrics.empty()) {
      return UsageError("--signature names the metric and its options; leave out -m");
    }
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
