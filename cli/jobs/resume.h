// Decides which steps of a job need not run again.
#pragma once

#include <atomic>
#include <string>

#include "cli/flags/flags.h"
#include "cli/flags/job_file.h"
#include "cli/jobs/manifest.h"
#include "core/base/status.h"

namespace mtgauge {

// Returns why a step runs whatever was done before, "it prints on standard output"; empty if its
// record decides.
std::string AlwaysRuns(const JobStep& step);

// Returns what is printed of a step or a part with this reason to run: "done", "runs: ref.txt has
// changed".
std::string Verdict(const std::string& reason);

// Returns an input that may have changed since the output was written, "ref.txt is newer"; empty if
// there is none.
Result<std::string> NewerInput(const LowArgs& in_effect);

// A step compared with its record.
struct StepPlan {
  std::string reason;  // why it runs, "ref.txt has changed"; empty: it is done
  StepRecord record;   // of what is there now; its outputs only if options and inputs are as before
};
// `in_effect`: the arguments of the step, with all defaults filled in.
Result<StepPlan> PlanStep(const JobStep& step, const LowArgs& in_effect, const Manifest& manifest,
                          const std::atomic<bool>* stop);

// Records a step that has run. Returns an input that changed meanwhile, "ref.txt has changed";
// there is then no record.
Result<std::string> RecordStep(const JobStep& step, StepRecord record, Manifest& manifest,
                               const std::atomic<bool>* stop);

}  // namespace mtgauge
