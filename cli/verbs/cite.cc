// mtgauge cite: how to cite, in a paper, the scores and tests computed here.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/flags/requests.h"
#include "cli/flags/spelling.h"
#include "cli/verbs/verbs.h"
#include "core/base/numbers.h"
#include "core/contract/metric.h"
#include "core/contract/registry.h"
#include "core/evaluate/measures.h"
#include "core/report/cite/cite_text.h"
#include "core/request/conventions.h"
#include "core/request/metrics.h"
#include "core/score/job.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/output.h"
#include "mtgauge/signature.h"

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

std::string ReferencesFor(const SignatureSettings& settings) {
  const std::optional<uint32_t> number = ParseNumber<uint32_t>(settings.references);
  if (!number || *number == 1) return " REFERENCE";
  constexpr uint32_t kMostNamed = 8;
  std::string names;
  for (uint32_t r = 1; r <= std::min(*number, kMostNamed); ++r) {
    names += fmt::format(" REFERENCE{}", r);
  }
  return names + (*number > kMostNamed ? " ..." : "");
}

std::string CommandFor(const SignatureSettings& settings) {
  bool has_test_set = false;
  std::string flags;
  for (const auto& [name, value] : settings.options) {
    has_test_set = has_test_set || name == "test-set";
    flags += ' ' + Spelled('`' + name + '`') + (value.empty() ? "" : ' ' + value);
  }
  return fmt::format("mtgauge score{} -i OUTPUT -m {}{}\n",
                     has_test_set ? "" : ReferencesFor(settings), settings.metric, flags);
}

// Writes the command for each signature, then what the signature cannot tell.
Status WriteCommands(const std::vector<std::string>& signatures, Output& output) {
  for (const std::string& signature : signatures) {
    MTG_ASSIGN_OR_RETURN(const SignatureSettings settings, FromSignature(signature));
    std::string text = CommandFor(settings);
    for (const std::string& note : settings.notes) text += "# " + note + '\n';
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
