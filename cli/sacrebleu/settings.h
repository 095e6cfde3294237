// Converts sacreBLEU's flags to a job, a resampling, and signatures in sacreBLEU's format.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/sacrebleu/args.h"
#include "core/base/status.h"
#include "core/contract/registry.h"
#include "core/report/sacrebleu/sacrebleu_writer.h"
#include "core/score/job.h"
#include "mtgauge/compare.h"

namespace mtgauge {

// Returns the sacreBLEU release whose numbers and signatures the verb prints.
std::string_view SacreBleuRelease();

struct SacreBleuSettings {
  JobOptions job;
  std::optional<CompareOptions> resampling;
  std::map<std::string, std::string> chrf_keys;  // as typed, by their keys in signatures
  std::vector<std::string> metrics;              // each once, in the order given
  bool paired = false;
  bool warns = true;  // about hypotheses that look tokenized
  std::string seed;   // as in signatures: the number, or "none"
  SacreBleuForm form;
  RunOptions run;  // set by the caller
};

// Checks that references are given in exactly one way.
Status CheckSacreBleuStreams(const SacreBleuInputs& inputs);
// The same as above, and everything else that can be checked without texts.
Status CheckSacreBleuArgs(const SacreBleuArgs& args);
// Fills in everything except `run`. Uses SACREBLEU_FORMAT and SACREBLEU_SEED.
Result<SacreBleuSettings> ResolveSacreBleu(const SacreBleuArgs& args, size_t systems);

// Returns "nrefs:1|case:mixed|...|version:2.6.0", or its short form.
std::string SacreBleuSignature(const MadeMetric& made, size_t references,
                               const SacreBleuSettings& settings, bool short_form);

}  // namespace mtgauge
