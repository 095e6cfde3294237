// mtgauge resegment: aligns the output with the references' segments, one segment per line.
#include "mtgauge/resegment.h"

#include <string>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"
#include "mtgauge/report.h"

namespace mtgauge {
namespace {

Result<ResegmentRequest> AskResegment(const LowArgs& args, const Program& program) {
  MTG_RETURN_IF_ERROR(CheckFlags(args));
  ResegmentRequest request;
  CopyParts(args, request);
  static_cast<RunOptions&>(request) = RunOptionsOf(args.threads, args, program);
  if (request.inputs.empty()) request.inputs = {"-"};
  MTG_RETURN_IF_ERROR(CheckResegment(request));
  return request;
}

}  // namespace

Result<LowArgs> CheckResegment(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const ResegmentRequest request, AskResegment(args, Program{}));
  LowArgs in_effect = args;
  in_effect.inputs = request.inputs;
  return in_effect;
}

Status RunResegment(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(const ResegmentRequest request, AskResegment(args, program));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  NoteStandardInput(request, args.quiet);
  MTG_ASSIGN_OR_RETURN(ResegmentAnswer answer, Resegment(request));
  MTG_RETURN_IF_ERROR(HandleWarnings(args, answer.warnings));
  MTG_ASSIGN_OR_RETURN(LowArgs in_effect, CheckResegment(args));
  const WriteOptions write = WriteOptionsOf(in_effect, RunRecord{request.references, {}, {}});
  MTG_ASSIGN_OR_RETURN(const std::string text, Format(answer, args.format, write));
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

}  // namespace mtgauge
