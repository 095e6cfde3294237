// What sacreBLEU's flags mean: a job of metrics, a resampling, and signatures as sacreBLEU writes
// them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/sacrebleu/args.h"
#include "core/base/status.h"
#include "core/metric/registry.h"
#include "core/report/sacrebleu/sacrebleu_writer.h"
#include "core/score/job.h"
#include "mtgauge/compare.h"

namespace mtgauge {

// sacreBLEU's release whose numbers and signatures the verb prints.
std::string_view SacreBleuRelease();

struct SacreBleuSettings {
  JobOptions job;
  std::optional<CompareOptions> resampling;
  std::map<std::string, std::string> chrf_keys;  // as typed, under their keys of signatures
  std::vector<std::string> metrics;              // each once, as given
  bool paired = false;
  bool warns = true;  // of hypotheses that look tokenized
  std::string seed;   // as signatures have it: the number, or "none"
  SacreBleuForm form;
  RunOptions run;  // the caller's
};

// Whether references are told, in one way.
absl::Status CheckSacreBleuStreams(const SacreBleuInputs& inputs);
// The same and all else that no text is needed for.
absl::Status CheckSacreBleuArgs(const SacreBleuArgs& args);
// All but `run`. SACREBLEU_FORMAT and SACREBLEU_SEED count.
absl::StatusOr<SacreBleuSettings> ResolveSacreBleu(const SacreBleuArgs& args, size_t systems);

// "nrefs:1|case:mixed|...|version:2.6.0", or its short form.
std::string SacreBleuSignature(const MadeMetric& made, size_t references,
                               const SacreBleuSettings& settings, bool short_form);

}  // namespace mtgauge
