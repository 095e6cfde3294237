// mtgauge merge: merges the files of parts of a corpus into one for the whole.
#include <string>

#include "cli/console/console.h"
#include "cli/flags/requests.h"
#include "cli/flags/spelling.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"
#include "mtgauge/rows.h"

namespace mtgauge {

Result<LowArgs> CheckMerge(const LowArgs& args) {
  if (args.references.empty()) {
    return UsageError("no file to merge",
                      "name those that `mtgauge rows` or `mtgauge survey` made");
  }
  if (args.list_missing || !args.output.empty()) return args;
  return UsageError({.option = "output"}, "`output`: the merged file needs a name", "name a file");
}

namespace {

Status ListMissing(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const MissingParts missing, FindMissing(args.references));
  for (const std::string& problem : missing.damaged) {
    if (!args.quiet) PrintWarning(Spelled(problem) + "; it counts as missing");
  }
  const bool complete = missing.numbers.empty();
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  if (!complete) MTG_RETURN_IF_ERROR(output.Write(missing.numbers + '\n'));
  MTG_RETURN_IF_ERROR(output.Finish());
  return complete ? OkStatus() : GateFailed(missing.message);
}

}  // namespace

Status RunMerge(const LowArgs& args, const Program& program) {
  MTG_RETURN_IF_ERROR(CheckMerge(args).status());
  if (args.list_missing) return ListMissing(args);
  return Merge(args.references, args.output, RunOptionsOf(args.threads, args, program));
}

}  // namespace mtgauge
