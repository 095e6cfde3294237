// mtgauge rows: the statistics of metrics for every segment, written to be summed later.
#include "mtgauge/rows.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

// Returns a UsageError for texts beside `info`, which describes one file.
Status CheckInfo(const LowArgs& args) {
  const std::vector<std::string>& others = args.references.empty() ? args.inputs : args.references;
  if (!others.empty()) {
    return UsageError({.option = "info"},
                      fmt::format("`info` describes {} only, not {}", args.info, others.front()),
                      "leave out the others");
  }
  const Flag* const idle = FirstGiven(kRowsVerb, args, [](const Flag& flag) {
    return flag.group == FlagGroup::kInput || flag.group == FlagGroup::kMetric;
  });
  if (idle == nullptr) return OkStatus();
  return UsageError(
      {.option = "info"},
      fmt::format("`info` describes a file that is there, on which `{}` has no effect",
                  KeyOf(*idle)),
      "leave it out");
}

Status ShowRows(const LowArgs& args) {
  MTG_RETURN_IF_ERROR(CheckInfo(args));
  MTG_ASSIGN_OR_RETURN(const std::string text, DescribeRows(args.info, args.format));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

}  // namespace

Result<LowArgs> CheckRows(const LowArgs& args) {
  if (args.info.empty()) return CheckPartOf<RowsRun>(args, "rows");
  MTG_RETURN_IF_ERROR(CheckInfo(args));
  return args;
}

Status RunRows(const LowArgs& args, const Program& program) {
  return args.info.empty() ? WritePartOf<RowsRun>(args, program, "rows") : ShowRows(args);
}

}  // namespace mtgauge
