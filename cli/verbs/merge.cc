// mtgauge merge: merges the files of parts of a corpus into one for the whole.
#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/rows.h"

namespace mtgauge {

Result<LowArgs> CheckMerge(const LowArgs& args) {
  if (args.references.empty()) {
    return UsageError("no file to merge",
                      "name those that `mtgauge rows` or `mtgauge survey` made");
  }
  if (!args.output.empty()) return args;
  return UsageError({.option = "output"}, "`output`: the merged file needs a name", "name a file");
}

Status RunMerge(const LowArgs& args, const Program& program) {
  MTG_RETURN_IF_ERROR(CheckMerge(args).status());
  return Merge(args.references, args.output, RunOptionsOf(args.threads, args.quiet, program));
}

}  // namespace mtgauge
