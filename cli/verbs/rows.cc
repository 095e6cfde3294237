// mtgauge rows: the statistics of metrics for every segment, written to be summed later.
#include "mtgauge/rows.h"

#include <utility>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

Result<Asked<RowsRun>> AskRows(LowArgs args, const Program& program) {
  if (args.output.empty()) {
    return UsageError({.option = "output"}, "`output`: rows cannot go to standard output",
                      "name a file");
  }
  MTG_RETURN_IF_ERROR(TakeShardOfArray(args));
  return Ask<RowsRun>(args, program);
}

Status ShowRows(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const std::string text, DescribeRows(args.info, args.format));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

}  // namespace

Result<LowArgs> CheckRows(const LowArgs& args) {
  if (!args.info.empty()) return args;
  MTG_ASSIGN_OR_RETURN(auto asked, AskRows(args, Program{}));
  return std::move(asked.in_effect);
}

Status RunRows(const LowArgs& args, const Program& program) {
  if (!args.info.empty()) return ShowRows(args);
  MTG_ASSIGN_OR_RETURN(auto asked, AskRows(args, program));
  NoteShard(args, asked.in_effect);
  return WriteFileOf(std::move(asked));
}

}  // namespace mtgauge
